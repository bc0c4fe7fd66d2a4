import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type MessageRow, moveMessage } from '../messages/transition.ts';
import type { Database, Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { MessageId } from '../platform/ids.ts';
import { forgetJobs, freeJobs } from '../platform/jobs/queue-table.ts';
import { isInRow } from '../platform/row-payloads.ts';

/**
 * What becomes of documents that were under way at the moment of the backup: the installation that made it may have sent
 * them after that. `fail` ends them as SEND_FAILED, for somebody to find out; `send` sends them, because it is known that
 * nothing was sent since.
 */
export type UnderWay = 'fail' | 'send';

export interface Settled {
  /** Documents that were under way. */
  underWay: number;
  /** Ids of documents whose content is missing. */
  missing: MessageId[];
}

interface Restoration {
  takenAt: string;
  underWay: UnderWay;
  /** The folder of the payloads; undefined where they are in S3. */
  payloads: string | undefined;
}

const UNDER_WAY = ['QUEUED_VALIDATION', 'QUEUED', 'SENDING', 'SEND_RETRY'] as const;
const AT_ONCE = 500;
/** More events than anybody has been told of since the backup: who reads on after the last one misses none. */
const EVENTS_SKIPPED = 1_000_000_000;

/** Makes what was true at the moment of the backup fit the world of today. */
export async function settleRestored(
  { db, pool }: Database,
  { takenAt, underWay, payloads }: Restoration,
): Promise<Settled> {
  await pool.query('update event_head set seq = seq + $1', [EVENTS_SKIPPED]);
  // Who was signed out since would be signed in again.
  await pool.query('delete from sessions');
  await pool.query('delete from operator_sessions');
  await freeJobs(pool);
  const ended = await eachUnderWay(db, takenAt, underWay);
  if (underWay === 'fail') await forgetJobs(pool, 'outbound.send');
  const missing = payloads === undefined ? [] : await withoutContent(db, payloads);
  return { underWay: ended, missing };
}

async function eachUnderWay(db: Db, takenAt: string, what: UnderWay): Promise<number> {
  let count = 0;
  for (
    let page = await underWayAfter(db, NO_ID);
    page.length > 0;
    page = await underWayAfter(db, lastOf(page))
  ) {
    if (what === 'fail') for (const message of page) await moveMessage(db, message, ended(takenAt));
    count += page.length;
  }
  return count;
}

/** Below every id. */
const NO_ID = '00000000-0000-0000-0000-000000000000' as MessageId;
const lastOf = (page: readonly { id: MessageId }[]): MessageId => page.at(-1)?.id ?? NO_ID;

const underWayAfter = (db: Db, id: MessageId): Promise<MessageRow[]> =>
  overAll(db, 'job')
    .selectFrom('messages')
    .where('status', 'in', UNDER_WAY)
    .where('id', '>', id)
    .selectAll()
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();

const ended = (takenAt: string) => ({
  to: 'SEND_FAILED' as const,
  nextAttemptAt: null,
  error: {
    code: 'RESTORED_FROM_BACKUP' as const,
    message: `The service was restored from a backup of ${takenAt}. Whether the document was sent after that is not known: ask its receiver, and the operator to send it if it did not arrive.`,
  },
});

async function withoutContent(db: Db, folder: string): Promise<MessageId[]> {
  const missing: MessageId[] = [];
  for (let page = await keysAfter(db, NO_ID); page.length > 0; page = await keysAfter(db, lastOf(page)))
    for (const { id, payload_key: key } of page)
      if (!isInRow(key) && !(await isThere(join(folder, key)))) missing.push(id);
  return missing;
}

const keysAfter = (db: Db, id: MessageId): Promise<{ id: MessageId; payload_key: string }[]> =>
  overAll(db, 'job')
    .selectFrom('messages')
    .where('id', '>', id)
    .select(['id', 'payload_key'])
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
