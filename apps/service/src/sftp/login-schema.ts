import { Type } from 'typebox';

export const authMethod = Type.Union([Type.Literal('PASSWORD'), Type.Literal('PUBLIC_KEY')]);
export const loginStatus = Type.Union([Type.Literal('ACTIVE'), Type.Literal('DISABLED')]);

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
  },
  { title: 'SftpLogin' },
);
