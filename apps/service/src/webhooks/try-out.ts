import { type Principal, requireAdmin } from '../platform/access/principal.ts';
import type { Db } from '../platform/db/database.ts';
import type { PappelEvent } from '../platform/events/event.ts';
import { LogEvent } from '../platform/events/log-event.ts';
import { perMinute, type RateLimiter } from '../platform/http/rate-limit.ts';
import { newId } from '../platform/ids.ts';
import { type DeliveryDetail, readDelivery } from './list-deliveries.ts';
import { type Poster, post } from './post.ts';
import { settle, writeSettlements } from './settle.ts';
import { readSigningSecret } from './signing-secret.ts';
import { type WebhookRow, webhookInSight } from './webhook.ts';

export interface TryOutDeps {
  db: Db;
  webhookKey: Buffer;
  poster: Poster;
  rateLimiter: RateLimiter;
  schedule: readonly number[];
}

/** Should this process die in between, the worker tries it once in its place. */
const LEFT_TO_THE_WORKER_MS = 60_000;

/**
 * Sends a `webhook.test` while the caller waits, at most 15 s, also to an endpoint that is disabled, and answers what came
 * of it. It is not repeated, and stands in no log but the list of deliveries.
 */
export async function tryOut(deps: TryOutDeps, principal: Principal, id: string): Promise<DeliveryDetail> {
  const { db, poster } = deps;
  const webhook = await webhookInSight(db, principal, id);
  requireAdmin(principal);
  deps.rateLimiter.take('webhook-test', webhook.id, perMinute(10));
  const event = testEvent(webhook);
  const delivery = await db
    .insertInto('webhook_deliveries')
    .values({
      id: newId<'Delivery'>(),
      webhook_id: webhook.id,
      account_id: webhook.account_id,
      company_id: webhook.company_id,
      event_id: event.id,
      event_type: event.type,
      message_id: null,
      participant_id: null,
      direction: null,
      body: event.text,
      next_attempt_at: new Date(Date.now() + LEFT_TO_THE_WORKER_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const secret = readSigningSecret(deps.webhookKey, webhook.secret);
  const answer = await post(poster, { url: webhook.url, secret, eventId: event.id, body: event.text });
  const settlement = settle(delivery, answer, { schedule: [], now: new Date(), random: 0 });
  await writeSettlements(db, [settlement]);
  return readDelivery(deps, principal, delivery.id);
}

type ToldWebhook = Pick<WebhookRow, 'id' | 'account_id' | 'company_id' | 'url' | 'status'>;

export const webhookTest = (webhook: ToldWebhook): PappelEvent => ({
  accountId: webhook.account_id,
  companyId: webhook.company_id ?? undefined,
  type: 'webhook.test',
  data: { webhookId: webhook.id, url: webhook.url, status: webhook.status },
});

/** As any other event, made by the same code. */
export const testEvent = (webhook: ToldWebhook): LogEvent =>
  LogEvent.outside(webhookTest(webhook), { id: newId<'Event'>(), at: new Date() });
