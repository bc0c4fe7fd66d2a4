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

/** Every status of an account. What may follow which stands in accounts/account-status.ts. [ACC-5] */
export const ACCOUNT_STATUS_NAMES = [
  'ACTIVE',
  'SUSPENDED',
  'CLOSING',
  'CLOSED',
  'DELETING',
  'DELETED',
] as const;
export type AccountStatus = (typeof ACCOUNT_STATUS_NAMES)[number];

/** Those in which its people, keys and programs come in; in all others every door is shut. [OPR-24] */
export const OPEN_ACCOUNTS = ['ACTIVE', 'SUSPENDED'] as const satisfies readonly AccountStatus[];
export type OpenAccountStatus = (typeof OPEN_ACCOUNTS)[number];

export const isOpenAccount = (status: AccountStatus): status is OpenAccountStatus =>
  (OPEN_ACCOUNTS as readonly AccountStatus[]).includes(status);

export const EXPORT_STATUSES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'EXPIRED'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** What is done when an account is closed, one after the other; accounts/closing-steps.ts says how. [OPR-23] */
export const CLOSING_STEPS = [
  'UPLOADS',
  'ADDRESSES',
  'DOCUMENTS',
  'EXPORT',
  'ACCESS',
  'KEPT',
  'DELETING',
  'DELETED',
] as const;
export type ClosingStep = (typeof CLOSING_STEPS)[number];
