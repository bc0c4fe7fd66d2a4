import { sql } from 'kysely';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { accountEventsAfter, placeBefore } from '../platform/events/log-event.ts';
import type { WebhookId } from '../platform/ids.ts';
import type { JobCatalog } from '../platform/jobs/catalog.ts';
import { insertDeliveries } from './new-deliveries.ts';
import { hears } from './subscription.ts';
import type { WebhookRow } from './webhook.ts';

const BATCH = 500;

interface Deps {
  db: Db;
  deliverer: { wake(ids: readonly WebhookId[]): void };
}

/**
 * Puts back what failed in a period, then makes the deliveries that there never were, also of the time in which the
 * endpoint was disabled. Done again after a crash, it finds what is left.
 */
export async function recoverDeliveries(deps: Deps, job: JobCatalog['webhooks.recover']): Promise<void> {
  const { db, deliverer } = deps;
  const webhook = await overAll(db, 'job')
    .selectFrom('webhooks')
    .where('id', '=', job.webhookId)
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .selectAll()
    .executeTakeFirst();
  if (!webhook) return;
  const period = { since: new Date(job.since), until: new Date(job.until) };
  while ((await putBackFailed(db, webhook, period)) === BATCH) deliverer.wake([webhook.id]);
  await makeMissing(deps, webhook, period);
  deliverer.wake([webhook.id]);
}

interface Period {
  since: Date;
  until: Date;
}

async function putBackFailed(db: Db, { id }: WebhookRow, { since, until }: Period): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_deliveries set status = 'PENDING', attempts = 0, next_attempt_at = now()
    where id in (
      select id from webhook_deliveries where webhook_id = ${id} and status = 'FAILED'
        and event_type <> 'webhook.test' and created_at >= ${since} and created_at < ${until}
      limit ${BATCH} for update skip locked
    )`.execute(overAll(db, 'job'));
  return Number(numAffectedRows);
}

async function makeMissing({ db, deliverer }: Deps, webhook: WebhookRow, { since, until }: Period) {
  const { id, account_id: accountId } = webhook;
  let after = await placeBefore(db, since);
  for (;;) {
    const page = await accountEventsAfter(db, { accountId, after, limit: BATCH });
    const missed = page.events.filter(
      (event) => event.createdAt >= since && event.createdAt < until && hears(webhook, event),
    );
    const addressed = missed.map((event) => ({ webhookId: id, event }));
    const made = await transaction(db, async (tx) => {
      // One that is deleted meanwhile cancels what was made before, and gets nothing more.
      const isThere = await overAll(tx, 'job')
        .selectFrom('webhooks')
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .select('id')
        .forKeyShare()
        .executeTakeFirst();
      return isThere ? insertDeliveries(tx, addressed) : undefined;
    });
    if (made) deliverer.wake([id]);
    if (made === undefined || page.isComplete) return;
    after = page.lastSeq;
  }
}
