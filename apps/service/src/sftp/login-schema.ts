import { Type } from 'typebox';

export const authMethod = Type.Union([Type.Literal('PASSWORD'), Type.Literal('PUBLIC_KEY')]);
export const loginStatus = Type.Union([Type.Literal('ACTIVE'), Type.Literal('DISABLED')]);

/** Whoever guesses from many addresses fills no answer with them. */
export const SHOWN_OF_A_LOGIN = 10;

const lockedAddress = Type.Object(
  {
    address: Type.String({ description: 'IPv4, or the first four groups of an IPv6 address.' }),
    lockedUntil: Type.String(),
    failures: Type.Integer({ description: 'Wrong passwords from there.' }),
  },
  { title: 'LockedAddress' },
);

export const loginSchema = Type.Object(
  {
    id: Type.String(),
    username: Type.String(),
    companyId: Type.Optional(Type.String({ description: 'Absent: the login sees the whole account.' })),
    authMethod,
    publicKeyFingerprint: Type.Optional(Type.String()),
    publicKeyFingerprints: Type.Optional(Type.Array(Type.String())),
    status: loginStatus,
    lastLoginAt: Type.Optional(Type.String()),
    createdAt: Type.String(),
    lockedAddresses: Type.Optional(
      Type.Array(lockedAddress, {
        maxItems: SHOWN_OF_A_LOGIN,
        description:
          'From where wrong passwords came, so that nothing is let in until then; other addresses are. Those that are locked longest; for owners, admins and keys that manage.',
      }),
    ),
  },
  { title: 'SftpLogin' },
);
