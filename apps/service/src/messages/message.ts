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

/** Why a document did not arrive: each code of `lastErrorCode`, and what it means. */
export const MESSAGE_ERRORS = {
  PARTICIPANT_NOT_FOUND: 'The receiver is not on Peppol.',
  DOCUMENT_TYPE_NOT_SUPPORTED: 'The receiver is on Peppol, but not for this document type.',
  PROCESS_NOT_SUPPORTED: 'The receiver takes the document type in another process only.',
  ENDPOINT_EXPIRED: "The receiver's entry names no endpoint that is active now.",
  SMP_RESPONSE_INVALID: "The receiver's SMP answered what cannot be used.",
  DNS_UNAVAILABLE: 'DNS did not say where the receiver is.',
  SMP_UNAVAILABLE: "The receiver's SMP did not answer.",
  CONNECTION_FAILED: "The receiver's access point could not be connected to, or is left alone for a minute.",
  TLS_FAILED: "TLS with the receiver's access point failed.",
  TIMEOUT: "The receiver's access point did not answer in time.",
  RECEIVER_CERTIFICATE_INVALID: "The certificate of the receiver's access point is not to be trusted.",
  RECEIVER_CERTIFICATE_REVOKED: "The certificate of the receiver's access point was revoked.",
  REVOCATION_UNKNOWN: 'Nobody said whether a certificate of the receiver was revoked.',
  AS4_ERROR: "The receiver's access point refused the message.",
  AS4_RECEIPT_INVALID: 'The answer was no Receipt, or one that proves nothing.',
  PAYLOAD_DAMAGED: 'What is kept of the document is not what was submitted; it was not sent.',
  RESTORED_FROM_BACKUP: 'It was on its way when the backup was made that was restored: it may have arrived.',
  INTERNAL_ERROR: 'Something went wrong on our side, five times.',
} as const;
export type MessageErrorCode = keyof typeof MESSAGE_ERRORS;
