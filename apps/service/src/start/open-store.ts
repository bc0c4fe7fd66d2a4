import { join } from 'node:path';
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
}

/** One that has all its tables. */
export interface PreparedDatabase {
  url: string;
  /** Nobody but this node uses the server. */
  isOurs: boolean;
}

interface StoreOptions {
  dataDir: string;
  databaseUrl: string | undefined;
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
  { dataDir, databaseUrl, eventsDays, connections, log, metrics, signal }: StoreOptions,
  opened: AsyncDisposableStack,
): Promise<Store | { problem: string }> {
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
  const database = joinStore(prepared, { log, metrics }, opened);
  const migrated = await migrate(database.pool);
  if ('problem' in migrated) return migrated;
  signal.throwIfAborted();
  await foldTexts(database.db);
  await prepareJobs(database.pool);
  await turnMonths({ pool: database.pool, log, eventsDays });
  signal.throwIfAborted();
  return { database, postgres };
}

/** A database that is as it should be. */
export function joinStore(
  { url, isOurs }: PreparedDatabase,
  { log, metrics }: Pick<StoreOptions, 'log' | 'metrics'>,
  opened: AsyncDisposableStack,
): Database {
  const wake = new Wake();
  const database = openDatabase(url, {
    onError: (error) => log.warn({ reason: error.message }, 'database connection lost'),
    isOurs,
    watch: wake,
    onAcquired: (seconds) => metrics.databaseWait.observe(seconds),
  });
  wake.by(database.pool);
  opened.defer(() => database.close());
  return database;
}
