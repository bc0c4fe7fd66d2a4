import { type Principal, requireAdmin, requireLastingRead } from '../platform/access/principal.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { scoped } from '../platform/db/roots.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { readPeriod } from '../platform/http/page.ts';
import type { WebhookId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { type DeliveryView, deliveryInSight, deliveryView } from './list-deliveries.ts';
import { webhookInSight } from './webhook.ts';

interface Deps {
  db: Db;
  deliverer: { wake(ids: readonly WebhookId[]): void };
}

/** Sends one delivery again, under the same webhook-id, with all attempts before it. */
export async function replay(deps: Deps, principal: Principal, id: string): Promise<DeliveryView> {
  const { webhook_id: webhookId } = await deliveryInSight(deps.db, principal, id);
  requireAdmin(principal);
  const row = await transaction(deps.db, async (tx) => {
    const webhook = await webhookInSight(tx, principal, webhookId, 'lock').catch(() => undefined);
    if (webhook?.status !== 'ACTIVE')
      throw new AppError('INVALID_STATE', {
        message: webhook
          ? 'The endpoint is disabled. Enable it first: PATCH it with {"status": "ACTIVE"}.'
          : 'The endpoint was deleted. Make another one, and recover what it has missed.',
      });
    return scoped(tx, principal)
      .updateTable('webhook_deliveries')
      .set({ status: 'PENDING', attempts: 0, next_attempt_at: new Date(), delivered_at: null })
      .where('id', '=', (await deliveryInSight(tx, principal, id)).id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  deps.deliverer.wake([webhookId]);
  return deliveryView(row);
}

export interface Recovery {
  webhookId: string;
  since: string;
  until: string;
}

/** Has all sent again that failed, and for the first time what was never tried, in a period. [WHK-12] */
export async function recover(
  deps: { db: Db },
  principal: Principal,
  id: string,
  asked: { since: string; until?: string },
): Promise<Recovery> {
  await webhookInSight(deps.db, principal, id);
  requireAdmin(principal);
  requireLastingRead(principal);
  const { from: since, to: until = new Date() } = readPeriod({ from: asked.since, to: asked.until });
  if (!since || since >= until) throw invalidField('since', 'must be before until; send an earlier time');
  return transaction(deps.db, async (tx) => {
    const webhook = await webhookInSight(tx, principal, id, 'lock');
    if (webhook.status !== 'ACTIVE')
      throw new AppError('INVALID_STATE', {
        message: 'The endpoint is disabled. Enable it first: PATCH it with {"status": "ACTIVE"}.',
      });
    const recovery = { webhookId: webhook.id, since: since.toISOString(), until: until.toISOString() };
    await enqueue(tx, 'webhooks.recover', recovery, { key: `webhooks.recover:${webhook.id}` });
    return recovery;
  });
}
