import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { UserId } from '../platform/ids.ts';
import { NOTICE_KINDS, type Notifications } from './notice-kinds.ts';

/** Changes what is named and leaves the rest. What waits to be told of a kind that is switched off is forgotten. */
export async function changeNotifications(
  tx: Tx,
  userId: UserId,
  change: Partial<Notifications>,
): Promise<void> {
  const [on, off] = [true, false].map((wanted) => NOTICE_KINDS.filter((kind) => change[kind] === wanted));
  await sql`update users set notifications = array(
      select distinct kind from unnest(notifications || ${on}::text[]) as kind
      where kind <> all(${off}::text[]) order by kind
    ) where id = ${userId}`.execute(overAll(tx, 'found'));
  await sql`update notice_digests
    set due_at = null, upto_seq = null, mail_id = null, told_seq = greatest(told_seq, newest_seq)
    where user_id = ${userId} and kind = any(${off}::text[])`.execute(overAll(tx, 'found'));
}
