import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { foldTexts } from '../platform/db/fold-texts.ts';
import { knownMigrations, migrate } from '../platform/db/migrate.ts';
import { prepareJobs } from '../platform/jobs/run.ts';
import { openDataDir, RESTORING } from '../start/data-dir.ts';
import { unpack } from './folder-archive.ts';
import { type Installation, PAYLOADS_FOLDER, POSTGRES, RESTORED } from './installation.ts';
import { loadTables } from './load-tables.ts';
import { FILES, type Manifest, PAYLOADS } from './manifest.ts';
import { type Backup, openBackup } from './open-backup.ts';
import { type Settled, settleRestored, type UnderWay } from './settle-restored.ts';

export interface Restored extends Settled {
  manifest: Manifest;
  /** Below DATA_DIR. */
  settingsFolder: string;
}

/**
 * Makes an installation of a backup, in an empty DATA_DIR and an empty database, and brings it to this version. Nothing is
 * touched before the backup is known to be whole, and both to be empty; one that does not come to its end leaves a mark by
 * which no service starts on it.
 */
export async function restoreBackup(
  folder: string,
  { config, passphrase }: Pick<Installation, 'config' | 'passphrase'>,
  underWay: UnderWay,
): Promise<Restored | { problem: string }> {
  const backup = await openBackup(folder, passphrase);
  if ('problem' in backup) return backup;
  const problem =
    (await laterProblem(backup.manifest)) ??
    (await usedProblem(config.dataDir)) ??
    (config.databaseUrl && (await usedDatabaseProblem(config.databaseUrl)));
  if (problem) return { problem };
  await using opened = new AsyncDisposableStack();
  const held = await openDataDir(config.dataDir, 'nothing: it restores a backup');
  if ('problem' in held) return held;
  opened.defer(() => held.release());
  const mark = join(config.dataDir, RESTORING);
  await writeFile(mark, `${folder}\n`);
  await restoreFiles(backup, config.dataDir);
  const database = await openNew(config, opened);
  const failed = await restoreDatabase(backup, database);
  if (failed) return failed;
  const payloads = config.s3 ? undefined : join(config.dataDir, PAYLOADS_FOLDER);
  const settled = await settleRestored(database, { takenAt: backup.manifest.takenAt, underWay, payloads });
  await rm(mark);
  return { manifest: backup.manifest, settingsFolder: join(config.dataDir, RESTORED), ...settled };
}

async function laterProblem({ migrations, release }: Manifest): Promise<string | undefined> {
  const known = new Set(await knownMigrations());
  const unknown = migrations.find((name) => !known.has(name));
  return (
    unknown &&
    `The backup is of a later version of Pappel (${release}, ${unknown}). Restore it with that one.`
  );
}

async function usedProblem(dataDir: string): Promise<string | undefined> {
  const entries = existsSync(dataDir) ? await readdir(dataDir) : [];
  // What a file system of its own has from the beginning.
  if (entries.every((name) => name === 'lost+found')) return undefined;
  return `DATA_DIR=${dataDir} is not empty, and was left alone. Name another folder, or empty it yourself.`;
}

async function restoreFiles(backup: Backup, dataDir: string): Promise<void> {
  const places = { data: dataDir, settings: join(dataDir, RESTORED) };
  await unpack(await backup.read(FILES), (name) => {
    const [, kind, rest] = /^(data|settings)\/(.+)$/.exec(name) ?? [];
    return kind && rest ? join(places[kind as keyof typeof places], rest) : undefined;
  });
  if ('count' in backup.manifest.payloads)
    await unpack(await backup.read(PAYLOADS), (name) => join(dataDir, PAYLOADS_FOLDER, name));
}

async function openNew(
  { dataDir, databaseUrl }: Installation['config'],
  opened: AsyncDisposableStack,
): Promise<Database> {
  const server = databaseUrl
    ? undefined
    : await startEmbeddedPostgres(join(dataDir, POSTGRES), () => undefined);
  opened.defer(async () => server?.stop());
  const database = openDatabase(databaseUrl ?? server?.url ?? '', { onError: () => undefined });
  opened.defer(() => database.close());
  return database;
}

async function usedDatabaseProblem(url: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ used: boolean }>(
      "select to_regclass('public.migrations') is not null as used",
    );
    return rows[0]?.used
      ? 'The database of DATABASE_URL is in use, and was left alone. Name an empty one.'
      : undefined;
  } catch (error) {
    return `The database of DATABASE_URL does not answer (${(error as Error).message}). Is it running, is the URL right?`;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Its tables as they were, its rows, then what has changed of tables since. */
async function restoreDatabase(
  backup: Backup,
  { pool, db }: Database,
): Promise<{ problem: string } | undefined> {
  const asItWas = await migrate(pool, backup.manifest.migrations);
  if ('problem' in asItWas) return asItWas;
  await prepareJobs(pool);
  await loadTables(backup, pool);
  await migrate(pool);
  await foldTexts(db);
  return undefined;
}
