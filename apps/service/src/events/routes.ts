import { Type } from 'typebox';
import { endpoint, ok, strictObject } from '../platform/http/endpoint.ts';
import { pageQuery, periodQuery } from '../platform/http/page.ts';
import { eventSchema } from './event-schema.ts';
import { listEvents } from './list.ts';

export function eventRoutes(deps: Parameters<typeof listEvents>[0]) {
  return {
    list: endpoint(
      {
        summary: 'What happened, oldest first',
        description:
          'The same events that webhooks and the stream tell. Keep lastSeq, and send it as after to go on from there: nothing is missed. A page may be short, or empty, and yet have a nextCursor. Events are kept for 90 days, or as the operator says.',
        tags: ['Events'],
        querystring: strictObject({
          after: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: Number.MAX_SAFE_INTEGER,
              description:
                'A place in the log: seq of an event, nextCursor or lastSeq. From the beginning when omitted.',
            }),
          ),
          limit: pageQuery.limit,
          type: Type.Optional(
            Type.Array(Type.String(), {
              maxItems: 50,
              description: 'Only these; may be given several times.',
            }),
          ),
          companyId: Type.Optional(Type.String()),
          ...periodQuery,
          wait: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 25,
              description: 'Seconds to wait for the next event when there is none yet.',
            }),
          ),
        }),
        response: {
          200: Type.Object({
            events: Type.Array(eventSchema),
            nextCursor: Type.Optional(Type.String({ description: 'There is more: send it as after.' })),
            lastSeq: Type.Integer({ description: 'How far was read.' }),
          }),
        },
      },
      async ({ principal, query }) => ok(await listEvents(deps, principal, query)),
    ),
  };
}
