import type { Selectable } from 'kysely';
import type { Principal } from '../platform/access/principal.ts';
import { companyIfNamed } from '../platform/db/company-in-reach.ts';
import type { Db } from '../platform/db/database.ts';
import { during, keyset } from '../platform/db/keyset.ts';
import { scoped } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import { AppError } from '../platform/errors.ts';
import { type Cursors, readPage, readPeriod, toPage } from '../platform/http/page.ts';
import { parseId } from '../platform/ids.ts';

export type DeliveryRow = Selectable<Tables['webhook_deliveries']>;
export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;

/** A delivery as the API shows it. [WHK-14] */
export interface DeliveryView {
  id: string;
  webhookId: string;
  companyId?: string;
  eventId: string;
  eventType: string;
  messageId?: string;
  participantId?: string;
  status: (typeof DELIVERY_STATUSES)[number];
  attempts: number;
  lastStatusCode?: number;
  lastError?: string;
  lastDurationMs?: number;
  nextAttemptAt?: string;
  createdAt: string;
  deliveredAt?: string;
}

/** With what was sent, and the beginning of what was answered. */
export interface DeliveryDetail extends DeliveryView {
  request: { url: string; body: string };
  response?: { statusCode: number; body: string };
}

export interface DeliveryQuery {
  status?: DeliveryView['status'];
  companyId?: string;
  webhookId?: string;
  direction?: 'INBOUND' | 'OUTBOUND';
  from?: string;
  to?: string;
  cursor?: string;
  before?: string;
  limit?: number;
}

export const deliveryView = (row: DeliveryRow): DeliveryView => ({
  id: row.id,
  webhookId: row.webhook_id,
  companyId: row.company_id ?? undefined,
  eventId: row.event_id,
  eventType: row.event_type,
  messageId: row.message_id ?? undefined,
  participantId: row.participant_id ?? undefined,
  status: row.status,
  attempts: row.attempts,
  lastStatusCode: row.last_status_code ?? undefined,
  lastError: row.last_error ?? undefined,
  lastDurationMs: row.last_duration_ms ?? undefined,
  nextAttemptAt: row.next_attempt_at?.toISOString(),
  createdAt: row.created_at.toISOString(),
  deliveredAt: row.delivered_at?.toISOString(),
});

const positionOf = (row: DeliveryRow) => ({ at: row.created_at, id: row.id });

/** Deliveries to the endpoints in sight, newest first. [WHK-13] */
export async function listDeliveries(
  deps: { db: Db; cursors: Cursors },
  principal: Principal,
  query: DeliveryQuery,
): Promise<{ deliveries: DeliveryView[]; nextCursor?: string; prevCursor?: string }> {
  const { cursor, before, limit, ...filters } = query;
  const companyId = await companyIfNamed(deps.db, principal, query.companyId);
  const bound = ['webhook deliveries', principal.reach, filters];
  const page = readPage(deps.cursors, { cursor, before, limit }, bound);
  const { condition, order, limit: rows } = keyset('created_at', 'id', page);
  let found = scoped(deps.db, principal)
    .selectFrom('webhook_deliveries')
    .where(during('created_at', readPeriod(query)))
    .where(condition)
    .selectAll()
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(rows);
  if (companyId) found = found.where('company_id', '=', companyId);
  if (query.webhookId !== undefined)
    found = found.where('webhook_id', '=', parseId<'Webhook'>(query.webhookId) ?? notFound());
  if (query.status) found = found.where('status', '=', query.status);
  if (query.direction) found = found.where('direction', '=', query.direction);
  const { rows: shown, ...cursors } = toPage(deps.cursors, page, await found.execute(), bound, positionOf);
  return { deliveries: shown.map(deliveryView), ...cursors };
}

/** One of them with its request and the first 2 kB of the answer. */
export async function readDelivery(
  deps: { db: Db },
  principal: Principal,
  id: string,
): Promise<DeliveryDetail> {
  const row = await deliveryInSight(deps.db, principal, id);
  const { url } = await scoped(deps.db, principal)
    .selectFrom('webhooks')
    .where('id', '=', row.webhook_id)
    .select('url')
    .executeTakeFirstOrThrow();
  const { last_status_code: statusCode, last_answer: answer } = row;
  return {
    ...deliveryView(row),
    request: { url, body: row.body },
    response: statusCode === null ? undefined : { statusCode, body: answer ?? '' },
  };
}

/** One delivery in sight, or NOT_FOUND. */
export async function deliveryInSight(db: Db, principal: Principal, id: string): Promise<DeliveryRow> {
  const deliveryId = parseId<'Delivery'>(id) ?? notFound();
  const row = await scoped(db, principal)
    .selectFrom('webhook_deliveries')
    .where('id', '=', deliveryId)
    .selectAll()
    .executeTakeFirst();
  return row ?? notFound();
}

function notFound(): never {
  throw new AppError('NOT_FOUND');
}
