import { Type } from 'typebox';
import { actingOperator } from '../platform/access/actor.ts';
import { created, ok, operatorEndpoint, strictObject, withReason } from '../platform/http/endpoint.ts';
import { countryCodeField, emailField, idParams, nameField, oneOf } from '../platform/http/fields.ts';
import { pageFields, pageQuery, periodQuery, searchQuery } from '../platform/http/page.ts';
import { openAccount } from './open-account.ts';
import { listAccounts, readAccount } from './operator-list.ts';
import { accountDetail, accountRow, accountStatus, statusCounts } from './operator-schema.ts';
import { resetOwner } from './reset-owner.ts';
import { resumeAccount, suspendAccount } from './suspend.ts';

const tags = ['Accounts'];
const text = Type.String();
const number = Type.String({ minLength: 1, maxLength: 100 });
const move = {
  tags,
  params: idParams,
  ...withReason,
  response: { 200: Type.Object({ id: text, status: accountStatus }) },
} as const;

export type AccountDeps = Parameters<typeof listAccounts>[0];

/** Accounts as the operator's people see and move them. */
export function accountOperatorRoutes(deps: AccountDeps) {
  return {
    list: operatorEndpoint(
      {
        summary: 'Accounts, newest first',
        description:
          'q is part of a name or number, the whole e-mail address of one of its people, one of its Peppol addresses, or its id.',
        tags,
        querystring: strictObject({
          status: Type.Optional(accountStatus),
          counts: Type.Optional(Type.Boolean()),
          ...searchQuery,
          ...periodQuery,
          ...pageQuery,
        }),
        response: {
          200: Type.Object({
            accounts: Type.Array(accountRow),
            counts: Type.Optional(statusCounts),
            ...pageFields,
          }),
        },
      },
      async ({ query }) => ok(await listAccounts(deps, query)),
    ),
    read: operatorEndpoint(
      {
        summary: 'One account, with its companies, people and figures',
        tags,
        params: idParams,
        response: { 200: accountDetail },
      },
      async ({ params: { id } }) => ok(await readAccount(deps, id)),
    ),
    suspend: operatorEndpoint(
      { ...move, summary: 'Suspend an account: it reads, and neither sends nor changes' },
      async ({ principal, params: { id }, body: { reason } }) =>
        ok(await suspendAccount(deps, id, reason, actingOperator(principal))),
    ),
    resume: operatorEndpoint(
      { ...move, summary: 'End the suspension of an account' },
      async ({ principal, params: { id }, body: { reason } }) =>
        ok(await resumeAccount(deps, id, reason, actingOperator(principal))),
    ),
  };
}

const reset = Type.Object({
  userId: text,
  name: text,
  email: text,
  link: Type.Optional(Type.String({ description: 'To choose a password; in this answer and nowhere else.' })),
  expiresAt: Type.Optional(text),
  password: Type.Optional(
    Type.String({ description: 'To be passed on and replaced; in this answer and nowhere else.' }),
  ),
});

/** The beginning of one, and a way back in. */
export function accountOpeningRoutes(deps: AccountDeps & { publicUrl: string }) {
  return {
    resetOwner: operatorEndpoint(
      {
        summary: "A way back in for an owner who is lost; the account's audit shows it",
        tags,
        params: idParams,
        body: strictObject({
          userId: Type.Optional(
            Type.String({ description: 'Which owner; the longest-standing one when omitted.' }),
          ),
          how: oneOf(['link', 'password']),
          reason: Type.String({ minLength: 1, maxLength: 500 }),
        }),
        response: { 200: reset },
      },
      async ({ principal, params: { id }, body }) =>
        ok(await resetOwner(deps, id, body, actingOperator(principal))),
    ),
    open: operatorEndpoint(
      {
        summary: 'Open an account, with an owner whose password is passed on once',
        tags,
        body: strictObject({
          account: strictObject({
            name: Type.Optional(nameField()),
            legalName: nameField(),
            countryCode: countryCodeField(),
            registrationNumber: Type.Optional(number),
            vatNumber: Type.Optional(number),
          }),
          owner: strictObject({
            name: Type.Optional(nameField()),
            email: emailField(),
          }),
        }),
        response: {
          201: Type.Object({
            account: accountDetail,
            owner: Type.Object({ id: text, name: text, email: text }),
            password: Type.String({ description: 'In this answer and nowhere else; it must be changed.' }),
          }),
        },
      },
      async ({ principal, body }) => created(await openAccount(deps, body, actingOperator(principal))),
    ),
  };
}
