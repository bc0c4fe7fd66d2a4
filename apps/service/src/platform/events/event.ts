import type { AccountId, CompanyId } from '../ids.ts';

export const DOCUMENT_EVENTS = [
  'document.valid',
  'document.validation_failed',
  'document.queued',
  'document.sending',
  'document.send_retry',
  'document.as4_accepted',
  'document.send_failed',
  'document.discovery_failed',
  'document.received',
  'document.acknowledged',
  'document.mls_received',
] as const;
export type DocumentEventType = (typeof DOCUMENT_EVENTS)[number];

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

interface AnyEvent {
  accountId: AccountId;
  companyId: CompanyId;
}

/** Everything that can happen. A fact addressed to nobody: its readers are found by type. [contract L397] */
export type PappelEvent =
  | (AnyEvent & { type: DocumentEventType; data: DocumentEventData })
  | (AnyEvent & { type: `participant.${Lowercase<string>}`; data: ParticipantEventData });
