import { Type } from 'typebox';
import { actingOperator } from '../platform/access/actor.ts';
import { invalidField } from '../platform/errors.ts';
import { ok, operatorEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { oneOf } from '../platform/http/fields.ts';
import {
  approveParticipant,
  rejectParticipant,
  resumeParticipant,
  retryParticipant,
  suspendParticipant,
} from './operate.ts';
import { listForOperator } from './operator-list.ts';
import { PARTICIPANT_NAMES, participantSchema } from './participant-schema.ts';

const tags = ['Addresses'];
const params = Type.Object({ id: Type.String() });
const move = {
  tags,
  params,
  body: strictObject({ reason: Type.Optional(Type.String({ maxLength: 500 })) }),
  bodyMayMiss: true,
  response: { 200: participantSchema },
} as const;

/** What the operator's people see and do of addresses of every account. */
export function participantOperatorRoutes(deps: Parameters<typeof listForOperator>[0]) {
  return {
    list: operatorEndpoint(
      {
        summary: 'Addresses of every account, oldest first',
        tags,
        querystring: strictObject({ status: Type.Optional(oneOf(PARTICIPANT_NAMES)) }),
        response: { 200: Type.Object({ participants: Type.Array(participantSchema) }) },
      },
      async ({ query }) => ok({ participants: await listForOperator(deps, query.status) }),
    ),
    approve: operatorEndpoint(
      { ...move, summary: 'Approve an address, which leads to its publication' },
      async ({ principal, params: { id } }) =>
        ok(await approveParticipant(deps, id, actingOperator(principal))),
    ),
    reject: operatorEndpoint(
      { ...move, summary: 'Reject an address, with a reason for its customer to read' },
      async ({ principal, params: { id }, body: { reason } }) => {
        if (!reason) throw invalidField('reason', 'is required; say why, for the customer to read');
        return ok(await rejectParticipant(deps, id, reason, actingOperator(principal)));
      },
    ),
    suspend: operatorEndpoint(
      { ...move, summary: 'Stop an address: it neither sends nor receives' },
      async ({ principal, params: { id }, body: { reason } }) =>
        ok(await suspendParticipant(deps, id, reason, actingOperator(principal))),
    ),
    resume: operatorEndpoint(
      { ...move, summary: 'End the suspension of an address' },
      async ({ principal, params: { id } }) =>
        ok(await resumeParticipant(deps, id, actingOperator(principal))),
    ),
    retry: operatorEndpoint(
      { ...move, summary: 'Try a failed registration again' },
      async ({ principal, params: { id } }) =>
        ok(await retryParticipant(deps, id, actingOperator(principal))),
    ),
  };
}
