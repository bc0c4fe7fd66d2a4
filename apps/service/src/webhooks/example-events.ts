import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import type { MessageStatus } from '../messages/message.ts';
import { messageEvent, type ToldMessage } from '../messages/transition.ts';
import type { ParticipantStatus } from '../participants/participant.ts';
import { participantEvent } from '../participants/transition.ts';
import {
  EVENT_TYPES,
  type EventBody,
  type EventType,
  exportEvent,
  type PappelEvent,
} from '../platform/events/event.ts';
import { LogEvent } from '../platform/events/log-event.ts';
import { type AccountId, type CompanyId, type EventId, type Id, parseId } from '../platform/ids.ts';
import { disabledEvent, failingEvent } from './health.ts';
import { testEvent, webhookTest } from './try-out.ts';

const AT = new Date('2026-11-21T10:00:00.000Z');

function idOf<Name extends string>(end: string): Id<Name> {
  const id = parseId<Name>(`0198a1b2-0000-7000-8000-${end.padStart(12, '0')}`);
  if (!id) throw new Error(`${end} ends no id`);
  return id;
}

function participantOf(text: string): ParticipantId {
  const id = parseParticipantId(text);
  if (!id) throw new Error(`${text} is no participant`);
  return id;
}

const ACCOUNT: AccountId = idOf('a');
const OF_A_COMPANY = { account_id: ACCOUNT, company_id: idOf<'Company'>('c') };

/** Rows as they stand in the database, as far as events speak of them. */
const MESSAGE = {
  ...OF_A_COMPANY,
  id: idOf<'Message'>('d0'),
  participant_id: idOf<'Participant'>('f0'),
  verdict: 'VALID' as const,
  sender: participantOf('0007:5567321707'),
  receiver: participantOf('0192:991825827'),
  type: 'invoice',
  external_reference: 'order 4711',
  document_number: 'INV-1',
  last_error_code: null,
  last_error_message: null,
  validation_errors_total: 0,
  validation_warnings: 0,
};
const PARTICIPANT = {
  ...OF_A_COMPANY,
  id: MESSAGE.participant_id,
  address: MESSAGE.sender,
  status_reason: null,
};
const WEBHOOK = {
  ...OF_A_COMPANY,
  id: idOf<'Webhook'>('b0'),
  url: 'https://erp.example.org/peppol',
  status: 'ACTIVE' as const,
};

const outbound = (status: MessageStatus, fields: Partial<ToldMessage> = {}) =>
  messageEvent({ ...MESSAGE, direction: 'OUTBOUND', status, ...fields });
const inbound = (status: MessageStatus) => messageEvent({ ...MESSAGE, direction: 'INBOUND', status });
const participant = (status: ParticipantStatus, reason: string | null = null) =>
  participantEvent({ ...PARTICIPANT, status, status_reason: reason });
const failed = (code: string, message: string) => ({ last_error_code: code, last_error_message: message });

const UNJUDGED = { verdict: 'PENDING' } as const;
const ACCEPTED = { status: 'ACCEPTED', code: 'AP', receivedAt: AT.toISOString(), issueCount: 0 };

/** By the code that records them, which a change of an event changes with it. */
const EXAMPLES: Record<Exclude<EventType, 'webhook.test'>, PappelEvent> = {
  'document.queued_validation': outbound('QUEUED_VALIDATION', UNJUDGED),
  'document.valid': messageEvent({ ...MESSAGE, direction: 'OUTBOUND', status: 'QUEUED' }, 'document.valid'),
  'document.validation_failed': outbound('VALIDATION_FAILED', {
    verdict: 'VALIDATION_FAILED',
    validation_errors_total: 2,
  }),
  'document.queued': outbound('QUEUED', { verdict: 'SKIPPED' }),
  'document.sending': outbound('SENDING'),
  'document.send_retry': outbound(
    'SEND_RETRY',
    failed('TIMEOUT', 'The access point did not answer in time.'),
  ),
  'document.as4_accepted': outbound('AS4_ACCEPTED'),
  'document.send_failed': outbound('SEND_FAILED', failed('AS4_ERROR', 'EBMS:0004: Other')),
  'document.discovery_failed': outbound(
    'DISCOVERY_FAILED',
    failed('PARTICIPANT_NOT_FOUND', 'The receiver is not registered on the network.'),
  ),
  'document.mls_received': messageEvent(
    { ...MESSAGE, direction: 'OUTBOUND', status: 'AS4_ACCEPTED' },
    'document.mls_received',
    { mls: ACCEPTED },
  ),
  'document.received': inbound('CUSTOMER_DELIVERY_QUEUED'),
  'document.waiting': messageEvent(
    { ...MESSAGE, direction: 'INBOUND', status: 'CUSTOMER_DELIVERY_QUEUED' },
    'document.waiting',
  ),
  'document.acknowledged': inbound('ACKNOWLEDGED'),
  'participant.pending_approval': participant('PENDING_APPROVAL'),
  'participant.ready': participant('READY'),
  'participant.registering': participant('REGISTERING'),
  'participant.active': participant('ACTIVE'),
  'participant.suspended': participant('SUSPENDED', 'The contract has ended.'),
  'participant.deactivating': participant('DEACTIVATING'),
  'participant.deactivated': participant('DEACTIVATED'),
  'participant.rejected': participant('REJECTED', 'The number belongs to another company.'),
  'participant.error': participant('ERROR', 'The SML refused the registration.'),
  'export.done': exportEvent(ACCOUNT, { exportId: WEBHOOK.id, status: 'DONE' }),
  'export.failed': exportEvent(ACCOUNT, {
    exportId: WEBHOOK.id,
    status: 'FAILED',
    error: 'The disk is full.',
  }),
  'webhook.failing': failingEvent(WEBHOOK, new Date('2026-11-20T09:00:00.000Z')),
  'webhook.disabled': disabledEvent(WEBHOOK, 'FAILING'),
};

const eventIdOf = (type: EventType): EventId =>
  idOf(`e${String(EVENT_TYPES.indexOf(type)).padStart(4, '0')}`);

/** What an event of this type would say in an account. Its ids lead nowhere, so that nobody takes it for a fact. */
export function exampleEvent(type: EventType, accountId: AccountId, companyId: CompanyId): PappelEvent {
  const example = type === 'webhook.test' ? webhookTest(WEBHOOK) : EXAMPLES[type];
  const { messageId: _, participantId: __, ...rest } = example;
  return { ...rest, accountId, companyId: example.companyId && companyId } as PappelEvent;
}

/** A body of each event as every channel sends it. */
export function exampleBody(type: EventType): EventBody {
  if (type === 'webhook.test')
    return { ...testEvent(WEBHOOK).body, id: eventIdOf(type), timestamp: AT.toISOString() };
  return LogEvent.outside(EXAMPLES[type], { id: eventIdOf(type), at: AT }).body;
}
