import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Client } from 'pg';
import { doneMigrations } from '../platform/db/migrate.ts';
import { archiveOf, type Entry, filesBelow } from './folder-archive.ts';
import { type Installation, isLeftOut, PAYLOADS_FOLDER } from './installation.ts';
import { digestOf, FILES, KEY, MANIFEST, type Manifest, PAYLOADS, printManifest } from './manifest.ts';
import { openSource } from './open-source.ts';
import { lockKey, newBackupKey, type SealedFile, sealInto } from './sealed-file.ts';
import { findPartitions, findSequences, findTables, rowsOf } from './tables.ts';

/** Puts a stream into the backup, sealed. */
type Keep = (name: string, source: Readable) => Promise<void>;

/**
 * Writes a backup into a new folder: the database as of one moment, then the payloads, of which every row of that moment
 * has its own already, then the files. The folder has its name only once all of it is on the disk.
 */
export async function writeBackup(
  folder: string,
  installation: Installation,
): Promise<Manifest | { problem: string }> {
  const target = resolve(folder);
  if (existsSync(target)) return { problem: `${target} is there already. Name a folder that is not.` };
  await using opened = new AsyncDisposableStack();
  const client = await openSource(installation.config, opened);
  if ('problem' in client) return client;
  const part = `${target}.${randomUUID()}.part`;
  await mkdir(part, { recursive: true, mode: 0o700 });
  opened.defer(() => rm(part, { recursive: true, force: true }));
  const key = await newBackupKey();
  const files: SealedFile[] = [];
  const keep: Keep = async (name, source) => {
    files.push(await sealInto(part, name, source, key.recipient));
  };
  const database = await keepDatabase(client, keep);
  const payloads = await keepPayloads(installation.config, keep);
  await keep(FILES, archiveOf(otherFiles(installation)).stream);
  const manifest: Manifest = { format: 1, release: await release(), ...database, payloads, files };
  const text = printManifest(manifest);
  await writeDurably(join(part, MANIFEST), text);
  await writeDurably(join(part, KEY), await lockKey(key, digestOf(text), installation.passphrase));
  await sync(part);
  await rename(part, target);
  await sync(dirname(target));
  return manifest;
}

type OfDatabase = Pick<Manifest, 'takenAt' | 'migrations' | 'tables' | 'partitions' | 'sequences'>;

async function keepDatabase(client: Client, keep: Keep): Promise<OfDatabase> {
  await client.query('begin transaction isolation level repeatable read read only');
  const moment = await client.query<{ now: Date }>('select now()');
  const migrations = await doneMigrations(client);
  const tables: Manifest['tables'] = [];
  for (const table of await findTables(client)) {
    const { stream, rows } = rowsOf(client, table);
    const file = `table-${table.schema}.${table.name}.gz.age`;
    await keep(file, stream);
    tables.push({ ...table, rows: rows(), file });
  }
  const partitions = await findPartitions(client);
  const sequences = await findSequences(client);
  await client.query('commit');
  return {
    takenAt: (moment.rows[0]?.now ?? new Date()).toISOString(),
    migrations,
    tables,
    partitions,
    sequences,
  };
}

async function keepPayloads(
  { s3, dataDir }: Installation['config'],
  keep: Keep,
): Promise<Manifest['payloads']> {
  if (s3) return { s3: `${s3.endpoint ?? s3.region} ${s3.bucket}` };
  const isUnfinished = (name: string): boolean => name.endsWith('.part');
  const { stream, count } = archiveOf(filesBelow(join(dataDir, PAYLOADS_FOLDER), isUnfinished));
  await keep(PAYLOADS, stream);
  return { count: count() };
}

async function* otherFiles({ config, settings, files }: Installation): AsyncGenerator<Entry> {
  for await (const { name, path } of filesBelow(config.dataDir, isLeftOut))
    yield { name: `data/${name}`, path };
  for (const { setting, path } of files) yield { name: `settings/${setting}`, path };
  yield { name: 'settings/settings.env', text: printSettings(settings) };
}

/** As a shell and systemd read it. */
const printSettings = (settings: Installation['settings']): string =>
  Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}='${value?.replaceAll("'", "'\\''")}'\n`)
    .sort()
    .join('');

async function release(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
