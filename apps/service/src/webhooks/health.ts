import { type Selectable, sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { PappelEvent } from '../platform/events/event.ts';
import { recordEvent } from '../platform/events/record.ts';
import type { WebhookId } from '../platform/ids.ts';
import { consequence, failingSince } from './retry.ts';

type Webhook = Selectable<Tables['webhooks']>;

/** It answers again. */
export async function noteSuccess(tx: Tx, id: WebhookId): Promise<void> {
  await overAll(tx, 'job')
    .updateTable('webhooks')
    .set({ consecutive_failures: 0, failing_since: null, last_failed_at: null, warned_at: null })
    .where('id', '=', id)
    .execute();
}

/**
 * It failed: after a day of nothing else that is an event, after five it is disabled, at once when it says that it is
 * gone.
 */
export async function noteFailure(
  tx: Tx,
  id: WebhookId,
  { isGone, now }: { isGone: boolean; now: Date },
): Promise<void> {
  const row = await overAll(tx, 'job')
    .selectFrom('webhooks')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return;
  const since = failingSince(row.failing_since, row.last_failed_at, now);
  await overAll(tx, 'job')
    .updateTable('webhooks')
    .set({
      consecutive_failures: sql<number>`consecutive_failures + 1`,
      failing_since: since,
      last_failed_at: now,
    })
    .where('id', '=', id)
    .execute();
  if (row.status !== 'ACTIVE') return;
  const next = consequence(since, now);
  if (isGone) await disable(tx, row, 'GONE');
  else if (next === 'disable') await disable(tx, row, 'FAILING');
  else if (next === 'warn' && row.warned_at === null) await warn(tx, row, since, now);
}

async function disable(tx: Tx, row: Webhook, reason: 'FAILING' | 'GONE'): Promise<void> {
  await overAll(tx, 'job')
    .updateTable('webhooks')
    .set({ status: 'DISABLED', disabled_reason: reason, updated_at: new Date() })
    .where('id', '=', row.id)
    .execute();
  await recordEvent(tx, disabledEvent(row, reason));
}

async function warn(tx: Tx, row: Webhook, since: Date, now: Date): Promise<void> {
  await overAll(tx, 'job').updateTable('webhooks').set({ warned_at: now }).where('id', '=', row.id).execute();
  await recordEvent(tx, failingEvent(row, since));
}

type Endpoint = Pick<Webhook, 'id' | 'account_id' | 'company_id' | 'url'>;

/** That an endpoint has failed for a day. */
export function failingEvent(row: Endpoint, since: Date): PappelEvent {
  return {
    accountId: row.account_id,
    companyId: row.company_id ?? undefined,
    type: 'webhook.failing',
    data: { webhookId: row.id, url: row.url, status: 'ACTIVE', failingSince: since.toISOString() },
  };
}

/** That an endpoint hears of nothing any more. */
export function disabledEvent(row: Endpoint, disabledReason: 'MANUAL' | 'FAILING' | 'GONE'): PappelEvent {
  return {
    accountId: row.account_id,
    companyId: row.company_id ?? undefined,
    type: 'webhook.disabled',
    data: { webhookId: row.id, url: row.url, status: 'DISABLED', disabledReason },
  };
}
