import type { ActedBy } from '../platform/audit.ts';
import type { Tx } from '../platform/db/database.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { moveParticipant, type ParticipantRow } from './transition.ts';

/** Withdraws an address: at once when it was never approved, else after its entries in SML and SMP are gone. */
export async function withdraw(tx: Tx, row: ParticipantRow, by: ActedBy): Promise<ParticipantRow> {
  if (row.status === 'DEACTIVATING' || row.status === 'DEACTIVATED') return row;
  if (row.status === 'PENDING_APPROVAL' || row.status === 'REJECTED')
    return moveParticipant(tx, row, { to: 'DEACTIVATED', ...by });
  const moved = await moveParticipant(tx, row, { to: 'DEACTIVATING', ...by });
  await enqueue(tx, 'participants.withdraw', { participantId: row.id });
  return moved;
}
