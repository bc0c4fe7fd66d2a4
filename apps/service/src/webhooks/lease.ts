import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { AccountId, WebhookId } from '../platform/ids.ts';

/** A node silent for this long has died, or lost the database: others deliver in its place. */
export const LEASE_SECONDS = 30;

/** What this node held before it was killed is free at once. */
export async function freeFormerLeases(db: Db, nodeId: string): Promise<void> {
  await overAll(db, 'job')
    .updateTable('webhooks')
    .set({ leased_by: null, leased_until: null })
    .where('leased_by', '=', nodeId)
    .execute();
}

/** Endpoints that have something due: by jumps through the index, one for each endpoint that waits for anything. */
export async function endpointsDue(db: Db): Promise<WebhookId[]> {
  const { rows } = await sql<{ id: WebhookId }>`
    with recursive waiting as (
      (select webhook_id as id from webhook_deliveries where status = 'PENDING' order by webhook_id limit 1)
      union all
      select (
        select webhook_id from webhook_deliveries
        where status = 'PENDING' and webhook_id > waiting.id order by webhook_id limit 1
      ) from waiting where waiting.id is not null
    )
    select webhooks.id from waiting join webhooks on webhooks.id = waiting.id
    where webhooks.status = 'ACTIVE' and (leased_until is null or leased_until < now()) and exists (
      select from webhook_deliveries as d
      where d.webhook_id = webhooks.id and d.account_id = webhooks.account_id and d.status = 'PENDING' and d.next_attempt_at <= now()
    )`.execute(overAll(db, 'job'));
  return rows.map(({ id }) => id);
}

export interface Leased {
  id: WebhookId;
  accountId: AccountId;
}

/** Takes those endpoints that no other node has; answers them. */
export async function takeLeases(db: Db, nodeId: string, ids: readonly WebhookId[]): Promise<Leased[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Leased>`
    update webhooks set leased_by = ${nodeId}, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = any(${[...ids]}::uuid[]) and status = 'ACTIVE'
      and (leased_by is null or leased_by = ${nodeId} or leased_until < now())
    returning id, account_id as "accountId"`.execute(overAll(db, 'job'));
  return rows;
}

export async function giveBack(db: Db, nodeId: string, id: WebhookId): Promise<void> {
  await overAll(db, 'job')
    .updateTable('webhooks')
    .set({ leased_by: null, leased_until: null })
    .where('id', '=', id)
    .where('leased_by', '=', nodeId)
    .execute();
}

/** Keeps what this node has; answers what it still has. One that was given back meanwhile is not taken again. */
export async function renewLeases(db: Db, nodeId: string, ids: readonly WebhookId[]): Promise<WebhookId[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: WebhookId }>`
    update webhooks set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = any(${[...ids]}::uuid[]) and status = 'ACTIVE' and leased_by = ${nodeId}
    returning id`.execute(overAll(db, 'job'));
  return rows.map(({ id }) => id);
}
