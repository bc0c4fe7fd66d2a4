import { join } from 'node:path';
import type { Command } from 'commander';
import { runningPostgresUrl } from '../../platform/db/running-postgres.ts';
import { type AccountId, parseId } from '../../platform/ids.ts';
import { type Config, inspectConfig } from '../../settings/config.ts';
import type { Environment } from '../../settings/settings.ts';
import { verify } from '../verify-command.ts';
import type { Archived, Ran } from './archive-old.ts';

interface Options {
  account?: string;
  before?: string;
  verify?: string;
  list?: boolean;
  json?: boolean;
}

/** What the night does, now; with the settings of the service. */
export function archiveCommands(program: Command, env: Environment): void {
  program
    .command('archive')
    .description(
      'archives documents that are kept no longer, and removes them; what every night does, with the settings of the service',
    )
    .option('--account <id>', 'of one account')
    .option('--before <day>', 'only what ended before that day, such as 2019-12-31')
    .option('--list', 'only say which archives there are, the last one first')
    .option('--verify <file>', 'only say whether an archive is whole; asks nobody')
    .option('--json', 'as JSON, for programs')
    .action(async (options: Options) => {
      process.exitCode = await run(env, options);
    });
}

async function run(env: Environment, options: Options): Promise<number> {
  if (options.verify !== undefined) return verify(options.verify, 'Take another copy of it.');
  const { config } = inspectConfig(env);
  const { endOfRetention } = await import('../../messages/old.ts');
  const asked = askedFor(config, endOfRetention(config.retentionDays), options);
  if ('problem' in asked) return refused(asked.problem);
  const { dataDir, databaseUrl, databaseDirectUrl } = config;
  const url = databaseUrl ?? (await runningPostgresUrl(join(dataDir, 'postgres')));
  if (!url)
    return refused(
      `No database runs for DATA_DIR=${dataDir}. Start the service, and run this on its machine with its settings.`,
    );
  const { openDatabase } = await import('../../platform/db/database.ts');
  const database = openDatabase(url, { directUrl: databaseDirectUrl, onError: () => undefined });
  try {
    if (options.list) return await list(database, asked, options);
    const { place, payloads, archiveOld } = await openAll(config);
    if (!place)
      return refused(
        'No place for archives is set. Set ARCHIVE_DIR or ARCHIVE_S3_BUCKET as for the service.',
      );
    const written: Archived[] = [];
    const onArchived = (one: Archived): void => {
      written.push(one);
      if (!options.json) console.log(inWords(one));
    };
    const deps = { database, db: database.db, payloads, archives: place };
    return told(await archiveOld(deps, { ...asked, onArchived }), written, options);
  } finally {
    await database.close();
  }
}

/** What is asked for, as far as retention allows it. */
type Asked = { problem: string } | { accountId: AccountId | undefined; before: Date };

function askedFor({ retentionDays }: Config, end: Date, { account, before }: Options): Asked {
  const accountId = account === undefined ? undefined : parseId<'Account'>(account);
  if (account !== undefined && !accountId) return { problem: `${account} is no id of an account.` };
  if (before === undefined) return { accountId, before: end };
  const day = new Date(`${before}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(before) || Number.isNaN(day.getTime()))
    return { problem: `${before} is no day. Write it as 2019-12-31.` };
  if (day > end)
    return {
      problem: `What ended from ${end.toISOString().slice(0, 10)} on is kept (RETENTION_DAYS=${retentionDays}). Name an earlier day.`,
    };
  return { accountId, before: day };
}

async function openAll(config: Config) {
  const [{ archiveOld }, { openPlace }, { directoryPayloadStore }, { s3PayloadStore }] = await Promise.all([
    import('./archive-old.ts'),
    import('./place.ts'),
    import('../../platform/payload-directory.ts'),
    import('../../platform/payload-s3.ts'),
  ]);
  const payloads = config.s3
    ? s3PayloadStore(config.s3)
    : directoryPayloadStore(join(config.dataDir, 'payloads'));
  return { archiveOld, payloads, place: config.archive && openPlace(config.archive) };
}

function told(ran: Ran, written: readonly Archived[], { json }: Options): number {
  const problems = ran.failures.map(({ message }) => message);
  if (ran.lost.count > 0)
    problems.push(
      `Documents whose bytes are not in the payload store, neither archived nor removed: ${ran.lost.count}, the first is ${ran.lost.first}.`,
    );
  if (ran.isOthersWork) problems.push('Another process is at an archive that it has begun. Ask again later.');
  if (json) console.log(JSON.stringify({ archives: written, problems }, null, 2));
  else {
    if (written.length === 0 && problems.length === 0) console.log('Nothing is old enough.');
    for (const problem of problems) console.error(problem);
  }
  return problems.length > 0 ? 1 : 0;
}

const inWords = ({ key, documents, bytes, removed, sha256 }: Archived): string =>
  `${key}: ${documents} documents, ${(bytes / 1e6).toFixed(1)} MB, ${removed} removed; SHA-256 ${sha256}`;

async function list(
  { db }: Parameters<typeof import('./list.ts').listArchives>[0],
  { accountId }: { accountId: AccountId | undefined },
  { json }: Options,
): Promise<number> {
  const { listArchives } = await import('./list.ts');
  const archives = await listArchives({ db }, accountId);
  if (json) console.log(JSON.stringify({ archives }, null, 2));
  else if (archives.length === 0) console.log('There is none.');
  else
    for (const one of archives)
      console.log(one.status === 'BEGUN' ? `${one.key}: begun, ${one.documents} documents` : inWords(one));
  return 0;
}

function refused(problem: string): number {
  console.error(problem);
  return 1;
}
