import { sql } from 'kysely';
import { USAGE_KINDS, type UsageKind } from '../ledger/kind.ts';
import type { Principal } from '../platform/access/principal.ts';
import { companyIfNamed } from '../platform/db/company-in-reach.ts';
import type { Db } from '../platform/db/database.ts';
import { scoped } from '../platform/db/roots.ts';
import { invalidField } from '../platform/errors.ts';
import { csvReply } from '../platform/http/csv.ts';
import type { Reply } from '../platform/http/endpoint.ts';
import { readPeriod } from '../platform/http/page.ts';
import type { CompanyId } from '../platform/ids.ts';
import { type DayOfUsage, daysOf, requireFewDays } from './days.ts';

export interface UsageQuery {
  from?: string;
  to?: string;
  companyId?: string;
  bucket?: 'day';
}

export type Totals = Record<UsageKind, number>;

export interface UsageView {
  from: string;
  to: string;
  totals: Totals;
  /** Those with usage; companyId is null for what the account did as a whole. */
  companies: { companyId: string | null; name?: string; totals: Totals }[];
  /** Each day of the period in UTC, also those on which nothing happened. */
  days?: DayOfUsage<Totals>[];
}

interface Line {
  companyId: CompanyId | null;
  name: string | null;
  kind: UsageKind;
  count: number;
  /** The day in UTC, where usage was asked for by day. */
  date?: string;
}

const DAY_MS = 86_400_000;

/** Metered events of a period, the last 24 hours when none is given: per kind, overall and per company. [USG-2] */
export async function readUsage(
  deps: { db: Db },
  principal: Principal,
  query: UsageQuery,
): Promise<UsageView> {
  const { from, to } = periodOf(query);
  const isByDay = query.bucket === 'day';
  if (isByDay) requireFewDays(from, to);
  const lines = await linesOf(deps.db, principal, query.companyId, from, to, isByDay ? 'by day' : 'in all');
  const companies = [...Map.groupBy(lines, (line) => line.companyId)].map(([companyId, own]) => ({
    companyId,
    name: own[0]?.name ?? undefined,
    totals: totalsOf(own),
  }));
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    totals: totalsOf(lines),
    companies,
    ...(isByDay && { days: daysOf(from, to, lines, totalsOf) }),
  };
}

export async function usageAsCsv(deps: { db: Db }, principal: Principal, query: UsageQuery): Promise<Reply> {
  const { from, to } = periodOf(query);
  async function* pages() {
    yield await linesOf(deps.db, principal, query.companyId, from, to);
  }
  const columns = ['accountId', 'companyId', 'kind', 'count'];
  return csvReply(fileNameOf(from, to), columns, pages(), (line) => [
    principal.accountId,
    line.companyId,
    line.kind,
    line.count,
  ]);
}

/** By its first and its last day, so that the files of two months are told apart. */
function fileNameOf(from: Date, to: Date): string {
  const last = new Date(Math.max(from.getTime(), to.getTime() - 1));
  return `usage-${from.toISOString().slice(0, 10)}-to-${last.toISOString().slice(0, 10)}`;
}

function periodOf(query: UsageQuery): { from: Date; to: Date } {
  const asked = readPeriod(query);
  const to = asked.to ?? new Date();
  const from = asked.from ?? new Date(to.getTime() - DAY_MS);
  if (from > to) throw invalidField('from', 'must not be after to; name an earlier one');
  return { from, to };
}

const totalsOf = (lines: readonly Line[]): Totals =>
  Object.fromEntries(
    USAGE_KINDS.map((kind) => [
      kind,
      lines.filter((line) => line.kind === kind).reduce((sum, line) => sum + line.count, 0),
    ]),
  ) as Totals;

/** A credential confined to companies sees theirs, and not what the account did as a whole. */
async function linesOf(
  db: Db,
  principal: Principal,
  companyId: string | undefined,
  from: Date,
  to: Date,
  grain: 'in all' | 'by day' = 'in all',
): Promise<Line[]> {
  const only = await companyIfNamed(db, principal, companyId);
  let query = scoped(db, principal)
    .selectFrom('ledger', ['companies'])
    .leftJoin('companies', (join) =>
      join
        .onRef('companies.id', '=', 'ledger.company_id')
        .onRef('companies.account_id', '=', 'ledger.account_id'),
    )
    .where('ledger.at', '>=', from)
    .where('ledger.at', '<', to);
  if (only) query = query.where('ledger.company_id', '=', only);
  const date = sql<string>`to_char(ledger.at at time zone 'utc', 'YYYY-MM-DD')`;
  const rows = await query
    .$if(grain === 'by day', (all) => all.select(date.as('date')).groupBy(date))
    .groupBy(['ledger.company_id', 'companies.name', 'ledger.kind'])
    .orderBy('companies.name', (order) => order.asc().nullsFirst())
    .orderBy('ledger.company_id')
    .orderBy('ledger.kind')
    .select(['ledger.company_id', 'companies.name', 'ledger.kind'])
    .select(sql<string>`sum(ledger.quantity)`.as('count'))
    .execute();
  return rows.map((row) => ({
    companyId: row.company_id,
    name: row.name,
    kind: row.kind as UsageKind,
    count: Number(row.count),
    ...(row.date !== undefined && { date: row.date }),
  }));
}
