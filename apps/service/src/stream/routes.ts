import { Type } from 'typebox';
import { created, endpoint, ok, strictObject } from '../platform/http/endpoint.ts';
import type { LiveStreams } from './live-streams.ts';
import { issueTicket } from './ticket.ts';

const tags = ['Stream'];

export function streamRoutes(deps: Parameters<typeof issueTicket>[0] & { streams: LiveStreams }) {
  return {
    issueTicket: endpoint(
      {
        summary: 'Issue a ticket for the stream',
        description:
          'For who cannot send headers, such as EventSource in a browser. Opens one stream, within 60 seconds.',
        tags,
        response: { 201: Type.Object({ ticket: Type.String(), expiresAt: Type.String() }) },
      },
      async ({ principal }) => created(await issueTicket(deps, principal)),
    ),
    open: endpoint(
      {
        summary: 'What happens, as it happens',
        description:
          'Server-sent events: id is the place in the log, event the type, data the body that webhooks get too. A comment comes every 15 seconds. After a break send the last id as Last-Event-ID: nothing is missed for as long as events are kept; an id from before gives one event named reset. The stream ends with its session or key, and after about an hour.',
        tags,
        endless: true,
        querystring: strictObject({
          ticket: Type.Optional(
            Type.String({ description: 'From POST /v1/stream-tickets, instead of a header.' }),
          ),
          lastEventId: Type.Optional(
            Type.String({ maxLength: 40, description: 'The same as Last-Event-ID.' }),
          ),
        }),
        headers: Type.Object({ 'last-event-id': Type.Optional(Type.String({ maxLength: 40 })) }),
        response: {
          200: Type.Unsafe<string>({
            contentMediaType: 'text/event-stream',
            description: 'One event after another, as they happen.',
          }),
        },
      },
      async ({ principal, query, headers, connection }) =>
        ok(await deps.streams.open(principal, headers['last-event-id'] ?? query.lastEventId, connection), {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-cache, no-transform',
          'x-accel-buffering': 'no',
          // Once it has ended the connection is of no more use.
          connection: 'close',
        }),
    ),
  };
}
