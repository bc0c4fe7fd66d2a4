import { Type } from 'typebox';
import { actingOperator } from '../platform/access/actor.ts';
import { ok, operatorEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { idParams, oneOf } from '../platform/http/fields.ts';
import { ACCOUNT_STATUS_NAMES, CLOSING_STEPS, EXPORT_STATUSES } from '../platform/statuses.ts';
import { closeAccount, KEEP_DAYS, reopenAccount } from './close-account.ts';
import { handOverExport, viewOfClosing } from './closing-view.ts';

const tags = ['Accounts'];
const text = Type.String();
const some = Type.Optional(text);
const whole = Type.Integer();
const reason = Type.String({ minLength: 1, maxLength: 500 });
const bytes = Type.Optional(whole);
const sha256 = Type.Optional(Type.String({ description: 'Of the whole file, hexadecimal.' }));

const closing = Type.Object(
  {
    accountId: text,
    status: oneOf(ACCOUNT_STATUS_NAMES),
    waiting: Type.Object(
      {
        uploads: Type.Integer({ description: 'Files in an outbox that are still to be sent.' }),
        addresses: Type.Integer({ description: 'Addresses that are not withdrawn.' }),
        documents: Type.Integer({ description: 'Documents on their way to the network.' }),
        uncollected: Type.Integer({
          description:
            'Documents that came in and that nobody collected. Nobody waits for them: the export has them.',
        }),
      },
      { description: 'What closing waits for; of an account that is open, what it would wait for.' },
    ),
    closing: Type.Optional(
      Type.Object({
        step: oneOf(CLOSING_STEPS),
        reason: text,
        operatorName: text,
        keepDays: whole,
        beganAt: text,
        closedAt: some,
        deleteAfter: Type.Optional(
          Type.String({ description: 'When deletion begins; until then it can be taken back.' }),
        ),
        deletedAt: some,
        export: Type.Optional(
          Type.Object({
            status: oneOf(EXPORT_STATUSES),
            bytes,
            sha256,
            expiresAt: some,
          }),
        ),
      }),
    ),
  },
  { title: 'AccountClosing' },
);

/** The end of an account. */
export function accountClosingRoutes(deps: Parameters<typeof closeAccount>[0]) {
  return {
    read: operatorEndpoint(
      {
        summary: 'How far the closing of an account is, or what it would wait for',
        tags,
        params: idParams,
        response: { 200: closing },
      },
      async ({ params: { id } }) => ok(await viewOfClosing(deps, id)),
    ),
    close: operatorEndpoint(
      {
        summary: 'Close an account: shut at once, then its addresses, an export, and in the end its content',
        description:
          'Nobody of it comes in from now on. Its addresses are withdrawn, what is on its way is delivered, an export is made, credentials end; after keepDays its content is deleted. Each step goes on after an interruption.',
        tags,
        params: idParams,
        body: strictObject({
          reason,
          keepDays: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 3_650,
              description: `Days from its being closed until its content is deleted; ${KEEP_DAYS} when omitted.`,
            }),
          ),
        }),
        response: { 200: closing },
      },
      async ({ principal, params: { id }, body }) =>
        ok(await closeAccount(deps, id, body, actingOperator(principal))),
    ),
    reopen: operatorEndpoint(
      {
        summary: 'Take a closing back, until deletion begins',
        description: 'Withdrawn addresses stay withdrawn, and credentials that have ended stay ended.',
        tags,
        params: idParams,
        body: strictObject({ reason: Type.Optional(reason) }),
        bodyMayMiss: true,
        response: { 200: closing },
      },
      async ({ principal, params: { id }, body }) =>
        ok(await reopenAccount(deps, id, body.reason, actingOperator(principal))),
    ),
    handOver: operatorEndpoint(
      {
        summary: "The link to a closed account's export, to be handed over to the customer",
        description: 'Whoever has it can download. Both audits say who asked for it.',
        tags,
        params: idParams,
        body: strictObject({}),
        bodyMayMiss: true,
        response: {
          200: Type.Object({
            url: Type.String({ description: 'In this answer and nowhere else.' }),
            expiresAt: some,
            bytes,
            sha256,
          }),
        },
      },
      async ({ principal, params: { id } }) => ok(await handOverExport(deps, id, actingOperator(principal))),
    ),
  };
}
