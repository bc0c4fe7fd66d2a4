/** The status marks: full is done, half moves, hollow waits, hollow with a core is tried again, broken has stopped. */
export type Mark = 'done' | 'wait' | 'move' | 'retry' | 'stop' | 'rest' | 'unk';
export type Tone = 'done' | 'wait' | 'move' | 'stop' | 'rest';

/** How a status is shown: its word, its tone and mark. */
export interface StatusWords {
  label: string;
  tone: Tone;
  mark: Mark;
}

export const MESSAGE_STATUSES = {
  QUEUED_VALIDATION: { label: 'Checking', tone: 'move', mark: 'move' },
  VALIDATION_FAILED: { label: 'Rejected', tone: 'stop', mark: 'stop' },
  QUEUED: { label: 'Ready to go', tone: 'move', mark: 'move' },
  SENDING: { label: 'On its way', tone: 'move', mark: 'move' },
  SEND_RETRY: { label: 'Retrying', tone: 'wait', mark: 'retry' },
  AS4_ACCEPTED: { label: 'Delivered', tone: 'done', mark: 'done' },
  SEND_FAILED: { label: 'Not delivered', tone: 'stop', mark: 'stop' },
  DISCOVERY_FAILED: { label: 'Not reachable', tone: 'stop', mark: 'stop' },
  CUSTOMER_DELIVERY_QUEUED: { label: 'To collect', tone: 'move', mark: 'wait' },
  ACKNOWLEDGED: { label: 'Collected', tone: 'rest', mark: 'rest' },
} as const satisfies Record<string, StatusWords>;

export type MessageStatus = keyof typeof MESSAGE_STATUSES;

/** Delivered, but the receiver's side said no afterwards. */
export const REFUSED: StatusWords = { label: 'Delivered, refused', tone: 'stop', mark: 'stop' };

export const PARTICIPANT_STATUSES = {
  PENDING_APPROVAL: { label: 'Waiting for approval', tone: 'wait', mark: 'wait' },
  READY: { label: 'Ready to send', tone: 'done', mark: 'done' },
  REGISTERING: { label: 'Being published', tone: 'move', mark: 'move' },
  ACTIVE: { label: 'On the network', tone: 'done', mark: 'done' },
  SUSPENDED: { label: 'Suspended', tone: 'stop', mark: 'stop' },
  DEACTIVATING: { label: 'Being withdrawn', tone: 'move', mark: 'move' },
  DEACTIVATED: { label: 'Withdrawn', tone: 'rest', mark: 'rest' },
  REJECTED: { label: 'Not approved', tone: 'stop', mark: 'stop' },
  ERROR: { label: 'Registration failed', tone: 'stop', mark: 'stop' },
} as const satisfies Record<string, StatusWords>;

/** The words of a status; one that this console does not know yet is shown as it is. */
export function wordsOf(table: Readonly<Record<string, StatusWords>>, status: string): StatusWords {
  return Object.hasOwn(table, status)
    ? (table[status] as StatusWords)
    : { label: status, tone: 'rest', mark: 'rest' };
}

/** The sieve above the list of documents: statuses that mean the same to a person stand together. */
export const SIEVE = [
  { label: 'Delivered', tone: 'done', mark: 'done', statuses: ['AS4_ACCEPTED'] },
  { label: 'On its way', tone: 'move', mark: 'move', statuses: ['QUEUED_VALIDATION', 'QUEUED', 'SENDING'] },
  { label: 'Retrying', tone: 'wait', mark: 'retry', statuses: ['SEND_RETRY'] },
  { label: 'To collect', tone: 'move', mark: 'wait', statuses: ['CUSTOMER_DELIVERY_QUEUED'] },
  { label: 'Collected', tone: 'rest', mark: 'rest', statuses: ['ACKNOWLEDGED'] },
  { label: 'Rejected', tone: 'stop', mark: 'stop', statuses: ['VALIDATION_FAILED'] },
  { label: 'Not reachable', tone: 'stop', mark: 'stop', statuses: ['DISCOVERY_FAILED'] },
  { label: 'Not delivered', tone: 'stop', mark: 'stop', statuses: ['SEND_FAILED'] },
] as const satisfies readonly (StatusWords & { statuses: readonly MessageStatus[] })[];
