import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import { endThoseLeft, LIFETIME_HOURS } from './export.ts';
import { EXPORT_PREFIX, type ExportWriter } from './writer.ts';

/** Of a try that died between its last byte and its row. */
const STRAY_MS = (LIFETIME_HOURS + 24) * 3_600_000;
const AT_ONCE = 100;

/** By the clock: what was left is taken up or FAILED, what had its time is EXPIRED and its bytes are removed. [EXP-4] */
export async function sweepExports(deps: {
  db: Db;
  payloads: PayloadStore;
  exports: ExportWriter;
}): Promise<void> {
  const { db, payloads } = deps;
  deps.exports.wake();
  await endThoseLeft(db);
  const over = await overAll(db, 'job')
    .selectFrom('exports')
    .where('status', '=', 'DONE')
    .where('expires_at', '<', sql<Date>`now()`)
    .select(['id', 'object_key'])
    .limit(AT_ONCE)
    .execute();
  for (const { id, object_key } of over) {
    if (object_key) await payloads.remove(object_key);
    await overAll(db, 'job')
      .updateTable('exports')
      .set({ status: 'EXPIRED', object_key: null })
      .where('id', '=', id)
      .where('status', '=', 'DONE')
      .execute();
  }
}

/** Once a day, because it looks at all there is. */
export async function sweepStrayExports({ db, payloads }: { db: Db; payloads: PayloadStore }): Promise<void> {
  const before = new Date(Date.now() - STRAY_MS);
  await payloads.sweepUnfinished(EXPORT_PREFIX, before);
  for await (const key of payloads.olderThan(EXPORT_PREFIX, before))
    if (!(await isNamed(db, key))) await payloads.remove(key);
}

/** That of a closed account is kept longer than a day. */
const isNamed = async (db: Db, key: string): Promise<boolean> =>
  (await overAll(db, 'job')
    .selectFrom('exports')
    .where('object_key', '=', key)
    .select('id')
    .executeTakeFirst()) !== undefined;
