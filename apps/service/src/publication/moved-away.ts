import type { ParticipantRow } from '../participants/transition.ts';
import type { Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';

/** Longer than names and metadata are remembered anywhere: who looked an address up before it left may still come here. */
const FOLLOWED_MS = 24 * 3_600_000;

/**
 * Remembers that an address we handed over left for another SMP: for a day who asks our SMP is sent there, and documents
 * that still come here are taken, for its customer to collect. An address that left in any other way is not followed.
 */
export async function noteMovedAway(tx: Tx, row: ParticipantRow, smpUrl: string): Promise<boolean> {
  const handedOver = await overAll(tx, 'found')
    .deleteFrom('participant_migrations')
    .where('participant_id', '=', row.id)
    .where('direction', '=', 'OUT')
    .returning('participant_id')
    .executeTakeFirst();
  if (!handedOver) return false;
  const until = new Date(Date.now() + FOLLOWED_MS);
  await tx
    .insertInto('departures')
    .values({
      participant_id: row.id,
      account_id: row.account_id,
      address: row.address,
      smp_url: smpUrl,
      until,
      certificate_uid: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['participant_id', 'account_id']).doUpdateSet({ smp_url: smpUrl, until }),
    )
    .execute();
  await enqueue(tx, 'participants.follow', { participantId: row.id }, { key: `follow-${row.id}` });
  return true;
}
