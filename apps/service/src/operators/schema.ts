import { Type } from 'typebox';
import { OPERATOR_AUTH_METHODS, OPERATOR_ROLES } from '../platform/access/operator-access.ts';
import { oneOf } from '../platform/http/fields.ts';

const text = Type.String();
const some = Type.Optional(text);

export const role = oneOf(OPERATOR_ROLES);
export const operatorStatus = oneOf(['active', 'inactive']);
export const authMethod = oneOf(OPERATOR_AUTH_METHODS);
export const environment = oneOf(['TEST', 'PRODUCTION']);
export const network = oneOf(['local', 'test', 'production']);

export const operatorSchema = Type.Object(
  {
    id: text,
    name: text,
    email: text,
    role,
    status: operatorStatus,
    mustChangePassword: Type.Boolean(),
    passkeyCount: Type.Optional(Type.Integer({ description: 'Of yourself; for an admin of everybody.' })),
    createdAt: text,
    lastLoginAt: some,
  },
  { title: 'Operator' },
);
export const signedInSchema = Type.Object({ token: text, expiresAt: text, operator: operatorSchema });
export const withPassword = Type.Object({
  operator: operatorSchema,
  password: Type.String({ description: 'To be passed on once; it is in this answer and nowhere else.' }),
});
export const tokenSchema = Type.Object(
  {
    id: text,
    name: text,
    role,
    prefix: text,
    operatorId: text,
    operatorName: text,
    createdAt: text,
    expiresAt: text,
    lastUsedAt: some,
    revokedAt: some,
  },
  { title: 'OperatorToken' },
);
export const sessionSchema = Type.Object({
  id: text,
  address: text,
  userAgent: some,
  authMethod,
  createdAt: text,
  expiresAt: text,
  current: Type.Boolean(),
});
