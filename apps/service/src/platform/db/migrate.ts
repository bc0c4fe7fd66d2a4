import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { LOCKS } from './locks.ts';

const FOLDER = join(import.meta.dirname, 'migrations');

/** One since before the first release: who followed the sources may have them each, in a database or a backup. */
const FOLDED = {
  into: '0005-initial.sql',
  from: [
    '0001-initial.sql',
    '0002-users.sql',
    '0003-network.sql',
    '0004-identity.sql',
    '0005-mls-reporting.sql',
  ],
};

/**
 * Applies the migrations that this database has not seen yet, each in its own transaction; only those of `names` when
 * given. A problem, and nothing is done, when a later version has been at this database: this one would not know what its
 * tables mean.
 */
export async function migrate(
  pool: Pool,
  names?: readonly string[],
): Promise<string[] | { problem: string }> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrations]);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const known = await knownMigrations();
    const done = await doneMigrations(client);
    const later = done.find((name) => !known.includes(name));
    if (later) return { problem: laterSentence(later) };
    const pending = known.filter((name) => !done.includes(name) && (names?.includes(name) ?? true));
    for (const name of pending) await apply(client, name);
    return pending;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCKS.migrations]).catch(() => undefined);
    client.release();
  }
}

const laterSentence = (name: string): string =>
  `The database is of a later version of Pappel (${name}), and was left alone. Start that version, or restore the backup that was made before the upgrade.`;

/** The migrations of this version, in their order. */
export async function knownMigrations(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort();
}

/** Those that a database or a backup names, as this version names them. */
export function asNamedNow(names: readonly string[]): string[] {
  const { from, into } = FOLDED;
  if (!from.every((name) => names.includes(name))) return [...names];
  return [into, ...names.filter((name) => !from.includes(name))];
}

/** Those that this database has seen. */
export async function doneMigrations(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return asNamedNow(rows.map(({ name }) => name));
}

async function apply(client: PoolClient, name: string): Promise<void> {
  const sql = await readFile(join(FOLDER, name), 'utf8');
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}
