import { sql } from 'kysely';
import { isOld } from '../../messages/old.ts';
import { removeMessages } from '../../messages/remove.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { overAll } from '../../platform/db/roots.ts';
import type { MessageId } from '../../platform/ids.ts';
import type { PayloadStore } from '../../platform/payload-store.ts';
import { withRowPayloads } from '../../platform/row-payloads.ts';
import { noteRemoved, type OpenArchive, ofArchive } from './archive.ts';
import { tellLost } from './begin.ts';

const AT_ONCE = 200;
/** By so much the clocks of nodes may differ. */
const SKEW_MS = 60_000;

interface Removed {
  id: MessageId;
  key: string;
}

/**
 * Removes the documents of an archive that stands: rows first, bytes after the commit; what a crash leaves of bytes is swept
 * as that of no message. One that was touched since the archive was written stays, and another archive has it later.
 */
export async function removeArchived(
  { db, payloads }: { db: Db; payloads: PayloadStore },
  one: OpenArchive,
  takenAt: Date,
): Promise<number> {
  await leaveFound(db, payloads, one);
  let count = 0;
  for (;;) {
    const removed = await removeSome(db, one, takenAt);
    for (const { key } of removed) await payloads.remove(key);
    count += removed.length;
    if (removed.length < AT_ONCE) break;
  }
  await noteRemoved(db, one);
  return count;
}

/** Bytes that came back since the file was written are in no archive: their document waits for one that has them. [MSG-41] */
async function leaveFound(db: Db, payloads: PayloadStore, one: OpenArchive): Promise<void> {
  const all = overAll(db, 'job');
  const { rows } = await sql<Removed>`
    select m.id, m.payload_key as key
    from archive_documents as d join messages as m on m.id = d.message_id and m.account_id = d.account_id
    where d.archive_id = ${one.id} and d.without_bytes`.execute(all);
  if (rows.length === 0) return;
  const { kept } = await tellLost(withRowPayloads(db, payloads), rows);
  await sql`delete from archive_documents
    where archive_id = ${one.id} and message_id = any(${kept}::uuid[])`.execute(all);
}

function removeSome(db: Db, one: OpenArchive, takenAt: Date): Promise<Removed[]> {
  const untouchedSince = new Date(takenAt.getTime() - SKEW_MS);
  return transaction(db, async (tx) => {
    const all = overAll(tx, 'job');
    const { rows } = await sql<Removed>`
      select messages.id, messages.payload_key as key
      from archive_documents as d join messages on messages.id = d.message_id and messages.account_id = d.account_id
      where d.archive_id = ${one.id} and ${isOld(one.endedBefore)} and messages.updated_at < ${untouchedSince}
        and not exists (select from message_attempts as a where a.message_id = messages.id and a.finished_at >= ${untouchedSince})
        and not exists (select from message_evidence as e where e.message_id = messages.id and e.created_at >= ${untouchedSince})
      order by messages.id limit ${AT_ONCE} for update of messages skip locked`.execute(all);
    if (rows.length === 0) return rows;
    const ids = rows.map(({ id }) => id);
    await removeMessages(tx, ids);
    await sql`delete from archive_documents where archive_id = ${one.id} and message_id = any(${ids}::uuid[])`.execute(
      all,
    );
    await ofArchive(tx, one)
      .set({ removed: sql<number>`removed + ${ids.length}` })
      .execute();
    return rows;
  });
}
