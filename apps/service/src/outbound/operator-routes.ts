import { Type } from 'typebox';
import { messageSchema } from '../messages/message-schema.ts';
import { actingOperator } from '../platform/access/actor.ts';
import { ok, operatorEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { retryMessage } from './retry.ts';

const tags = ['Documents'];

/** What the operator's people do about documents that do not get through. */
export function outboundOperatorRoutes(deps: Parameters<typeof retryMessage>[0]) {
  return {
    retry: operatorEndpoint(
      {
        summary: 'Send a document that failed again',
        tags,
        params: Type.Object({ id: Type.String() }),
        body: strictObject({}),
        bodyMayMiss: true,
        response: { 200: messageSchema },
      },
      async ({ principal, params: { id } }) => ok(await retryMessage(deps, id, actingOperator(principal))),
    ),
  };
}
