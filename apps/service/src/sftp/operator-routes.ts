import { Type } from 'typebox';
import { actingOperator } from '../platform/access/actor.ts';
import {
  created,
  noContent,
  ok,
  operatorEndpoint,
  strictObject,
  withReason,
} from '../platform/http/endpoint.ts';
import { idParams } from '../platform/http/fields.ts';
import { pageFields, pageQuery } from '../platform/http/page.ts';
import { authMethod, loginSchema, loginStatus } from './login-schema.ts';
import { changeLogin, createLogin, deleteLogin, unlockLogin } from './operate-logins.ts';
import { listForOperator } from './operator-list.ts';

const tags = ['SFTP logins'];
const publicKey = Type.Optional(
  Type.String({ maxLength: 16_384, description: 'One or more, a line each, as ssh-keygen writes them.' }),
);
const made = Type.Object({
  login: loginSchema,
  password: Type.Optional(Type.String({ description: 'In this answer and nowhere else.' })),
});

const someAddress = {
  body: strictObject({
    address: Type.Optional(Type.String({ maxLength: 45, description: 'As in lockedAddresses.' })),
    ...withReason.body.properties,
  }),
  bodyMayMiss: true,
} as const;

/** Logins are made, disabled and given new credentials by the operator's people. [SFT-1] */
export function sftpOperatorRoutes(deps: Parameters<typeof listForOperator>[0]) {
  return {
    list: operatorEndpoint(
      {
        summary: 'SFTP logins of every account, newest first',
        tags,
        querystring: strictObject({ accountId: Type.Optional(Type.String()), ...pageQuery }),
        response: {
          200: Type.Object({
            logins: Type.Array(
              Type.Object(
                { accountId: Type.String(), ...loginSchema.properties },
                { title: 'OperatorSftpLogin' },
              ),
            ),
            ...pageFields,
          }),
        },
      },
      async ({ query }) => ok(await listForOperator(deps, query)),
    ),
    create: operatorEndpoint(
      {
        summary: 'Make an SFTP login; a password is in this answer and nowhere else',
        tags,
        body: strictObject({
          accountId: Type.String(),
          companyId: Type.Optional(Type.String()),
          username: Type.String({ maxLength: 64 }),
          authMethod,
          publicKey,
        }),
        response: { 201: made },
      },
      async ({ principal, body }) => created(await createLogin(deps, body, actingOperator(principal))),
    ),
    change: operatorEndpoint(
      {
        summary: 'Disable or enable an SFTP login, or give it new credentials',
        tags,
        params: idParams,
        body: strictObject({
          status: Type.Optional(loginStatus),
          authMethod: Type.Optional(authMethod),
          publicKey,
          resetPassword: Type.Optional(Type.Literal(true)),
        }),
        response: { 200: made },
      },
      async ({ principal, params: { id }, body }) =>
        ok(await changeLogin(deps, id, body, actingOperator(principal))),
    ),
    unlock: operatorEndpoint(
      {
        summary: 'Let in again the addresses that an SFTP login is locked for, or one of them',
        description: 'Wrong passwords are counted anew from there.',
        tags,
        params: idParams,
        ...someAddress,
        response: { 200: loginSchema },
      },
      async ({ principal, params: { id }, body }) =>
        ok(await unlockLogin(deps, id, body, actingOperator(principal))),
    ),
    remove: operatorEndpoint(
      {
        summary: 'Delete an SFTP login; what it uploaded stays',
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
      async ({ principal, params: { id } }) => {
        await deleteLogin(deps, id, actingOperator(principal));
        return noContent();
      },
    ),
  };
}
