import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type ClientBase, escapeIdentifier, type PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { BackedUpTable, Manifest } from './manifest.ts';

/** Who holds which table by name, without what a restored installation makes anew: who is running now, and migrations. */
const TABLES = `
  select n.nspname as schema, c.relname as name,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition
    and not c.relname = any('{migrations,nodes,node_turns,worker_leases}'::name[])
  order by 1, 2`;

const PARTITIONS = `
  select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
  from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
  where c.relispartition and c.relkind = 'r' and p.relkind = 'p' order by 1, 2`;

/** A sequence is no part of a snapshot: what it says later is never too low. */
const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
  where schemaname in ('public', 'graphile_worker') and last_value is not null order by 1`;

type Client = ClientBase | PoolClient;
type FoundTable = Pick<BackedUpTable, 'schema' | 'name' | 'columns'>;

export async function findTables(client: Client): Promise<FoundTable[]> {
  return (await client.query<FoundTable>(TABLES)).rows;
}

export async function findPartitions(client: Client): Promise<Manifest['partitions']> {
  return (await client.query<Manifest['partitions'][number]>(PARTITIONS)).rows;
}

export async function findSequences(client: Client): Promise<Manifest['sequences']> {
  return (await client.query<Manifest['sequences'][number]>(SEQUENCES)).rows;
}

/** The rows of a table as the open transaction sees them, compressed; `rows` is known at its end. */
export function rowsOf(client: Client, table: FoundTable): { stream: Readable; rows: () => number } {
  const copy = client.query(copyTo(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`));
  const packed = createGzip({ level: 3 });
  // An error of the one ends the other, which whoever reads it sees.
  pipeline(copy, packed).catch(() => undefined);
  return { stream: packed, rows: () => copy.rowCount };
}

/** Fills a table with rows as `rowsOf` gave them. */
export async function fillTable(client: Client, table: FoundTable, packed: Readable): Promise<number> {
  const copy = client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`));
  await pipeline(packed, createGunzip(), copy);
  return copy.rowCount;
}

export const nameOf = ({ schema, name }: Pick<FoundTable, 'schema' | 'name'>): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

const columnsOf = ({ columns }: FoundTable): string => columns.map(escapeIdentifier).join(', ');

const FOREIGN_KEYS = `
  select format('%I.%I', n.nspname, c.relname) as table, format('%I', k.conname) as name,
    pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where k.contype = 'f' and k.conparentid = 0 and n.nspname in ('public', 'graphile_worker')`;

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Takes the foreign keys away, so that tables can be filled in any order. Made again, they check every row. */
export async function withoutForeignKeys(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<ForeignKey>(FOREIGN_KEYS);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  await work();
  for (const { table, name, definition } of rows)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}
