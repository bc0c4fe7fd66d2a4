import { USAGE_KINDS, type UsageKind } from '../ledger/kind.ts';
import type { Principal } from '../platform/access/principal.ts';
import { companyIfNamed } from '../platform/db/company-in-reach.ts';
import type { Db } from '../platform/db/database.ts';
import { invalidField } from '../platform/errors.ts';
import { csvReply } from '../platform/http/csv.ts';
import type { Reply } from '../platform/http/endpoint.ts';
import { readPeriod } from '../platform/http/page.ts';
import { dateOf } from '../platform/whole-days.ts';
import { type Counted, countUsage, type Quantities } from './counted.ts';
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
  const counted = await countedFor(deps.db, principal, query, { from, to, isByDay });
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    totals: totalsOf(...counted.companies.map(({ quantities }) => quantities)),
    companies: counted.companies.map(({ companyId, name, quantities }) => ({
      companyId,
      name: name ?? undefined,
      totals: totalsOf(quantities),
    })),
    ...(isByDay && { days: daysOf(from, to, (date) => totalsOf(counted.days.get(date) ?? {})) }),
  };
}

export async function usageAsCsv(deps: { db: Db }, principal: Principal, query: UsageQuery): Promise<Reply> {
  const { from, to } = periodOf(query);
  async function* pages() {
    const { companies } = await countedFor(deps.db, principal, query, { from, to, isByDay: false });
    yield companies.flatMap(({ companyId, quantities }) =>
      Object.entries(quantities)
        .sort()
        .map(([kind, count]) => ({ companyId, kind, count })),
    );
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
  const last = Math.max(from.getTime(), to.getTime() - 1);
  return `usage-${dateOf(from.getTime())}-to-${dateOf(last)}`;
}

function periodOf(query: UsageQuery): { from: Date; to: Date } {
  const asked = readPeriod(query);
  const to = asked.to ?? new Date();
  const from = asked.from ?? new Date(to.getTime() - DAY_MS);
  if (from > to) throw invalidField('from', 'must not be after to; name an earlier one');
  return { from, to };
}

async function countedFor(
  db: Db,
  principal: Principal,
  { companyId }: UsageQuery,
  period: { from: Date; to: Date; isByDay: boolean },
): Promise<Counted> {
  return countUsage(db, principal, { ...period, companyId: await companyIfNamed(db, principal, companyId) });
}

const totalsOf = (...all: readonly Quantities[]): Totals =>
  Object.fromEntries(
    USAGE_KINDS.map((kind) => [kind, all.reduce((sum, quantities) => sum + (quantities[kind] ?? 0), 0)]),
  ) as Totals;
