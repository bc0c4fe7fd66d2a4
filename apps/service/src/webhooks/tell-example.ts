import type { Principal } from '../platform/access/principal.ts';
import { companyIfNamed } from '../platform/db/company-in-reach.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { scoped } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import type { EventBody, EventType } from '../platform/events/event.ts';
import { LogEvent } from '../platform/events/log-event.ts';
import { type CompanyId, newId, type WebhookId } from '../platform/ids.ts';
import { exampleEvent } from './example-events.ts';
import { insertDeliveries } from './new-deliveries.ts';
import { hears } from './subscription.ts';

export interface AskedExample {
  type: EventType;
  companyId?: string;
}

export interface ToldExample {
  event: EventBody;
  /** The endpoints that it goes to. */
  webhookIds: string[];
}

/**
 * Sends an example of an event to the endpoints in reach that would hear of such a one, as a true one is sent: signed, and
 * tried again. It is marked, and stands in no log, so that no other channel and no count ever knows of it. [SBX-5, SBX-6]
 */
export async function tellExample(
  deps: { db: Db; deliverer: { wake(ids: readonly WebhookId[]): void } },
  principal: Principal,
  { type, companyId: named }: AskedExample,
): Promise<ToldExample> {
  const companyId =
    (await companyIfNamed(deps.db, principal, named)) ?? (await anyCompany(deps.db, principal));
  const example = exampleEvent(type, principal.accountId, companyId);
  const event = LogEvent.outside(example, { id: newId<'Event'>(), at: new Date(), test: true });
  const webhookIds = await transaction(deps.db, async (tx) => {
    const endpoints = await scoped(tx, principal)
      .selectFrom('webhooks')
      .where('status', '=', 'ACTIVE')
      .where('deleted_at', 'is', null)
      .select(['id', 'company_id', 'events', 'document_types', 'direction'])
      .forKeyShare()
      .execute();
    const listening = endpoints.filter((endpoint) => hears(endpoint, event)).map(({ id }) => id);
    await insertDeliveries(
      tx,
      listening.map((webhookId) => ({ webhookId, event })),
    );
    return listening;
  });
  deps.deliverer.wake(webhookIds);
  return { event: event.body, webhookIds };
}

/** The oldest in reach. */
async function anyCompany(db: Db, principal: Principal): Promise<CompanyId> {
  const company = await scoped(db, principal)
    .selectFrom('companies')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!company)
    throw new AppError('NOT_FOUND', { message: 'This credential reaches no company. Name another one.' });
  return company.id;
}
