import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { ReaderName } from '../platform/events/readers.ts';
import type { AccountId } from '../platform/ids.ts';
import { CANCELLED, ended } from './ended.ts';

const READER: ReaderName = 'webhooks';

/** What the endpoints of an account that is closed still hear, and how they end. [OPR-23] */
export const webhooksForClosing = {
  /** Whether something happened that its endpoints in use were never told once. */
  isUntold: async (db: Db, accountId: AccountId): Promise<boolean> => {
    const { rows } = await sql<{ untold: boolean }>`
      select exists (
        select from webhooks as w where w.account_id = ${accountId} and w.status = 'ACTIVE' and (
          exists (select from events_pending where account_id = ${accountId})
          or exists (select from events where account_id = ${accountId}
            and seq > (select seq from event_readers where name = ${READER}))
          or exists (select from webhook_deliveries as d where d.webhook_id = w.id and d.account_id = w.account_id
            and d.status = 'PENDING' and d.attempts = 0)
        )
      ) as untold`.execute(overAll(db, 'job'));
    return rows[0]?.untold ?? false;
  },
  /** As if each had been deleted: what waits for it is cancelled, what was delivered stays in the list. */
  endAll: async (tx: Tx, accountId: AccountId): Promise<void> => {
    await overAll(tx, 'job')
      .updateTable('webhooks')
      .set(ended())
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .execute();
    await overAll(tx, 'job')
      .updateTable('webhook_deliveries')
      .set(CANCELLED)
      .where('account_id', '=', accountId)
      .where('status', '=', 'PENDING')
      .execute();
  },
};
