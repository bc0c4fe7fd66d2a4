import type { Pool, PoolClient } from 'pg';
import { escapeIdentifier } from 'pg';
import type { Backup } from './open-backup.ts';
import { fillTable, nameOf, withoutForeignKeys } from './tables.ts';

/** Fills all tables in one transaction, and holds what refers to each other and how many there are against the backup. */
export async function loadTables(backup: Backup, pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await load(backup, client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function load({ manifest, read }: Backup, client: PoolClient): Promise<void> {
  for (const { parent, name, bounds } of manifest.partitions)
    await client.query(
      `create table if not exists ${escapeIdentifier(name)} partition of ${escapeIdentifier(parent)} ${bounds}`,
    );
  await withoutForeignKeys(client, async () => {
    // What migrations have put there is among the rows that come.
    await client.query(`truncate ${manifest.tables.map(nameOf).join(', ')}`);
    for (const table of manifest.tables) {
      const rows = await fillTable(client, table, await read(table.file));
      if (rows !== table.rows) throw new Error(`${nameOf(table)} has ${rows} rows instead of ${table.rows}`);
    }
  });
  for (const { name, value } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [name, value]);
}
