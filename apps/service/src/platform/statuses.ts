/** Every status of a document. What may follow which stands in messages/message.ts. [MSG-11] */
export const MESSAGE_STATUS_NAMES = [
  'QUEUED_VALIDATION',
  'VALIDATION_FAILED',
  'QUEUED',
  'SENDING',
  'SEND_RETRY',
  'AS4_ACCEPTED',
  'SEND_FAILED',
  'DISCOVERY_FAILED',
  'CUSTOMER_DELIVERY_QUEUED',
  'ACKNOWLEDGED',
] as const;
export type MessageStatus = (typeof MESSAGE_STATUS_NAMES)[number];

/** Every status of a participant. What may follow which stands in participants/participant.ts. [PAR-18] */
export const PARTICIPANT_STATUS_NAMES = [
  'PENDING_APPROVAL',
  'REJECTED',
  'READY',
  'REGISTERING',
  'ACTIVE',
  'SUSPENDED',
  'ERROR',
  'DEACTIVATING',
  'DEACTIVATED',
] as const;
export type ParticipantStatus = (typeof PARTICIPANT_STATUS_NAMES)[number];
