import type { ParticipantStatus } from '../platform/statuses.ts';

export type { ParticipantStatus };

/** What can become of a participant, with a sentence each, and which status may follow which. [PAR-18] */
const PARTICIPANT_STATUSES: Readonly<
  Record<ParticipantStatus, { meaning: string; next: readonly ParticipantStatus[] }>
> = {
  PENDING_APPROVAL: { meaning: 'waiting for the operator', next: ['READY', 'REJECTED', 'DEACTIVATED'] },
  REJECTED: { meaning: 'not approved; a change asks again', next: ['PENDING_APPROVAL', 'DEACTIVATED'] },
  READY: { meaning: 'approved, may send; not published', next: ['REGISTERING', 'SUSPENDED', 'DEACTIVATING'] },
  REGISTERING: { meaning: 'being published', next: ['ACTIVE', 'ERROR', 'READY'] },
  ACTIVE: { meaning: 'published, can be found and receive', next: ['SUSPENDED', 'DEACTIVATING', 'READY'] },
  SUSPENDED: { meaning: 'temporarily not exchanging', next: ['READY', 'ACTIVE', 'DEACTIVATING'] },
  ERROR: { meaning: 'registration failed; stays until looked at', next: ['REGISTERING', 'DEACTIVATING'] },
  DEACTIVATING: { meaning: 'being withdrawn', next: ['DEACTIVATED'] },
  DEACTIVATED: { meaning: 'withdrawn for good', next: [] },
};

export function mayFollow(from: ParticipantStatus, to: ParticipantStatus): boolean {
  return PARTICIPANT_STATUSES[from].next.includes(to);
}

/** Sending is refused in every other status. [PAR-6] */
export function maySend(status: ParticipantStatus): boolean {
  return status === 'READY' || status === 'ACTIVE';
}

/** Our SMP serves metadata in these: a suspended address stays findable, its senders get an AS4 error. */
export function isServed(status: ParticipantStatus): boolean {
  return status === 'REGISTERING' || status === 'ACTIVE' || status === 'SUSPENDED';
}
