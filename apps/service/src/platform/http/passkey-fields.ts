import { Type } from 'typebox';
import { strictObject } from './endpoint.ts';
import { base64url as binary, matching, nameField } from './fields.ts';

export const passkeySchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    aaguid: Type.String(),
    transports: Type.Array(Type.String()),
    createdAt: Type.String(),
    lastUsedAt: Type.Optional(Type.String()),
    lockedAt: Type.Optional(
      Type.String({
        description: 'Since when there seems to be a copy of it; it opens nothing until it is removed.',
      }),
    ),
  },
  { title: 'Passkey' },
);
export const passkeysSchema = Type.Object({ passkeys: Type.Array(passkeySchema) });

/** For `navigator.credentials`, as the browser's own parser reads it. */
export const browserOptions = Type.Object({ publicKey: Type.Any() });

/** What a browser made. */
export const newPasskey = strictObject({
  name: nameField(100),
  id: binary(1_400),
  attestationObject: binary(200_000),
  clientDataJSON: binary(10_000),
  transports: Type.Optional(
    Type.Array(matching('^[a-z-]{1,32}$', 'must be a transport such as internal or usb'), {
      maxItems: 10,
    }),
  ),
});

/** What a browser signed. */
export const passkeyAssertion = strictObject({
  id: binary(1_400),
  authenticatorData: binary(10_000),
  clientDataJSON: binary(10_000),
  signature: binary(10_000),
  userHandle: binary(100),
});
