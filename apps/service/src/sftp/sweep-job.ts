import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { PayloadStore } from '../platform/payload-store.ts';

const HOUR_MS = 3_600_000;
/** A cut-off upload waits a day to be gone on with; what is in sent/ and failed/ is kept for a month. [SFT-3] */
const CUT_OFF_MS = 24 * HOUR_MS;
const KEPT_MS = 30 * 24 * HOUR_MS;

/** Removes what has lain long enough, and payloads of uploads that no file has. */
export async function sweepSftp(deps: { db: Db; payloads: PayloadStore }): Promise<void> {
  const { db, payloads } = deps;
  const [aDayAgo, aMonthAgo] = [new Date(Date.now() - CUT_OFF_MS), new Date(Date.now() - KEPT_MS)];
  await overAll(db, 'job')
    .deleteFrom('sftp_files')
    .where('uploaded_at', '<', aDayAgo)
    .where('folder', '=', 'OUTBOX')
    .where('is_complete', '=', false)
    .execute();
  // What is due is never swept: the job that picks it up has its reasons to wait.
  await overAll(db, 'job')
    .deleteFrom('sftp_files')
    .where('uploaded_at', '<', aMonthAgo)
    .where((eb) => eb.or([eb('folder', '<>', 'OUTBOX'), eb('due_at', 'is', null)]))
    .execute();
  await sql`delete from sftp_inbox_names where archived_at < ${aMonthAgo} or (archived_at is null and exists (
    select 1 from messages where messages.id = message_id and messages.account_id = sftp_inbox_names.account_id
      and acknowledged_at < ${aMonthAgo}))`.execute(overAll(db, 'job'));
  for await (const key of payloads.olderThan('sftp', aDayAgo)) {
    const used = await overAll(db, 'job')
      .selectFrom('sftp_files')
      .where('payload_key', '=', key)
      .where('message_id', 'is', null)
      .select('id')
      .executeTakeFirst();
    if (!used) await payloads.remove(key);
  }
}
