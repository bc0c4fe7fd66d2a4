import { type EndUserActivity, writeEndUserStatistics } from '@pappel/reporting/end-user-statistics';
import { type Month, momentsOf, type ReportKind, reportType } from '@pappel/reporting/report';
import { type ExchangeCount, writeTransactionStatistics } from '@pappel/reporting/transaction-statistics';
import { sql } from 'kysely';
import { type ExchangeKind, INCOMING, OUTGOING } from '../ledger/kind.ts';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { CompanyId } from '../platform/ids.ts';

/** The one kind of document whose exchange is not reported [TSR 1.0, EUSR 1.1]. */
const REPORTS = (['TSR', 'EUSR'] as const).map((kind) => reportType(kind).documentTypeId);

/** A report of a month as the ledger has it now; of the present month what there is so far. */
export async function writeFromLedger(db: Db, kind: ReportKind, month: Month, seat: string): Promise<Buffer> {
  const xml =
    kind === 'TSR'
      ? writeTransactionStatistics(month, seat, await exchangesOf(db, month))
      : writeEndUserStatistics(month, seat, await activitiesOf(db, month));
  return Buffer.from(xml);
}

/** Exchanges with a Receipt whose AS4 timestamp lies in the month [Reporting SP Operational Guideline 3.1.1]. */
const exchangedIn = (db: Db, month: Month) => {
  const { from, to } = momentsOf(month);
  const all = overAll(db, 'job');
  const columns = [
    'exchanged_at',
    'other_seat',
    'document_type_id',
    'process_id',
    'country_c1',
    'country_c4',
  ] as const;
  const ofAccounts = all
    .selectFrom('ledger')
    .where('kind', 'in', ['DOCUMENT_SENT', 'DOCUMENT_RECEIVED'])
    .select([...columns, 'company_id', sql<ExchangeKind>`kind`.as('kind')]);
  const ofOurs = all
    .selectFrom('provider_ledger')
    .select([
      ...columns,
      sql<CompanyId | null>`null::uuid`.as('company_id'),
      sql<ExchangeKind>`kind`.as('kind'),
    ]);
  return all
    .selectFrom(ofAccounts.unionAll(ofOurs).as('exchanges'))
    .where('exchanged_at', '>=', from)
    .where('exchanged_at', '<', to)
    .where('document_type_id', 'not in', REPORTS);
};

async function exchangesOf(db: Db, month: Month): Promise<ExchangeCount[]> {
  const keys = ['kind', 'other_seat', 'document_type_id', 'process_id', 'country_c1', 'country_c4'] as const;
  const rows = await exchangedIn(db, month)
    .groupBy(keys)
    .select(keys)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .execute();
  return rows.map((row) => ({
    direction: INCOMING.includes(row.kind) ? 'incoming' : 'outgoing',
    otherSeat: row.other_seat ?? '',
    documentTypeId: row.document_type_id ?? '',
    processId: row.process_id ?? '',
    senderCountry: row.country_c1 ?? undefined,
    receiverCountry: row.country_c4 ?? undefined,
    count: Number(row.count),
  }));
}

/**
 * An end user is a company, however many addresses it has; of our statuses it is ourselves. Its country is the one it was
 * registered with, C1's of what it sent and C4's of what it received.
 */
async function activitiesOf(db: Db, month: Month): Promise<EndUserActivity[]> {
  const isOutgoing = sql<boolean>`kind = any(${[...OUTGOING]}::text[])`;
  const endUser = sql<string>`coalesce(company_id::text, '')`;
  const country = sql<string>`case when ${isOutgoing} then country_c1 else country_c4 end`;
  const rows = await exchangedIn(db, month)
    .groupBy([sql`1`, sql`2`, sql`3`, sql`4`])
    .select([
      endUser.as('endUser'),
      country.as('country'),
      'document_type_id',
      'process_id',
      sql<boolean>`bool_or(${isOutgoing})`.as('sends'),
      sql<boolean>`bool_or(not ${isOutgoing})`.as('receives'),
    ])
    .execute();
  return rows.map(({ document_type_id, process_id, ...row }) => ({
    ...row,
    documentTypeId: document_type_id ?? '',
    processId: process_id ?? '',
  }));
}
