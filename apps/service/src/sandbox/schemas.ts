import { Type } from 'typebox';
import { EVENT_TYPES } from '../platform/events/event.ts';
import { strictObject } from '../platform/http/endpoint.ts';
import { oneOf } from '../platform/http/fields.ts';
import { DOCUMENT_KINDS, SANDBOX_TYPES } from './far-side.ts';

const optional = Type.Optional(Type.String());

export const receiver = Type.Object(
  {
    name: Type.String(),
    peppolId: Type.String({ description: 'What to send to: receiver of POST /v1/messages.' }),
    about: Type.String(),
    outcome: Type.Object({
      status: Type.String({ description: 'Of the document that is sent there, in the end or for long.' }),
      lastErrorCode: optional,
      attempts: Type.Optional(Type.Integer()),
      mls: Type.Optional(Type.String({ description: 'mls.status, which follows later.' })),
    }),
  },
  { title: 'SandboxReceiver' },
);

export const askedInbound = strictObject({
  type: oneOf(SANDBOX_TYPES),
  participantId: Type.String({ description: 'It must be ACTIVE and receive the type.' }),
  kind: Type.Optional(oneOf(DOCUMENT_KINDS)),
});

export const askedEvent = strictObject({
  type: oneOf(EVENT_TYPES),
  companyId: Type.Optional(
    Type.String({ description: 'Whose event it is; the oldest company in reach when omitted.' }),
  ),
});

export const toldEvent = Type.Object({
  event: Type.Object(
    {
      id: Type.String(),
      type: oneOf(EVENT_TYPES),
      version: Type.Integer(),
      timestamp: Type.String(),
      accountId: Type.String(),
      companyId: optional,
      test: Type.Literal(true),
      data: Type.Object({}, { additionalProperties: true }),
    },
    { title: 'TestEvent' },
  ),
  webhookIds: Type.Array(Type.String(), {
    description: 'The endpoints that it goes to; GET /v1/webhooks/deliveries shows how they answer.',
  }),
});
