import { Type } from 'typebox';
import { messageSchema } from '../messages/message-schema.ts';
import { actingOperator } from '../platform/access/actor.ts';
import { noContent, ok, operatorEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { idParams, oneOf } from '../platform/http/fields.ts';
import { closeCircuit, listCircuits, openCircuit } from './circuits.ts';
import { retryMessage, retryMessages } from './retry.ts';

const tags = ['Documents'];
const text = Type.String();
const endpointUrl = Type.String({ maxLength: 2_000 });
const reason = Type.String({ minLength: 1, maxLength: 500 });
const circuit = Type.Object(
  {
    endpointUrl: text,
    host: text,
    failures: Type.Integer(),
    state: oneOf(['OPEN', 'CLOSED'], { description: 'OPEN: nothing is sent there for now.' }),
    openUntil: Type.Optional(text),
    reason: Type.Optional(
      Type.String({ description: 'Why somebody holds it back; none where it only failed.' }),
    ),
    waiting: Type.Integer({ description: 'Documents that wait to be sent there again.' }),
  },
  { title: 'Circuit' },
);

type Deps = Parameters<typeof retryMessage>[0];

/** What the operator's people do about documents that do not get through. */
export function outboundOperatorRoutes(deps: Deps) {
  return {
    retry: operatorEndpoint(
      {
        summary: 'Send a document that failed again, or one that waits at once',
        tags,
        params: idParams,
        body: strictObject({}),
        bodyMayMiss: true,
        response: { 200: messageSchema },
      },
      async ({ principal, params: { id } }) => ok(await retryMessage(deps, id, actingOperator(principal))),
    ),
    retryMany: operatorEndpoint(
      {
        summary: 'Send all again that is stuck for one reason, or before one access point; a thousand a call',
        tags,
        body: strictObject({
          code: Type.Optional(Type.String({ maxLength: 64, description: 'lastErrorCode.' })),
          accessPoint: Type.Optional(Type.String({ maxLength: 64 })),
          accountId: Type.Optional(text),
        }),
        response: {
          200: Type.Object({
            retried: Type.Integer(),
            left: Type.Integer({ description: 'Ask again for these.' }),
          }),
        },
      },
      async ({ principal, body }) => ok(await retryMessages(deps, body, actingOperator(principal))),
    ),
  };
}

/** Access points that are left alone, because they failed or because somebody said so. */
export function circuitRoutes(deps: Deps) {
  return {
    list: operatorEndpoint(
      {
        summary: 'Endpoints of access points that failed, those left alone first',
        tags,
        response: { 200: Type.Object({ circuits: Type.Array(circuit) }) },
      },
      async () => ok({ circuits: await listCircuits(deps) }),
    ),
    open: operatorEndpoint(
      {
        summary: 'Leave an access point alone for a while; documents for it wait',
        tags,
        body: strictObject({ endpointUrl, minutes: Type.Integer({ minimum: 1, maximum: 1_440 }), reason }),
        response: { 204: Type.Null() },
      },
      async ({ principal, body }) => {
        await openCircuit(deps, body, actingOperator(principal));
        return noContent();
      },
    ),
    close: operatorEndpoint(
      {
        summary: 'Try an access point again from now on',
        tags,
        body: strictObject({ endpointUrl, reason: Type.Optional(reason) }),
        response: { 204: Type.Null() },
      },
      async ({ principal, body }) => {
        await closeCircuit(deps, body, actingOperator(principal));
        return noContent();
      },
    ),
  };
}
