import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Pool } from 'pg';
import { OF_NOBODY, ownerColumn, readCatalogue, tablesOfAccounts } from './account-catalogue.ts';
import type { Pappel } from './harness.ts';

/** What a request may set off besides, which is done for everybody. */
const FOR_EVERYBODY = 'with recursive waiting as ( (select webhook_id';

const inRequest = new AsyncLocalStorage<true>();

/**
 * Every statement that requests to the service lead to from now on, but for those of its pool that go past kysely. What it
 * does by the clock is left out: whether it comes just now is luck.
 */
export function statementsOf(pappel: Pappel): Set<string> {
  const statements = new Set<string>();
  subscribe('http.server.request.start', () => inRequest.enterWith(true));
  const concerns = (statement: string): boolean => {
    if (inRequest.getStore()) statements.add(statement);
    return false;
  };
  pappel.service.base.database.watch({ concerns, onCommitted: () => undefined });
  return statements;
}

/** A node of what EXPLAIN answers. */
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  'CTE Name'?: string;
  'Subplan Name'?: string;
  Output?: string[];
  Plans?: Plan[];
}

/** What is equal to what, by union-find. */
class Equal {
  readonly #parents = new Map<string, string>();

  rootOf(term: string): string {
    const parent = this.#parents.get(term);
    return parent === undefined ? term : this.rootOf(parent);
  }

  join(one: string, other: string): void {
    const [a, b] = [this.rootOf(one), this.rootOf(other)];
    if (a !== b) this.#parents.set(a, b);
  }
}

const EQUALITY = /(\w+\.\w+) = (\w+\.\w+|\(InitPlan \d+\)\.col1|\$\d+|'[^']*'::uuid)/g;

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Of a table. */
const isScan = (node: Plan): boolean => node['Node Type'].endsWith('Scan') && Boolean(node['Relation Name']);

/** The account of what a part of a plan answers, where it answers one. */
const accountIn = ({ Output = [] }: Plan): string | undefined =>
  Output.find((column) => /^\w+\.account_id$/.test(column));

function equalitiesOf(plan: Plan, partitions: ReadonlyMap<string, string>): Equal {
  const equal = new Equal();
  const nodes = nodesOf(plan);
  for (const node of nodes) {
    for (const [name, value] of Object.entries(node))
      if (/Cond|Filter|Key/.test(name))
        for (const [, one = '', other = ''] of String(value).replaceAll('"', '').matchAll(EQUALITY))
          equal.join(one, other);
    const [first] = node.Plans ?? [];
    if (node['Node Type'] === 'Subquery Scan' && first)
      for (const column of first.Output ?? [])
        if (/^\w+\.(id|account_id)$/.test(column))
          equal.join(`${node.Alias}.${column.split('.')[1]}`, column);
    if (node['Subplan Name']?.startsWith('InitPlan'))
      equal.join(`(${node['Subplan Name']}).col1`, `${node.Output?.[0]}`);
    if (node['Node Type'] === 'CTE Scan') {
      const made = nodes.find((one) => one['Subplan Name'] === `CTE ${node['CTE Name']}`);
      const account = made && accountIn(made);
      if (account) equal.join(`${node.Alias}.account_id`, account);
    }
    // Rows of a union stand beside each other, and are not joined.
    if (/Append$/.test(node['Node Type'])) {
      const [whole, ...others] = (node.Plans ?? []).flatMap(
        (part) => nodesOf(part).find(isScan)?.Alias ?? [],
      );
      for (const other of others) equal.join(`${whole}.account_id`, `${other}.account_id`);
    }
    // A partition is scanned under the name of the whole with a number behind it.
    if (partitions.has(node['Relation Name'] ?? ''))
      equal.join(`${node.Alias}.account_id`, `${node.Alias?.replace(/_\d+$/, '')}.account_id`);
  }
  const scans = nodes.filter(isScan);
  // The same row, met twice.
  for (const [i, one] of scans.entries())
    for (const other of scans.slice(i + 1))
      if (
        one['Relation Name'] === other['Relation Name'] &&
        equal.rootOf(`${one.Alias}.id`) === equal.rootOf(`${other.Alias}.id`)
      )
        equal.join(`${one.Alias}.account_id`, `${other.Alias}.account_id`);
  return equal;
}

/** Undefined for an insertion of which only a parameter says by which index it meets what is there. */
async function planOf(pool: Pool, statement: string): Promise<Plan | undefined> {
  const { rows } = await pool
    .query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (generic_plan, verbose, costs off, format json) ${statement}`,
    )
    .catch((error: { code?: unknown }) => {
      if (error.code !== '42P10') throw error;
      return { rows: [] };
    });
  return rows[0]?.['QUERY PLAN'][0].Plan;
}

/**
 * Statements that look at rows of several tables of accounts and do not say that all are of one account, as PostgreSQL
 * reads them, each with the tables. `apart` are pieces of statements that need not, with the reason; one that no statement
 * has is told of too.
 */
export async function joinsOfAccounts(
  pool: Pool,
  statements: Iterable<string>,
  apart: Record<string, string>,
): Promise<string[]> {
  const owned = tablesOfAccounts(await readCatalogue(pool));
  const { rows } = await pool.query<{ name: string; whole: string }>(
    `select c.relname as name, p.relname as whole from pg_inherits i
     join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent`,
  );
  const partitions = new Map(rows.map(({ name, whole }) => [name, whole]));
  const texts = [...new Set([...statements].map((text) => text.replaceAll(/\s+/g, ' ').trim()))];
  const pieces = Object.keys(apart);
  const unmet = pieces.filter((piece) => !texts.some((text) => text.includes(piece)));
  const found = unmet.map((piece) => `no statement has ${piece}`);
  for (const text of texts) {
    if (!/^(select|with|insert|update|delete)\b/i.test(text)) continue;
    if ([...pieces, FOR_EVERYBODY].some((piece) => text.includes(piece))) continue;
    const plan = await planOf(pool, text);
    const tables = plan ? tablesApart(plan, owned, partitions) : [];
    if (tables.length > 0) found.push(`${tables.join()}: ${text}`);
  }
  return found.sort();
}

/** The tables of accounts in a plan, unless all that is read of them is of one account. */
function tablesApart(
  plan: Plan,
  owned: ReadonlySet<string>,
  partitions: ReadonlyMap<string, string>,
): string[] {
  const equal = equalitiesOf(plan, partitions);
  const accounts = new Set<string>();
  const tables = new Set<string>();
  for (const { 'Node Type': type, 'Relation Name': relation = '', Alias } of nodesOf(plan)) {
    const table = partitions.get(relation) ?? relation;
    if (!type.endsWith('Scan') || !owned.has(table) || table in OF_NOBODY) continue;
    tables.add(table);
    accounts.add(equal.rootOf(`${Alias}.${ownerColumn(table)}`));
  }
  return accounts.size > 1 ? [...tables].sort() : [];
}
