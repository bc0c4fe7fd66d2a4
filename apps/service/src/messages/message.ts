import type { MessageStatus } from '../platform/statuses.ts';

export type { MessageStatus };

/** Every status of a message, which may follow it, and whether it is the end. [MSG-11, MSG-23] */
export const MESSAGE_STATUSES: Readonly<
  Record<MessageStatus, { next: readonly MessageStatus[]; isFinal: boolean }>
> = {
  QUEUED_VALIDATION: { next: ['QUEUED', 'VALIDATION_FAILED', 'SEND_FAILED'], isFinal: false },
  VALIDATION_FAILED: { next: [], isFinal: true },
  QUEUED: { next: ['SENDING', 'SEND_FAILED'], isFinal: false },
  SENDING: { next: ['AS4_ACCEPTED', 'SEND_RETRY', 'SEND_FAILED', 'DISCOVERY_FAILED'], isFinal: false },
  SEND_RETRY: { next: ['SENDING', 'SEND_FAILED'], isFinal: false },
  AS4_ACCEPTED: { next: [], isFinal: true },
  SEND_FAILED: { next: ['QUEUED_VALIDATION', 'QUEUED'], isFinal: true },
  DISCOVERY_FAILED: { next: ['QUEUED'], isFinal: true },
  CUSTOMER_DELIVERY_QUEUED: { next: ['ACKNOWLEDGED'], isFinal: false },
  ACKNOWLEDGED: { next: [], isFinal: true },
};

export function mayFollow(from: MessageStatus, to: MessageStatus): boolean {
  return MESSAGE_STATUSES[from].next.includes(to);
}

/** The catalogue of contract 3: why a document did not arrive. */
export type MessageErrorCode =
  | 'PARTICIPANT_NOT_FOUND'
  | 'DOCUMENT_TYPE_NOT_SUPPORTED'
  | 'PROCESS_NOT_SUPPORTED'
  | 'ENDPOINT_EXPIRED'
  | 'SMP_RESPONSE_INVALID'
  | 'DNS_UNAVAILABLE'
  | 'SMP_UNAVAILABLE'
  | 'CONNECTION_FAILED'
  | 'TLS_FAILED'
  | 'TIMEOUT'
  | 'RECEIVER_CERTIFICATE_INVALID'
  | 'RECEIVER_CERTIFICATE_REVOKED'
  | 'REVOCATION_UNKNOWN'
  | 'AS4_ERROR'
  | 'AS4_RECEIPT_INVALID'
  | 'PAYLOAD_DAMAGED'
  | 'RESTORED_FROM_BACKUP'
  | 'INTERNAL_ERROR';
