import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import type { Principal } from '../platform/access/principal.ts';
import { companyIfNamed } from '../platform/db/company-in-reach.ts';
import type { Db } from '../platform/db/database.ts';
import { inReach } from '../platform/db/find-in-reach.ts';
import { during, pageOf, tally } from '../platform/db/list.ts';
import { scoped } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { type Cursors, readPeriod } from '../platform/http/page.ts';
import { parseId } from '../platform/ids.ts';
import { LETTER_HEADERS } from './post.ts';

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
  schedule: readonly number[];
  request: { url: string; headers: Record<string, string>; body: string };
  response?: { statusCode: number; body: string };
}

export interface DeliveryCounts {
  total: number;
  byStatus: Record<string, number>;
  byEventType: Record<string, number>;
}

export interface DeliveryList {
  deliveries: DeliveryView[];
  /** Seconds before each attempt, after the one before. */
  schedule: readonly number[];
  nextCursor?: string;
  prevCursor?: string;
  counts?: DeliveryCounts;
}

export interface DeliveryQuery {
  status?: DeliveryView['status'];
  companyId?: string;
  webhookId?: string;
  messageId?: string;
  eventType?: string;
  counts?: boolean;
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

/** Deliveries to the endpoints in sight, newest first, with the plan of their attempts. [WHK-13, WHK-23] */
export async function listDeliveries(
  deps: { db: Db; cursors: Cursors; schedule: readonly number[] },
  principal: Principal,
  query: DeliveryQuery,
): Promise<DeliveryList> {
  const { cursor, before, limit, counts, ...filters } = query;
  if (limit === 0 && !counts)
    throw invalidField('limit', 'may be 0 only with counts=true; ask for 1 to 100', 'TOO_SMALL');
  const filtered = await filtersOf(deps.db, principal, query);
  const counted = counts ? await countDeliveries(deps.db, principal, filtered) : undefined;
  const { schedule } = deps;
  if (limit === 0) return { deliveries: [], schedule, counts: counted };
  const bound = ['webhook deliveries', principal.reach, filters];
  const found = scoped(deps.db, principal).selectFrom('webhook_deliveries').where(filtered).selectAll();
  const listing = { cursors: deps.cursors, table: 'webhook_deliveries', bound };
  const { rows, ...cursors } = await pageOf(listing, { cursor, before, limit }, found);
  return { deliveries: rows.map(deliveryView), schedule, ...cursors, counts: counted };
}

/** What a list is narrowed to. Deliveries of a document are found by its events, for which there is an index. */
async function filtersOf(db: Db, principal: Principal, query: DeliveryQuery): Promise<Expression<SqlBool>> {
  const companyId = await companyIfNamed(db, principal, query.companyId);
  const conditions: Expression<SqlBool>[] = [during('webhook_deliveries', readPeriod(query))];
  const equal = (column: string, value: string | undefined) => {
    if (value !== undefined) conditions.push(sql<SqlBool>`${sql.ref(column)} = ${value}`);
  };
  equal('company_id', companyId);
  if (query.webhookId !== undefined) equal('webhook_id', parseId<'Webhook'>(query.webhookId) ?? notFound());
  if (query.messageId !== undefined) {
    const messageId = parseId<'Message'>(query.messageId) ?? notFound();
    conditions.push(sql<SqlBool>`(webhook_deliveries.message_id = ${messageId} and webhook_deliveries.event_id = any(
      array(select id from recorded_events where message_id = ${messageId})))`);
  }
  equal('status', query.status);
  equal('direction', query.direction);
  equal('event_type', query.eventType);
  return sql.join<SqlBool>(conditions, sql` and `);
}

/** How many there are of each status and type, over all pages. */
async function countDeliveries(
  db: Db,
  principal: Principal,
  filtered: Expression<SqlBool>,
): Promise<DeliveryCounts> {
  const rows = await scoped(db, principal)
    .selectFrom('webhook_deliveries')
    .where(filtered)
    .groupBy(['status', 'event_type'])
    .select(['status', 'event_type', (eb) => eb.fn.countAll<string>().as('count')])
    .execute();
  const { total, by: byStatus } = tally(rows, 'status');
  return { total, byStatus, byEventType: tally(rows, 'event_type').by };
}

/** One of them with its request and the first 2 kB of the answer. */
export async function readDelivery(
  deps: { db: Db; schedule: readonly number[] },
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
    schedule: deps.schedule,
    request: { url, headers: { ...LETTER_HEADERS, 'webhook-id': row.event_id }, body: row.body },
    response: statusCode === null ? undefined : { statusCode, body: answer ?? '' },
  };
}

/** One delivery in sight, or NOT_FOUND. */
export const deliveryInSight = (db: Db, principal: Principal, id: string): Promise<DeliveryRow> =>
  inReach(db, principal, 'webhook_deliveries', id);

function notFound(): never {
  throw new AppError('NOT_FOUND');
}
