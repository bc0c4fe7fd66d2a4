import { Type } from 'typebox';
import { messageSchema } from '../messages/message-schema.ts';
import { accepted, created, endpoint, ok } from '../platform/http/endpoint.ts';
import type { WithFarSide } from './far-side.ts';
import { type RequestInboundDeps, requestInbound } from './request-inbound.ts';
import { askedEvent, askedInbound, receiver, toldEvent } from './schemas.ts';
import { type TriggerEventDeps, triggerEvent } from './trigger-event.ts';

const tags = ['Sandbox'];
export function sandboxRoutes(deps: RequestInboundDeps & TriggerEventDeps & WithFarSide) {
  return {
    receivers: endpoint(
      {
        summary: 'List receivers whose answer is known beforehand',
        description:
          'They are customers of another provider, which the local network plays: documents reach it by DNS, SMP and AS4. Nobody on a network that others keep.',
        tags,
        response: { 200: Type.Object({ receivers: Type.Array(receiver) }) },
      },
      async () => {
        const receivers = deps.identity.farSide?.receivers ?? [];
        return ok({
          receivers: receivers.map(({ name, participant, about, outcome }) => ({
            ...{ name, peppolId: participant, about, outcome },
          })),
        });
      },
    ),
    inbound: endpoint(
      {
        summary: 'Have a document sent to one of your participants, and answer it once it has arrived',
        description:
          'A true document over AS4, collected, acknowledged and counted as any other. Wrong ones arrive as well, with a verdict of VALIDATION_FAILED; what comes twice is there once. On the local network only.',
        tags,
        body: askedInbound,
        response: { 201: messageSchema },
      },
      async ({ principal, body }) => created(await requestInbound(deps, principal, body)),
    ),
    events: endpoint(
      {
        summary: 'Send an example of any event to your webhook endpoints',
        description:
          'To those that would hear of such an event of the company; the body says "test": true, and its ids lead nowhere. It stands in no log: neither the list of events nor the stream tells of it.',
        tags,
        body: askedEvent,
        response: { 202: toldEvent },
      },
      async ({ principal, body }) => accepted(await triggerEvent(deps, principal, body)),
    ),
  };
}
