import { Type } from 'typebox';
import { actingOperator } from '../platform/access/actor.ts';
import { ok, operatorEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { oneOf } from '../platform/http/fields.ts';
import { resumeAccount, suspendAccount } from './suspend.ts';

const tags = ['Accounts'];
const move = {
  tags,
  params: Type.Object({ id: Type.String() }),
  body: strictObject({ reason: Type.Optional(Type.String({ maxLength: 500 })) }),
  bodyMayMiss: true,
  response: { 200: Type.Object({ id: Type.String(), status: oneOf(['ACTIVE', 'SUSPENDED', 'CLOSED']) }) },
} as const;

/** What the operator's people see and do of accounts. */
export function accountOperatorRoutes(deps: Parameters<typeof suspendAccount>[0]) {
  return {
    suspend: operatorEndpoint(
      { ...move, summary: 'Suspend an account: it reads, and neither sends nor changes' },
      async ({ principal, params: { id }, body: { reason } }) =>
        ok(await suspendAccount(deps, id, reason, actingOperator(principal))),
    ),
    resume: operatorEndpoint(
      { ...move, summary: 'End the suspension of an account' },
      async ({ principal, params: { id } }) => ok(await resumeAccount(deps, id, actingOperator(principal))),
    ),
  };
}
