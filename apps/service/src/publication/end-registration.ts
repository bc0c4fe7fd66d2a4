import { lockParticipant, moveParticipant } from '../participants/transition.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import type { ParticipantRowId } from '../platform/ids.ts';

/** An address on which the service fails every time becomes ERROR, which the operator can retry. */
export function endRegistration(
  { db }: { db: Db },
  { participantId }: { participantId: ParticipantRowId },
): Promise<void> {
  return transaction(db, async (tx) => {
    const row = await lockParticipant(tx, participantId);
    if (row?.status !== 'REGISTERING') return;
    await moveParticipant(tx, row, {
      to: 'ERROR',
      actorName: 'Pappel',
      reason: 'INTERNAL_ERROR: the service failed on it and gave it up. Ask its operator.',
    });
  });
}
