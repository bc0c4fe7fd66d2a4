import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { MlsReceivedId } from '../platform/ids.ts';

/** A status that cannot be applied is kept as evidence, and that it was not said. */
export async function endStatus(
  { db }: { db: Db },
  { mlsReceivedId }: { mlsReceivedId: MlsReceivedId },
): Promise<void> {
  await overAll(db, 'job')
    .updateTable('mls_received')
    .set({ outcome: 'INVALID', problem: 'INTERNAL_ERROR: it could not be read or applied' })
    .where('id', '=', mlsReceivedId)
    .where('outcome', '=', 'WAITING')
    .execute();
}
