import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { Database } from '../../platform/db/database.ts';
import { runningPostgresUrl } from '../../platform/db/running-postgres.ts';
import { type AccountId, type MessageId, parseId } from '../../platform/ids.ts';
import { dateOf } from '../../platform/whole-days.ts';
import { type Config, inspectConfig } from '../../settings/config.ts';
import type { Environment } from '../../settings/settings.ts';
import { verify } from '../verify-command.ts';
import type { Ran } from './archive-old.ts';
import type { Archived } from './go-on.ts';

interface Options {
  account?: string;
  before?: string;
  verify?: string;
  list?: boolean;
  lost?: boolean;
  withoutBytes?: string[];
  reason?: string;
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
    .option('--lost', 'only say which documents wait because their bytes are not in the payload store')
    .option('--verify <file>', 'only say whether an archive is whole; asks nobody')
    .addOption(
      new Option(
        '--without-bytes <id...>',
        'archive these documents, whose bytes are lost, without them, and remove them; wants --reason',
      ).conflicts(['account', 'before', 'list', 'lost', 'verify']),
    )
    .option('--reason <text>', 'why, for the audits and the archive')
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
  const decided = decidedBy(options);
  if (decided && 'problem' in decided) return refused(decided.problem);
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
    if (options.lost) return await lost(database, asked, options);
    return await archive(database, config, { ...asked, decided }, options);
  } finally {
    await database.close();
  }
}

async function archive(
  database: Database,
  config: Config,
  { accountId, before, decided }: Wanted & { decided: Decided | undefined },
  options: Options,
): Promise<number> {
  const opened = await openAll(config);
  if (!opened.place)
    return refused('No place for archives is set. Set ARCHIVE_DIR or ARCHIVE_S3_BUCKET as for the service.');
  const written: Archived[] = [];
  const onArchived = (one: Archived): void => {
    written.push(one);
    if (!options.json) console.log(inWords(one));
  };
  const { payloads, place: archives } = opened;
  const deps = { database, db: database.db, payloads, archives };
  if (!decided) {
    const ran = await opened.archiveOld(deps, { accountId, before, onArchived });
    return told(problemsOf(ran), written, options);
  }
  const wrong = await whyNotTheStore(database, config);
  if (wrong !== undefined) return refused(wrong);
  const by = `Command on ${userInfo().username}@${hostname()}`;
  const problems = await opened.archiveWithoutBytes(deps, { ...decided, before, by, onArchived });
  return told(problems, written, options);
}

interface Decided {
  messageIds: MessageId[];
  reason: string;
}

const MOST_DECIDED = 1_000;
const LONGEST_REASON = 500;

/** What goes without its bytes, where anything does: each named, and why. */
function decidedBy({ withoutBytes, reason }: Options): Decided | { problem: string } | undefined {
  if (!withoutBytes)
    return reason === undefined
      ? undefined
      : { problem: '--reason is for --without-bytes. Name the documents too.' };
  const why = reason?.trim() ?? '';
  if (why === '' || why.length > LONGEST_REASON)
    return { problem: `Say why with --reason, in ${LONGEST_REASON} characters at most.` };
  const ids = new Set<MessageId>();
  for (const text of withoutBytes) {
    const id = parseId<'Message'>(text);
    if (!id) return { problem: `${text} is no id of a document. See --lost.` };
    ids.add(id);
  }
  if (ids.size > MOST_DECIDED) return { problem: `Name ${MOST_DECIDED} documents at most at a time.` };
  return { messageIds: [...ids], reason: why };
}

/** In another store than that of the service, or in none, everything is lost. */
async function whyNotTheStore({ pool }: Database, config: Config): Promise<string | undefined> {
  const { knownStoreId } = await import('../../platform/store-id.ts');
  const folder = join(config.dataDir, 'payloads');
  const own = await knownStoreId(config.s3 ? { s3: config.s3 } : { folder });
  if (own === undefined)
    return `${folder} is no payload store. Mount it, or set DATA_DIR as for the service.`;
  const { rows } = await pool.query("select 1 from nodes where facts ->> 'payloads' <> $1 limit 1", [own]);
  return rows.length === 0
    ? undefined
    : 'A node of the service has another payload store than this one. Set S3_BUCKET, S3_ENDPOINT or DATA_DIR as for the service.';
}

/** What is asked for, as far as retention allows it. */
type Asked = { problem: string } | Wanted;

interface Wanted {
  accountId: AccountId | undefined;
  before: Date;
}

function askedFor({ retentionDays }: Config, end: Date, { account, before }: Options): Asked {
  const accountId = account === undefined ? undefined : parseId<'Account'>(account);
  if (account !== undefined && !accountId) return { problem: `${account} is no id of an account.` };
  if (before === undefined) return { accountId, before: end };
  const day = new Date(`${before}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(before) || Number.isNaN(day.getTime()))
    return { problem: `${before} is no day. Write it as 2019-12-31.` };
  if (day > end)
    return {
      problem: `What ended from ${dateOf(end.getTime())} on is kept (RETENTION_DAYS=${retentionDays}). Name an earlier day.`,
    };
  return { accountId, before: day };
}

async function openAll(config: Config) {
  const [
    { archiveOld },
    { archiveWithoutBytes },
    { openPlace },
    { directoryPayloadStore },
    { s3PayloadStore },
  ] = await Promise.all([
    import('./archive-old.ts'),
    import('./without-bytes.ts'),
    import('./place.ts'),
    import('../../platform/payload-directory.ts'),
    import('../../platform/payload-s3.ts'),
  ]);
  const payloads = config.s3
    ? s3PayloadStore(config.s3)
    : directoryPayloadStore(join(config.dataDir, 'payloads'));
  return { archiveOld, archiveWithoutBytes, payloads, place: config.archive && openPlace(config.archive) };
}

function problemsOf(ran: Ran): string[] {
  const problems = ran.failures.map(({ message }) => message);
  if (ran.lost.count > 0)
    problems.push(
      `Documents whose bytes are not in the payload store, neither archived nor removed: ${ran.lost.count}, such as ${ran.lost.some[0]}. See --lost.`,
    );
  if (ran.isOthersWork) problems.push('Another process is at an archive that it has begun. Ask again later.');
  return problems;
}

function told(problems: readonly string[], written: readonly Archived[], { json }: Options): number {
  if (json) console.log(JSON.stringify({ archives: written, problems }, null, 2));
  else {
    if (written.length === 0 && problems.length === 0) console.log('Nothing is old enough.');
    for (const problem of problems) console.error(problem);
  }
  return problems.length > 0 ? 1 : 0;
}

const inWords = ({ key, documents, bytes, removed, sha256 }: Archived): string =>
  `${key}: ${documents} documents, ${(bytes / 1e6).toFixed(1)} MB, ${removed} removed; SHA-256 ${sha256}`;

async function list({ db }: Database, { accountId }: Wanted, { json }: Options): Promise<number> {
  const { listArchives } = await import('./list.ts');
  const archives = await listArchives({ db }, accountId);
  if (json) console.log(JSON.stringify({ archives }, null, 2));
  else if (archives.length === 0) console.log('There is none.');
  else
    for (const one of archives)
      console.log(one.status === 'BEGUN' ? `${one.key}: begun, ${one.documents} documents` : inWords(one));
  return 0;
}

async function lost({ db }: Database, { accountId }: Wanted, { json }: Options): Promise<number> {
  const { listLost } = await import('./lost.ts');
  const { count, documents } = await listLost({ db }, accountId);
  if (json) console.log(JSON.stringify({ count, documents }, null, 2));
  else if (count === 0) console.log('None waits for its bytes.');
  else {
    for (const { id, accountId: whose, sender, receiver, sha256, foundAt } of documents)
      console.log(
        `${id}  of account ${whose}, ${sender} to ${receiver}; SHA-256 ${sha256}; lost since ${foundAt} or before`,
      );
    if (count > documents.length) console.log(`… and ${count - documents.length} more.`);
    console.log(
      'Bytes that are put back are archived by the next night. Where they are lost for good: archive --without-bytes ID --reason "…".',
    );
  }
  return 0;
}

function refused(problem: string): number {
  console.error(problem);
  return 1;
}
