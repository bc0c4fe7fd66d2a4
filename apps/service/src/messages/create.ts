import type { Insertable } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';
import { type MessageRow, recordMessageEvent } from './transition.ts';

export type NewMessage = Insertable<Tables['messages']> & {
  status: 'QUEUED_VALIDATION' | 'QUEUED' | 'CUSTOMER_DELIVERY_QUEUED';
};

/** Inserts a message in its first status. A document that waits to be collected is news; one just submitted is not. */
export async function createMessage(tx: Tx, message: NewMessage): Promise<MessageRow> {
  const row = (await tx
    .insertInto('messages')
    .values(message)
    .returningAll()
    .executeTakeFirstOrThrow()) as MessageRow;
  if (row.status === 'CUSTOMER_DELIVERY_QUEUED') await recordMessageEvent(tx, row, 'document.received');
  return row;
}
