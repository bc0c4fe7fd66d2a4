import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { inspectConfig } from '../settings/config.ts';
import { type Environment, LEAST_SECRET } from '../settings/settings.ts';
import { fileProblem } from '../start/preflight.ts';
import { wantedFiles } from '../start/wanted.ts';
import type { Installation } from './installation.ts';
import type { Manifest } from './manifest.ts';

interface Options {
  passphraseFile?: string;
  json?: boolean;
}

interface RestoreOptions extends Options {
  check?: boolean;
  sendUnderWay?: boolean;
}

const PASSPHRASE = `${LEAST_SECRET} characters at least; without it the variable BACKUP_PASSPHRASE is taken`;

/** Commands that carry a whole installation away, and bring it back; with the settings of the service. */
export function backupCommands(program: Command, env: Environment): void {
  program
    .command('backup <folder>')
    .description(
      'database, payloads, keys and settings into a new folder, sealed; the service may run meanwhile',
    )
    .option('--passphrase-file <file>', PASSPHRASE)
    .option('--json', 'for programs')
    .action(async (folder: string, options: Options) => {
      process.exitCode = await backup(folder, env, options);
    });
  program
    .command('restore <folder>')
    .description('a backup into an empty DATA_DIR, and an empty database if DATABASE_URL is set')
    .option('--passphrase-file <file>', PASSPHRASE)
    .option('--check', 'only find out whether the backup is whole')
    .option('--send-under-way', 'send what was under way: only when nothing was sent since the backup')
    .option('--json', 'for programs')
    .action(async (folder: string, options: RestoreOptions) => {
      process.exitCode = await restore(folder, env, options);
    });
}

async function backup(folder: string, env: Environment, options: Options): Promise<number> {
  const installation = await installationOf(env, options);
  if ('problem' in installation) return refused(installation.problem);
  for (const { setting, path } of installation.files) {
    const problem = await fileProblem({ setting, path });
    if (problem) console.error(`${problem} The backup is made without it.`);
  }
  const { writeBackup } = await import('./write-backup.ts');
  const made = await writeBackup(folder, installation);
  if ('problem' in made) return refused(made.problem);
  if (options.json) print({ folder, ...contentsOf(made) });
  else console.log(`${folder} holds the state of ${made.takenAt}: ${inWords(made)}.`);
  return 0;
}

async function restore(folder: string, env: Environment, options: RestoreOptions): Promise<number> {
  const installation = await installationOf(env, options);
  if ('problem' in installation) return refused(installation.problem);
  if (options.check) return check(folder, installation.passphrase, options);
  const { restoreBackup } = await import('./restore-backup.ts');
  const underWay = options.sendUnderWay ? 'send' : 'fail';
  const done = await restoreBackup(folder, installation, underWay);
  if ('problem' in done) return refused(done.problem);
  const { manifest, settingsFolder, missing } = done;
  if (options.json) {
    print({
      ...contentsOf(manifest),
      settingsFolder,
      underWay: done.underWay,
      [underWay]: done.underWay,
      missing,
    });
    return 0;
  }
  console.log(`Restored the state of ${manifest.takenAt}: ${inWords(manifest)}.`);
  console.log(toldOfUnderWay(done.underWay, underWay));
  if (missing.length > 0)
    console.log(`The content of ${missing.length} documents is missing, the first ${missing[0]}.`);
  console.log(
    `Its settings, and the files that they name, are in ${settingsFolder}. Set them, then start the service.`,
  );
  return 0;
}

function toldOfUnderWay(count: number, what: 'send' | 'fail'): string {
  if (count === 0) return 'No document was under way.';
  const become =
    what === 'send'
      ? 'are sent when the service starts'
      : 'are SEND_FAILED with RESTORED_FROM_BACKUP, as they may have been sent since: see docs/backup.md';
  return `Documents that were under way: ${count}. They ${become}.`;
}

async function check(folder: string, passphrase: string, options: Options): Promise<number> {
  const { openBackup } = await import('./open-backup.ts');
  const opened = await openBackup(folder, passphrase);
  if ('problem' in opened) return refused(opened.problem);
  if (options.json) print({ folder, ...contentsOf(opened.manifest) });
  else
    console.log(
      `${folder} is whole, with the state of ${opened.manifest.takenAt}: ${inWords(opened.manifest)}.`,
    );
  return 0;
}

/** What is wrong with other settings is no reason to have no backup. */
async function installationOf(
  env: Environment,
  { passphraseFile }: Options,
): Promise<Installation | { problem: string }> {
  const { config, asked } = inspectConfig(env);
  const settings = Object.fromEntries([...asked].map((name) => [name, env[name] || undefined]));
  const passphrase = passphraseFile
    ? (await readFile(passphraseFile, 'utf8')).trim()
    : (env['BACKUP_PASSPHRASE'] ?? '');
  if (passphrase.length < LEAST_SECRET)
    return {
      problem: `The passphrase is missing or shorter than ${LEAST_SECRET} characters. Set BACKUP_PASSPHRASE or --passphrase-file, such as of "openssl rand -hex 24".`,
    };
  return { config, settings, files: wantedFiles(config), passphrase };
}

function contentsOf({ takenAt, release, tables, payloads, files }: Manifest) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { takenAt, release, tables: tables.length, rows, payloads, bytes };
}

function inWords(manifest: Manifest): string {
  const { release, tables, rows, payloads, bytes } = contentsOf(manifest);
  const where =
    'count' in payloads ? `${payloads.count} files of payloads` : `payloads are in S3 (${payloads.s3})`;
  return `${rows} rows of ${tables} tables, ${where}, ${(bytes / 1e6).toFixed(1)} MB sealed, by version ${release}`;
}

function refused(problem: string): number {
  console.error(problem);
  return 1;
}

const print = (value: unknown): void => console.log(JSON.stringify(value, null, 2));
