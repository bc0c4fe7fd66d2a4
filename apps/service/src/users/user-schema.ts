import { Type } from 'typebox';
import { ROLES } from '../platform/access/principal.ts';
import { oneOf } from '../platform/http/fields.ts';

const NOTIFICATIONS = {
  documentsArrived: Type.Boolean({ description: 'Documents that arrived, at most every 15 minutes.' }),
  documentsFailed: Type.Boolean({
    description: 'Documents that could not be sent, at most every 15 minutes.',
  }),
  webhooks: Type.Boolean({ description: 'Webhook endpoints that fail; for owners and company admins.' }),
  exports: Type.Boolean({ description: 'Exports of the account; for owners.' }),
};

/** What a user changes of it. */
export const notificationsChange = Type.Partial(Type.Object(NOTIFICATIONS), {
  additionalProperties: false,
  minProperties: 1,
  description: 'Of oneself only, and by itself. What is not named stays.',
});

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
  notifications: Type.Object(NOTIFICATIONS, { description: 'What the user is told by mail.' }),
};

export const userSchema = Type.Object(userFields, { title: 'User' });
