import { type AliasedRawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { DocumentEventData, DocumentEventType, PappelEvent } from './event.ts';

/** Writes the event in the caller's transaction: no fact without its event, no event without its fact. */
export async function recordEvent(tx: Tx, event: PappelEvent): Promise<void> {
  await tx
    .insertInto('events')
    .values({
      account_id: event.accountId,
      company_id: event.companyId,
      type: event.type,
      data: JSON.stringify(event.data),
    })
    .execute();
}

/** The two columns of an event that its row does not have, for a statement that writes the row and the event at once. */
export function eventColumns(
  type: DocumentEventType,
  data: DocumentEventData,
): [AliasedRawBuilder<string, 'type'>, AliasedRawBuilder<string, 'data'>] {
  return [sql<string>`${type}::text`.as('type'), sql<string>`${JSON.stringify(data)}::jsonb`.as('data')];
}
