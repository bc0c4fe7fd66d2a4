import { Type } from 'typebox';
import { actingOperator } from '../platform/access/actor.ts';
import { ok, operatorEndpoint, strictObject, withReason } from '../platform/http/endpoint.ts';
import { idParams, oneOf } from '../platform/http/fields.ts';
import { pageFields, pageQuery, periodQuery, searchQuery } from '../platform/http/page.ts';
import {
  approveParticipant,
  rejectParticipant,
  resumeParticipant,
  retryParticipant,
  suspendParticipant,
} from './operate.ts';
import { listForOperator, readForOperator } from './operator-list.ts';
import { operatorParticipantSchema, PARTICIPANT_NAMES, participantSchema } from './participant-schema.ts';

const tags = ['Addresses'];

/** What the operator's people see and do of addresses of every account. */
export function participantOperatorRoutes(deps: Parameters<typeof listForOperator>[0]) {
  const move = (summary: string, work: typeof approveParticipant) =>
    operatorEndpoint(
      { summary, tags, params: idParams, ...withReason, response: { 200: participantSchema } },
      async ({ principal, params: { id }, body: { reason } }) =>
        ok(await work(deps, id, reason, actingOperator(principal))),
    );
  return {
    list: operatorEndpoint(
      {
        summary: 'Addresses of every account, newest first',
        description: 'counts are of the other filters, whatever the status.',
        tags,
        querystring: strictObject({
          status: Type.Optional(
            Type.Array(oneOf(PARTICIPANT_NAMES), {
              maxItems: PARTICIPANT_NAMES.length,
              description: 'One of these; repeat it for several.',
            }),
          ),
          accountId: Type.Optional(Type.String()),
          counts: Type.Optional(Type.Boolean()),
          ...searchQuery,
          ...periodQuery,
          ...pageQuery,
        }),
        response: {
          200: Type.Object({
            participants: Type.Array(operatorParticipantSchema),
            counts: Type.Optional(
              Type.Object({ total: Type.Integer(), byStatus: Type.Record(Type.String(), Type.Integer()) }),
            ),
            ...pageFields,
          }),
        },
      },
      async ({ query }) => ok(await listForOperator(deps, query)),
    ),
    read: operatorEndpoint(
      {
        summary: 'One address, whose it is, and what was looked at',
        tags,
        params: idParams,
        response: { 200: operatorParticipantSchema },
      },
      async ({ params: { id } }) => ok(await readForOperator(deps, id)),
    ),
    approve: move('Approve an address, which leads to its publication', approveParticipant),
    reject: move('Reject an address, with a reason for its customer to read', rejectParticipant),
    suspend: move('Stop an address: it neither sends nor receives', suspendParticipant),
    resume: move('End the suspension of an address', resumeParticipant),
    retry: move('Try a failed registration again', retryParticipant),
  };
}
