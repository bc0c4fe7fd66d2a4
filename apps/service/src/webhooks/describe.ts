import { Type } from 'typebox';
import { EVENT_TYPES, type EventType } from '../platform/events/event.ts';
import { exampleBody } from './example-events.ts';

/** What each event says, in a sentence. */
const MEANINGS: Record<EventType, string> = {
  'document.queued_validation': 'A document was submitted and waits to be validated',
  'document.valid': 'A document is valid and waits to be sent',
  'document.validation_failed': 'A document breaks its rules and is not sent',
  'document.queued': 'A document waits to be sent, without validation or once more',
  'document.sending': 'A document is on its way',
  'document.send_retry': 'A document could not be sent now; it is tried again',
  'document.as4_accepted': "The recipient's access point has taken the document",
  'document.send_failed': 'A document could not be sent, for good',
  'document.discovery_failed': 'The recipient of a document could not be found on the network',
  'document.mls_received': "The recipient's provider has said what became of a document",
  'document.received': 'A document came in and waits to be collected',
  'document.waiting': 'Nobody has collected an inbound document for a day',
  'document.acknowledged': 'An inbound document was acknowledged',
  'participant.pending_approval': 'A participant waits for the approval of the operator',
  'participant.ready': 'A participant was approved, or is no longer published, and may send',
  'participant.registering': 'A participant is being published',
  'participant.active': 'A participant can be found on the network and receives',
  'participant.suspended': 'A participant exchanges nothing for the time being',
  'participant.deactivating': 'A participant is being withdrawn',
  'participant.deactivated': 'A participant was withdrawn',
  'participant.rejected': 'A participant was not approved',
  'participant.error': 'The registration of a participant failed',
  'export.done': 'An export of the account can be downloaded',
  'export.failed': 'An export of the account failed',
  'webhook.test': 'A test that somebody asked for; it stands in no log',
  'webhook.failing': 'No delivery to a webhook endpoint has succeeded for a day',
  'webhook.disabled': 'A webhook endpoint hears of nothing any more',
};

const text = (description?: string) => Type.String(description === undefined ? {} : { description });
const optional = (description?: string) => Type.Optional(text(description));

const DATA = {
  document: Type.Object({
    messageId: text(),
    direction: Type.Union([Type.Literal('INBOUND'), Type.Literal('OUTBOUND')]),
    status: text('At that moment; GET /v1/messages/{id} answers the present one.'),
    verdict: optional(),
    sender: text(),
    receiver: text(),
    type: optional(),
    externalReference: optional(),
    documentNumber: optional(),
    lastErrorCode: optional(),
    lastErrorMessage: optional('The first 1,000 characters.'),
    validationErrorCount: Type.Optional(Type.Integer()),
    mls: Type.Optional(
      Type.Object({
        status: text(),
        code: optional(),
        description: optional(),
        receivedAt: optional(),
        issueCount: Type.Integer(),
      }),
    ),
  }),
  participant: Type.Object({
    participantId: text(),
    address: text(),
    status: text(),
    statusReason: optional(),
  }),
  export: Type.Object({ exportId: text(), status: text(), error: optional() }),
  webhook: Type.Object({
    webhookId: text(),
    url: text(),
    status: text(),
    disabledReason: optional(),
    failingSince: optional(),
  }),
};

type Subject = keyof typeof DATA;
const subjectOf = (type: EventType): Subject => type.slice(0, type.indexOf('.')) as Subject;

const bodySchema = (type: EventType) =>
  Type.Object({
    id: text('The same in every channel and on every attempt; also sent as webhook-id.'),
    type: Type.Literal(type),
    version: Type.Integer({ description: 'Of the body.' }),
    timestamp: text(),
    accountId: text(),
    companyId: optional('Absent for what belongs to the account as a whole.'),
    test: Type.Optional(
      Type.Literal(true, {
        description: 'Asked for in the sandbox: nothing of it happened. Absent otherwise.',
      }),
    ),
    data: DATA[subjectOf(type)],
  });

const HEADERS = {
  'webhook-id': 'The id of the event, the same on every attempt: what came twice is known by it.',
  'webhook-timestamp': 'Seconds since 1970, of the attempt. Refuse what is more than five minutes off.',
  'webhook-signature': 'v1, and the base64 HMAC-SHA256 of id.timestamp.body. [Standard Webhooks 1.0.0]',
};

const parameters = Object.entries(HEADERS).map(([name, description]) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
}));

const responses = {
  '2XX': { description: 'Received. The body is looked at by people only.' },
  '410': { description: 'Gone: the endpoint is disabled.' },
  default: { description: 'Tried again, ten times in three days; Retry-After is honoured up to a day.' },
};

/** Every event under `webhooks` of the OpenAPI description. */
export const describeWebhooks = () =>
  Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: type,
          summary: MEANINGS[type],
          tags: ['Webhooks'],
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: bodySchema(type), example: exampleBody(type) } },
          },
          responses,
        },
      },
    ]),
  );
