import { Type } from 'typebox';
import { ROLES } from '../platform/access/principal.ts';
import { oneOf } from '../platform/http/fields.ts';

/** A user as every answer shows it. */
export const userFields = {
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: oneOf(ROLES),
  companyIds: Type.Array(Type.String(), {
    description: 'Those the user is confined to; none with allCompanies.',
  }),
  allCompanies: Type.Boolean({ description: 'Whether the user reaches every company.' }),
  status: oneOf(['active', 'inactive']),
  mustChangePassword: Type.Boolean(),
  hasPassword: Type.Boolean({ description: 'Whether the user chose a password already.' }),
  passkeyCount: Type.Integer(),
  ssoLinked: Type.Boolean(),
  createdAt: Type.String(),
  lastLoginAt: Type.Optional(Type.String()),
  invitedAt: Type.Optional(Type.String()),
  lockedUntil: Type.Optional(Type.String()),
  disabledAt: Type.Optional(Type.String()),
  erasableAt: Type.Optional(Type.String()),
};

export const userSchema = Type.Object(userFields, { title: 'User' });
