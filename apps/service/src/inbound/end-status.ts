import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';

/** A status that cannot be applied is kept as evidence, and that it was not said. */
export async function endStatus(
  { db }: { db: Db },
  { mlsReceivedId }: { mlsReceivedId: string },
): Promise<void> {
  await overAll(db, 'network')
    .updateTable('mls_received')
    .set({ outcome: 'INVALID', problem: 'INTERNAL_ERROR: it could not be read or applied' })
    .where('id', '=', mlsReceivedId as never)
    .where('outcome', '=', 'WAITING')
    .execute();
}
