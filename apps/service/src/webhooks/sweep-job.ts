import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';

const DAYS = 30;
const BATCH = 5_000;

/**
 * Every day: deliveries that have ended are kept for a month, and so are those that wait for an endpoint which is disabled;
 * then the endpoints that were deleted and have none left.
 */
export async function sweepDeliveries({ db }: { db: Db }): Promise<void> {
  while ((await sweepSome(db)) === BATCH);
  await sql`
    delete from webhooks where deleted_at < now() - make_interval(days => ${DAYS})
      and not exists (select from webhook_deliveries as d where d.webhook_id = webhooks.id and d.account_id = webhooks.account_id)`.execute(
    overAll(db, 'job'),
  );
}

async function sweepSome(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_deliveries where id in (
      select d.id from webhook_deliveries as d join webhooks as w on w.id = d.webhook_id and w.account_id = d.account_id
      where d.created_at < now() - make_interval(days => ${DAYS})
        and (d.status <> 'PENDING' or w.status = 'DISABLED')
      limit ${BATCH}
    )`.execute(overAll(db, 'job'));
  return Number(numAffectedRows);
}
