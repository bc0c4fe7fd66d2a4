import type { Tx } from '../db/database.ts';
import type { PappelEvent } from './event.ts';

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
