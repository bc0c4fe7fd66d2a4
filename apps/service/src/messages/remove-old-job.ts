import { sql } from 'kysely';
import { firstIdAt } from '../platform/db/by-id.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { MessageId } from '../platform/ids.ts';
import { NotYet } from '../platform/jobs/not-yet.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import { endOfRetention, isOld } from './old.ts';
import { removeMessages } from './remove.ts';

interface Deps {
  db: Db;
  payloads: PayloadStore;
  retentionDays: number;
  /** They are archived first: another job removes them. */
  isArchived?: boolean;
}

/** Where to go on, and what was removed on the way there. */
interface Some {
  last: MessageId;
  keys: string[];
}

const AT_ONCE = 200;
/** Then somebody else's jobs have their turn. */
const TURN_MS = 60_000;

/**
 * Every night: removes documents whose final status is older than the installation keeps them, oldest first. Rows go before
 * bytes, so that nothing is ever listed without its bytes; bytes that a crash leaves behind are swept as those of no message.
 * [MSG-27]
 */
export async function removeOld({ db, payloads, retentionDays, isArchived }: Deps): Promise<void> {
  if (isArchived) return;
  const before = endOfRetention(retentionDays);
  const until = Date.now() + TURN_MS;
  for (let some = await removeSome(db, before); some; some = await removeSome(db, before, some.last)) {
    for (const key of some.keys) await payloads.remove(key);
    if (Date.now() > until) throw new NotYet('there are more old documents', 1);
  }
}

/** Those that wait are passed over. One that is tried again just now is locked: it is not old any more. */
function removeSome(db: Db, before: Date, after = firstIdAt(0)): Promise<Some | undefined> {
  return transaction(db, async (tx) => {
    const rows = await overAll(tx, 'job')
      .selectFrom('messages')
      .where(sql<boolean>`id > ${after}`)
      .where(isOld(before))
      .select(['id', 'payload_key'])
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    const last = rows.at(-1)?.id;
    if (last === undefined) return undefined;
    await removeMessages(
      tx,
      rows.map(({ id }) => id),
    );
    return { last, keys: rows.map((row) => row.payload_key) };
  });
}
