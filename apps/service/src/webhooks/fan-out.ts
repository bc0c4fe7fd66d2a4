import { type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { OnEvents } from '../platform/events/lasting-reader.ts';
import type { LogEvent } from '../platform/events/log-event.ts';
import type { WebhookId } from '../platform/ids.ts';
import { insertDeliveries } from './new-deliveries.ts';
import { hears } from './subscription.ts';

/** Of the accounts of these events none has an endpoint that hears of anything. */
export const nobodyListens = sql<SqlBool>`not exists (
  select from webhooks where account_id in (select account_id from batch) and status = 'ACTIVE' and deleted_at is null
)`;

/**
 * A lasting reader: a delivery for every endpoint that asked for the event. Who submits a document pays nothing for it,
 * whether many listen or nobody. `onNew` hears of endpoints that have new deliveries, after the commit.
 */
export function fanOut(onNew: (webhookIds: readonly WebhookId[]) => void): OnEvents {
  return async (tx, events) => {
    const endpoints = await endpointsFor(tx, events);
    if (endpoints.length === 0) return undefined;
    const byAccount = Map.groupBy(endpoints, (endpoint) => endpoint.account_id);
    const addressed = events.flatMap((event) =>
      (byAccount.get(event.accountId) ?? [])
        .filter((endpoint) => hears(endpoint, event))
        .map(({ id }) => ({ webhookId: id, event })),
    );
    await insertDeliveries(tx, addressed);
    const woken = [...new Set(addressed.map(({ webhookId }) => webhookId))];
    return () => onNew(woken);
  };
}

/** Locked, so that an endpoint which is deleted meanwhile is deleted after its deliveries were made, which it cancels. */
function endpointsFor(tx: Db, events: readonly LogEvent[]) {
  const accounts = [...new Set(events.map(({ accountId }) => accountId))];
  return overAll(tx, 'job')
    .selectFrom('webhooks')
    .where('account_id', 'in', accounts)
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .select(['id', 'account_id', 'company_id', 'events', 'document_types', 'direction'])
    .forKeyShare()
    .execute();
}
