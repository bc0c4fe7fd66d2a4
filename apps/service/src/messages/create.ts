import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';
import { eventColumns } from '../platform/events/record.ts';
import { LEDGER_COLUMNS, ledgerLine } from '../platform/ledger.ts';
import { type MessageRow, messageEventData } from './transition.ts';

export type NewMessage = Insertable<Tables['messages']> & {
  status: 'QUEUED_VALIDATION' | 'QUEUED' | 'CUSTOMER_DELIVERY_QUEUED';
};

/**
 * Inserts a message in its first status, and adds the job that comes next, in one statement. A document that waits to be
 * collected is news, and counts; one just submitted is not.
 */
export async function createMessage(
  db: Db,
  message: NewMessage,
  job: RawBuilder<unknown> = sql`null`,
): Promise<MessageRow> {
  const isNews = message.status === 'CUSTOMER_DELIVERY_QUEUED';
  const data = messageEventData(message as unknown as MessageRow);
  const created = await db
    .with('created', (cte) => cte.insertInto('messages').values(message).returningAll())
    .with('noted', (cte) =>
      cte
        .insertInto('events')
        .columns(['account_id', 'company_id', 'type', 'data'])
        .expression(
          cte
            .selectFrom('created')
            .where(sql.lit(isNews))
            .select(['account_id', 'company_id', ...eventColumns('document.received', data)]),
        ),
    )
    .with('counted', (cte) =>
      cte
        .insertInto('ledger')
        .columns(LEDGER_COLUMNS)
        .expression(
          cte.selectFrom('created').where(sql.lit(isNews)).select(ledgerLine('DOCUMENT_RECEIVED', 'created')),
        ),
    )
    .selectFrom('created')
    .selectAll('created')
    .select(job.as('job'))
    .executeTakeFirstOrThrow();
  return created as MessageRow;
}
