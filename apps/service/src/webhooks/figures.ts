import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { WebhookView } from './webhook.ts';

/** What an endpoint was told in the last 24 hours, and what waits for it. [WHK-22] */
export interface Figures {
  waiting: number;
  told: number;
  typicalAnswerMs?: number;
  last?: { statusCode?: number; error?: string; at: string };
}

/** Endpoints that somebody sees, each with its figures. */
export async function withFigures(
  db: Db,
  webhooks: readonly WebhookView[],
): Promise<(WebhookView & { figures: Figures })[]> {
  const ids = webhooks.map(({ id }) => id);
  const [waiting, told, last] = await Promise.all([countWaiting(db, ids), lately(db, ids), lastOf(db, ids)]);
  return webhooks.map((webhook) => {
    const day = told.get(webhook.id);
    return {
      ...webhook,
      figures: {
        waiting: waiting.get(webhook.id) ?? 0,
        told: day?.told ?? 0,
        typicalAnswerMs: day?.typicalAnswerMs,
        last: last.get(webhook.id),
      },
    };
  });
}

async function countWaiting(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select webhook_id as id, count(*)::int as count from webhook_deliveries
    where status = 'PENDING' and webhook_id = any(${[...ids]}::uuid[]) group by webhook_id
  `.execute(overAll(db, 'found'));
  return new Map(rows.map(({ id, count }) => [id, count]));
}

async function lately(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; told: number; ms: number | null }>`
    select webhook_id as id, count(*)::int as told,
      (percentile_cont(0.5) within group (order by last_duration_ms))::int as ms
    from webhook_deliveries
    where webhook_id = any(${[...ids]}::uuid[]) and status = 'DELIVERED' and created_at > now() - interval '24 hours'
    group by webhook_id
  `.execute(overAll(db, 'found'));
  return new Map(rows.map(({ id, told, ms }) => [id, { told, typicalAnswerMs: ms ?? undefined }]));
}

/** How the newest delivery that was tried ended, so far. */
async function lastOf(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; code: number | null; error: string | null; at: Date }>`
    select distinct on (webhook_id) webhook_id as id, last_status_code as code, last_error as error, created_at as at
    from webhook_deliveries
    where webhook_id = any(${[...ids]}::uuid[]) and attempts > 0 and created_at > now() - interval '30 days'
    order by webhook_id, created_at desc
  `.execute(overAll(db, 'found'));
  return new Map(
    rows.map(({ id, code, error, at }) => [
      id,
      { statusCode: code ?? undefined, error: error ?? undefined, at: at.toISOString() },
    ]),
  );
}
