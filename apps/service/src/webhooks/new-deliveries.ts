import type { Insertable } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { LogEvent } from '../platform/events/log-event.ts';
import { newId, type WebhookId } from '../platform/ids.ts';

/** Rows of one INSERT; more would be too many parameters. */
const CHUNK = 1_000;

export interface Addressed {
  webhookId: WebhookId;
  event: LogEvent;
}

/** Deliveries to be tried at once; one that there is already stays as it is. Answers how many are new. */
export async function insertDeliveries(tx: Tx, addressed: readonly Addressed[]): Promise<number> {
  let count = 0;
  for (let i = 0; i < addressed.length; i += CHUNK) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('webhook_deliveries')
      .values(addressed.slice(i, i + CHUNK).map(rowOf))
      .onConflict((conflict) => conflict.constraint('webhook_deliveries_once').doNothing())
      .executeTakeFirstOrThrow();
    count += Number(numInsertedOrUpdatedRows);
  }
  return count;
}

function rowOf({ webhookId, event }: Addressed): Insertable<Tables['webhook_deliveries']> {
  return {
    id: newId<'Delivery'>(),
    webhook_id: webhookId,
    account_id: event.accountId,
    company_id: event.companyId ?? null,
    event_id: event.id,
    event_type: event.type,
    message_id: event.messageId ?? null,
    participant_id: event.participantId ?? null,
    direction: (event.body.data['direction'] as 'INBOUND' | 'OUTBOUND' | undefined) ?? null,
    body: event.text,
  };
}
