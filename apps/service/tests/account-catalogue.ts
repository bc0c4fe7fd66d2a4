import type { Pool } from 'pg';

/** Tables of nobody's account, each with the reason. */
export const OF_NOBODY: Record<string, string> = {
  circuit_breakers: 'an access point of the network, whoever sends to it',
  directory_turn: 'one for the installation',
  event_head: 'the one log has one end',
  event_readers: 'what reads the log reads it for all',
  failing_jobs: 'of the queue, which is the installation’s',
  installation_secrets: 'the installation’s',
  login_failures: 'kept by the hash of an address or a login, whether or not there is one',
  message_counts_of_all: 'sums over all accounts',
  migrations: 'of the schema',
  node_turns: 'of the nodes',
  nodes: 'of the nodes',
  operator_audit: 'what the operator’s people did; it names the account that it concerned, and outlives it',
  operator_passkeys: 'the operator’s people',
  operator_sessions: 'the operator’s people',
  operator_tokens: 'the operator’s people',
  operators: 'the operator’s people',
  one_time_tokens: 'of a customer’s people, the operator’s, or nobody’s yet, and found by their hash alone',
  mls_received: 'statuses for us as a provider; some name a document of ours, and which is known only later',
  provider_ledger: 'what we exchange as a provider',
  provider_messages: 'what we send as a provider',
  reports: 'what we owe as a provider',
  sftp_host_keys: 'one door for all',
  smp_group_metadata: 'addresses of other access points, written to our SMP from outside',
  smp_groups: 'addresses of other access points, written to our SMP from outside',
  smp_registrations: 'our SMP at the SML',
  smp_signed_metadata: 'what our SMP serves, made anew from what accounts have and found by address alone',
  unclaimed_audit: 'what is no account’s',
  usage_added_up: 'how far the one ledger is added up',
  used_id_tokens: 'seen before anybody is known, by their hash',
  worker_leases: 'of the nodes',
};

export interface Column {
  type: string;
  isRequired: boolean;
}

export interface ForeignKey {
  name: string;
  columns: string[];
  to: string;
  toColumns: string[];
}

export interface FoundTable {
  name: string;
  columns: Record<string, Column>;
  foreignKeys: ForeignKey[];
  /** Columns of each unique index by its name, primary keys too. */
  unique: Record<string, string[]>;
}

const namesOf = (table: string, numbers: string): string => `array(
  select a.attname::text from unnest(${numbers}) with ordinality as n (attnum, place)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = n.attnum order by place)`;

/** Every table of ours as PostgreSQL has it; partitions are told of by what they are partitions of. */
export async function readCatalogue(pool: Pool): Promise<Map<string, FoundTable>> {
  const { rows } = await pool.query<FoundTable>(`
    select c.relname as name,
      (select jsonb_object_agg(a.attname, jsonb_build_object('type', format_type(a.atttypid, null), 'isRequired', a.attnotnull))
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(jsonb_agg(jsonb_build_object('name', k.conname, 'to', t.relname,
          'columns', ${namesOf('k.conrelid', 'k.conkey')}, 'toColumns', ${namesOf('k.confrelid', 'k.confkey')})), '[]')
        from pg_constraint k join pg_class t on t.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0) as "foreignKeys",
      (select coalesce(jsonb_object_agg(i.relname, ${namesOf('c.oid', 'x.indkey')}), '{}')
        from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid and x.indisunique) as unique
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`);
  return new Map(rows.map((table) => [table.name, table]));
}

/** `companies` to `company`. */
const singular = (table: string): string => table.replace(/ies$/, 'y').replace(/s$/, '');

/**
 * The tables whose rows hang on an account, by a foreign key or by the name of a column, directly or over others. Nobody
 * has to think of a new one.
 */
export function tablesOfAccounts(catalogue: ReadonlyMap<string, FoundTable>): Set<string> {
  const found = new Set(['accounts']);
  const hangs = (table: FoundTable): boolean =>
    table.foreignKeys.some(({ to }) => found.has(to)) ||
    Object.entries(table.columns).some(
      ([column, { type }]) =>
        type.startsWith('uuid') &&
        !table.foreignKeys.some(({ columns }) => columns.includes(column)) &&
        [...found].some((whole) => `_${column}`.endsWith(`_${singular(whole)}_id`)),
    );
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const table of catalogue.values()) if (hangs(table)) found.add(table.name);
  }
  return found;
}

/** The column by which a row of an account's table says whose it is. */
export const ownerColumn = (table: string): string => (table === 'accounts' ? 'id' : 'account_id');

/** Rows that refer to a row of another account, as sentences; foreign keys that name the account let none in. */
export async function strayRows(pool: Pool): Promise<string[]> {
  const catalogue = await readCatalogue(pool);
  const owned = tablesOfAccounts(catalogue);
  const stray: string[] = [];
  for (const table of catalogue.values()) {
    for (const { columns, to, toColumns } of table.foreignKeys) {
      if (!owned.has(to) || !table.columns['account_id']) continue;
      const on = columns.map((column, i) => `t.${column} = w.${toColumns[i]}`).join(' and ');
      const { rows } = await pool.query<{ n: number }>(
        `select count(*)::int as n from ${table.name} as t join ${to} as w on ${on}
         where t.account_id is distinct from w.${ownerColumn(to)}`,
      );
      if (rows[0]?.n !== 0) stray.push(`${rows[0]?.n} of ${table.name} by ${columns.join()}`);
    }
  }
  return stray;
}
