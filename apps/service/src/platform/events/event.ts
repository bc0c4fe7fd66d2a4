import type { AccountId, CompanyId, MessageId, ParticipantRowId } from '../ids.ts';

/** What becomes of documents: one type for each status, and some plain words. [EVT-8] */
const DOCUMENT_EVENTS = [
  'document.queued_validation',
  'document.valid',
  'document.validation_failed',
  'document.queued',
  'document.sending',
  'document.send_retry',
  'document.as4_accepted',
  'document.send_failed',
  'document.discovery_failed',
  'document.mls_received',
  'document.received',
  'document.waiting',
  'document.acknowledged',
] as const;
export type DocumentEventType = (typeof DOCUMENT_EVENTS)[number];

/** One for each status of a participant. */
const PARTICIPANT_EVENTS = [
  'participant.pending_approval',
  'participant.ready',
  'participant.registering',
  'participant.active',
  'participant.suspended',
  'participant.deactivating',
  'participant.deactivated',
  'participant.rejected',
  'participant.error',
] as const;
export type ParticipantEventType = (typeof PARTICIPANT_EVENTS)[number];

const EXPORT_EVENTS = ['export.done', 'export.failed'] as const;
export type ExportEventType = (typeof EXPORT_EVENTS)[number];

const WEBHOOK_EVENTS = ['webhook.test', 'webhook.failing', 'webhook.disabled'] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

export const EVENT_TYPES = [
  ...DOCUMENT_EVENTS,
  ...PARTICIPANT_EVENTS,
  ...EXPORT_EVENTS,
  ...WEBHOOK_EVENTS,
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Of the body. A change that a reader of the one before would misunderstand makes a new version. */
export const EVENT_VERSION = 1;

export interface DocumentEventData {
  messageId: string;
  direction: 'INBOUND' | 'OUTBOUND';
  status: string;
  verdict?: string;
  sender: string;
  receiver: string;
  type?: string;
  externalReference?: string;
  documentNumber?: string;
  lastErrorCode?: string;
  lastErrorMessage?: string;
  validationErrorCount?: number;
  mls?: { status: string; code?: string; description?: string; receivedAt?: string; issueCount: number };
}

export interface ParticipantEventData {
  participantId: string;
  address: string;
  status: string;
  statusReason?: string;
}

export interface ExportEventData {
  exportId: string;
  status: 'DONE' | 'FAILED';
  error?: string;
}

export interface WebhookEventData {
  webhookId: string;
  url: string;
  status: 'ACTIVE' | 'DISABLED';
  disabledReason?: string;
  failingSince?: string;
}

interface AnyEvent {
  accountId: AccountId;
  /** Absent for what belongs to the account as a whole. */
  companyId?: CompanyId | undefined;
  /** What a timeline finds it by. */
  messageId?: MessageId;
  participantId?: ParticipantRowId;
}

/** Everything that can happen. A fact addressed to nobody: its readers are listed in readers.ts. [EVT-1] */
export type PappelEvent = AnyEvent &
  (
    | { type: DocumentEventType; data: DocumentEventData }
    | { type: ParticipantEventType; data: ParticipantEventData }
    | { type: ExportEventType; data: ExportEventData }
    | { type: WebhookEventType; data: WebhookEventData }
  );

/** How an export ended. */
export function exportEvent(accountId: AccountId, data: ExportEventData): PappelEvent {
  return { accountId, type: data.status === 'DONE' ? 'export.done' : 'export.failed', data };
}

/** What every channel says of an event: webhook, stream and list alike. [EVT-4] */
export interface EventBody {
  id: string;
  type: EventType;
  version: number;
  timestamp: string;
  accountId: string;
  companyId?: string;
  /** Somebody asked for it, and nothing of it happened. Absent otherwise. */
  test?: true;
  data: Record<string, unknown>;
}
