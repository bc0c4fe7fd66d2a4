import { join } from 'node:path';
import { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { type EmbeddedServer, startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { foldTexts } from '../platform/db/fold-texts.ts';
import { migrate } from '../platform/db/migrate.ts';
import { turnMonths } from '../platform/events/partitions.ts';
import { prepareJobs } from '../platform/jobs/run.ts';
import { Wake } from '../platform/jobs/wake.ts';
import { awaitDatabase } from './await-database.ts';

export interface Store {
  database: Database;
  postgres: EmbeddedServer | undefined;
  prepared: PreparedDatabase;
}

/** One that has all its tables. */
export interface PreparedDatabase {
  url: string;
  /** Nobody but this node uses the server. */
  isOurs: boolean;
}

/** Connections for it. */
const UPGRADING = 3;

interface StoreOptions {
  dataDir: string;
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  eventsDays: number;
  /** Connections that a server of our own must have. */
  connections?: number;
  log: Logger;
  metrics: { databaseWait: { observe(seconds: number): void } };
  /** Aborted when we are asked to end meanwhile. */
  signal: AbortSignal;
}

/** The database with all its tables: one of our own, or one elsewhere as soon as it answers. */
export async function openStore(
  options: StoreOptions,
  opened: AsyncDisposableStack,
): Promise<Store | { problem: string }> {
  const { dataDir, databaseUrl, connections, log, signal } = options;
  const refused = databaseUrl && (await awaitDatabase(databaseUrl, log, signal));
  if (refused) return refused;
  const postgres = databaseUrl
    ? undefined
    : await startEmbeddedPostgres(
        join(dataDir, 'postgres'),
        (line) => log.debug({ postgres: line.trim() }, 'database'),
        connections,
      );
  opened.defer(async () => postgres?.stop());
  signal.throwIfAborted();
  const prepared = { url: databaseUrl ?? postgres?.nearUrl ?? '', isOurs: postgres !== undefined };
  const database = joinStore(prepared, options, opened);
  const problem = await bringForward(database, options);
  return problem ?? { database, postgres, prepared };
}

/** Its tables to this version, by connections that locks can be held with. */
async function bringForward(
  { db, connection }: Database,
  { log, eventsDays, signal }: StoreOptions,
): Promise<{ problem: string } | undefined> {
  const pool = new Pool({ ...connection, max: UPGRADING });
  // Whoever uses one that breaks is told so.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    const migrated = await migrate(pool);
    if ('problem' in migrated) return migrated;
    signal.throwIfAborted();
    await foldTexts(db);
    await prepareJobs(pool);
    await turnMonths({ pool, log, eventsDays });
    signal.throwIfAborted();
    return undefined;
  } finally {
    await pool.end();
  }
}

/** A database that is as it should be. */
export function joinStore(
  { url, isOurs }: PreparedDatabase,
  { databaseDirectUrl, log, metrics }: Pick<StoreOptions, 'databaseDirectUrl' | 'log' | 'metrics'>,
  opened: AsyncDisposableStack,
): Database {
  const wake = new Wake();
  const database = openDatabase(url, {
    directUrl: databaseDirectUrl,
    onError: (error) => log.warn({ reason: error.message }, 'database connection lost'),
    isOurs,
    watch: wake,
    onAcquired: (seconds) => metrics.databaseWait.observe(seconds),
  });
  wake.by(database.pool);
  opened.defer(() => database.close());
  return database;
}
