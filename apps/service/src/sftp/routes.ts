import { Type } from 'typebox';
import { endpoint, ok, strictObject } from '../platform/http/endpoint.ts';
import { idParams } from '../platform/http/fields.ts';
import { describeConnection } from './connection-description.ts';
import { listLogins, resetLoginPassword } from './customer-logins.ts';
import { loginSchema } from './login-schema.ts';

const tags = ['SFTP'];
const purpose = Type.Union(
  (['OUTBOX', 'INBOX', 'ARCHIVE', 'SENT', 'FAILED'] as const).map((name) => Type.Literal(name)),
);
const access = Type.Union(
  (['READ', 'READ_DELETE', 'READ_WRITE_DELETE'] as const).map((name) => Type.Literal(name)),
);
const layoutSchema = Type.Object({
  loginId: Type.String(),
  username: Type.String(),
  companyId: Type.Optional(Type.String()),
  directories: Type.Array(
    Type.Object({ path: Type.String(), purpose, participantId: Type.String(), access }),
  ),
  truncated: Type.Optional(Type.Boolean()),
});
const connectionSchema = Type.Object(
  {
    enabled: Type.Boolean(),
    host: Type.Optional(Type.String()),
    port: Type.Optional(Type.Integer()),
    hostKeyFingerprint: Type.Optional(Type.String({ description: 'As ssh-keygen prints it: SHA256:…' })),
    hostKeyAlgorithm: Type.Optional(Type.String()),
    layouts: Type.Array(layoutSchema),
  },
  { title: 'SftpConnection' },
);

/** Named, so that they are answered OPERATOR_MANAGED and not as unknown fields. */
const operatorManaged = Object.fromEntries(
  ['authMethod', 'status', 'password', 'publicKey', 'companyId', 'username'].map((field) => [
    field,
    Type.Optional(Type.Unknown({ description: 'Only the operator changes it: 400 OPERATOR_MANAGED.' })),
  ]),
);

type Deps = Parameters<typeof describeConnection>[0] & Parameters<typeof listLogins>[0];

/** What customers see of their logins, and the one thing they may do. [SFT-1] */
export function sftpRoutes(deps: Deps) {
  return {
    connection: endpoint(
      {
        summary: 'Where to connect by SFTP, the host key, and the directories of each login',
        description:
          'Directories of up to 1,000 participants are listed, over all logins alike; a layout that has more is marked truncated.',
        tags,
        response: { 200: connectionSchema },
      },
      async ({ principal }) => ok(await describeConnection(deps, principal)),
    ),
    logins: endpoint(
      {
        summary: 'List SFTP logins',
        tags,
        querystring: strictObject({ companyId: Type.Optional(Type.String()) }),
        response: { 200: Type.Object({ logins: Type.Array(loginSchema) }) },
      },
      async ({ principal, query }) => ok({ logins: await listLogins(deps, principal, query) }),
    ),
    change: endpoint(
      {
        summary: 'Make a new password for an SFTP login; it is shown this once',
        tags,
        params: idParams,
        body: strictObject({ resetPassword: Type.Optional(Type.Boolean()), ...operatorManaged }),
        response: { 200: Type.Object({ login: loginSchema, password: Type.String() }) },
      },
      async ({ principal, params, body }) => ok(await resetLoginPassword(deps, principal, params.id, body)),
    ),
  };
}
