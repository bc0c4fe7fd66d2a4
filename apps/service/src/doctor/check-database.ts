import { join } from 'node:path';
import { Client } from 'pg';
import { doneMigrations, knownMigrations } from '../platform/db/migrate.ts';
import { runningPostgresUrl } from '../platform/db/running-postgres.ts';
import type { Config } from '../settings/config.ts';
import { leastConnections, roomFor } from '../start/connections.ts';
import { ofClocks } from './check-machine.ts';
import { bad, type Check, type Found, good, skipped, warning } from './finding.ts';

/** The oldest that the tests have been run on. */
const OLDEST = 15;

type Where = Pick<Config, 'dataDir' | 'databaseUrl' | 'archive' | 'processes'>;
type Look = (client: Client) => Promise<Found>;

export function databaseChecks(where: Where): Check[] {
  const look = (name: string, what: Look): Check => ({ name, look: () => connected(where, what) });
  return [
    look('PostgreSQL', version),
    look('rights in PostgreSQL', rights),
    look('connections of PostgreSQL', (client) => connections(client, where)),
    look('clock of PostgreSQL', clock),
    look('tables', tables),
    ...(where.archive ? [look('documents to archive', lostDocuments)] : []),
  ];
}

async function connected({ dataDir, databaseUrl }: Where, what: Look): Promise<Found> {
  const url = databaseUrl ?? (await runningPostgresUrl(join(dataDir, 'postgres')));
  if (!url) return skipped('the embedded database does not run: start the service');
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await what(client);
  } catch (error) {
    return bad(
      `does not answer (${(error as Error).message})`,
      databaseUrl
        ? 'Start it; check DATABASE_URL, its user and password, and pg_hba.conf.'
        : 'Start the service again.',
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

const one = async <Row extends object>(client: Client, text: string): Promise<Row> => {
  const { rows } = await client.query<Row>(text);
  if (!rows[0]) throw new Error(`no answer to ${text}`);
  return rows[0];
};

const version: Look = async (client) => {
  const { number, encoding } = await one<{ number: number; encoding: string }>(
    client,
    "select current_setting('server_version_num')::int as number, current_setting('server_encoding') as encoding",
  );
  const what = `version ${Math.floor(number / 10_000)}.${number % 10_000}, ${encoding}`;
  if (encoding !== 'UTF8') return bad(what, "Make the database anew with encoding 'UTF8'.");
  if (number < OLDEST * 10_000) return bad(what, `Upgrade it to ${OLDEST} at least.`);
  return good(what);
};

const rights: Look = async (client) => {
  const { user, database, inSchema, inDatabase } = await one<{
    user: string;
    database: string;
    inSchema: boolean;
    inDatabase: boolean;
  }>(
    client,
    `select current_user as user, current_database() as database,
       has_schema_privilege('public', 'create') as "inSchema",
       has_database_privilege(current_database(), 'create') as "inDatabase"`,
  );
  if (inSchema && inDatabase) return good(`${user} may make tables and schemas in ${database}`);
  return bad(
    `${user} may not make ${inSchema ? 'schemas' : 'tables'} in ${database}`,
    `Make it the owner: alter database "${database}" owner to "${user}".`,
  );
};

async function connections(client: Client, { processes }: Where): Promise<Found> {
  const room = await roomFor(client);
  const { used } = await one<{ used: number }>(
    client,
    "select count(*)::int as used from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  );
  const what = `${used} of this database in use, ${room} may be`;
  const least = leastConnections(processes);
  return room < least
    ? bad(
        what,
        `PROCESSES=${processes} takes up to ${least}: raise max_connections, or the limit of the user or database.`,
      )
    : good(what);
}

const clock: Look = async (client) => {
  const { now } = await one<{ now: Date }>(client, 'select clock_timestamp() as now');
  return ofClocks((Date.now() - now.getTime()) / 1_000, 'the database');
};

const tables: Look = async (client) => {
  const { exists } = await one<{ exists: boolean }>(
    client,
    "select to_regclass('public.migrations') is not null as exists",
  );
  if (!exists) return warning('there are none yet', 'Start the service, which makes them.');
  const done = await doneMigrations(client);
  const known = await knownMigrations();
  const later = done.find((name) => !known.includes(name));
  if (later)
    return bad(
      `they are of a later version (${later})`,
      'Start that version, or restore the backup from before it.',
    );
  const pending = known.length - done.length;
  if (pending > 0)
    return warning(`${pending} migrations are to come`, 'Back up, then start this version: docs/upgrade.md.');
  return good('are of this version');
};

/** What the nights have found; the store itself is asked by them. */
const lostDocuments: Look = async (client) => {
  const { exists } = await one<{ exists: boolean }>(
    client,
    "select to_regclass('public.archive_lost') is not null as exists",
  );
  if (!exists) return skipped('there are no tables of them yet');
  const { count, first } = await one<{ count: number; first: string | null }>(
    client,
    `select count(*)::int as count,
       (select message_id from archive_lost order by found_at, message_id limit 1) as first from archive_lost`,
  );
  if (count === 0) return good('all of them had their bytes last night');
  return bad(
    `${count} are past their retention and have no bytes in the payload store, the first is ${first}`,
    'Mount the store, or restore the bytes. See "pappel archive --lost", and docs/operator.md for bytes that are lost for good.',
  );
};
