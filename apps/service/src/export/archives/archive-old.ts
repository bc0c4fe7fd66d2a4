import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { overAll } from '../../platform/db/roots.ts';
import { type AccountId, type ArchiveId, type MessageId, newId } from '../../platform/ids.ts';
import type { PayloadStore } from '../../platform/payload-store.ts';
import type { WriteDeps } from '../write-archive.ts';
import { holding, keyOf, noteWritten, type OpenArchive, takeOpen } from './archive.ts';
import { beginNext, type Place } from './begin.ts';
import { removeArchived } from './remove.ts';
import { writeDown } from './write.ts';

export interface ArchiveDeps extends WriteDeps {
  db: Db;
  /** Where archives are kept. */
  archives: PayloadStore;
}

/** What has become of an archive. */
export interface Archived {
  key: string;
  documents: number;
  bytes: number;
  sha256: string;
  removed: number;
}

export interface Run {
  /** What ended before then. */
  before: Date;
  /** Of all when omitted. */
  accountId?: AccountId | undefined;
  /** Leaves off then, with more to do. */
  until?: number;
  onArchived?: (one: Archived) => void;
}

export interface Ran {
  isDone: boolean;
  /** Documents whose bytes are gone. */
  lost: { count: number; first: MessageId | undefined };
  failures: Error[];
  /** Somebody else is at an archive of them. */
  isOthersWork: boolean;
}

/** Where so many fail it is not their fault. */
const MOST_FAILURES = 3;

/**
 * Archives what is old and removes it, an archive after the other: first those that somebody left, then account by account.
 * One that fails stays as far as it is, and its documents stay too; the other accounts go on. [MSG-28]
 */
export async function archiveOld(deps: ArchiveDeps, run: Run): Promise<Ran> {
  const work: Work = {
    deps,
    run,
    holder: newId<'Node'>(),
    failed: new Set(),
    failures: [],
    lost: { count: 0, first: undefined },
  };
  await endThoseLeft(work);
  for await (const accountId of accounts(deps.db, run)) {
    if (isEnough(work)) break;
    await archiveAccount(work, accountId);
  }
  const { failures, lost } = work;
  const isOthersWork = failures.length === 0 && !isEnough(work) && (await isLeft(deps.db, run));
  return { failures, lost, isOthersWork, isDone: !isOthersWork && !isEnough(work) && failures.length === 0 };
}

interface Work extends Pick<Ran, 'failures' | 'lost'> {
  deps: ArchiveDeps;
  run: Run;
  /** Who has the archives that are worked on. */
  holder: string;
  /** Accounts of which an archive has failed. */
  failed: Set<AccountId>;
}

const isEnough = ({ run, failures }: Work): boolean =>
  failures.length >= MOST_FAILURES || Date.now() > (run.until ?? Number.POSITIVE_INFINITY);

async function endThoseLeft(work: Work): Promise<void> {
  const { deps, run, holder } = work;
  const tried: ArchiveId[] = [];
  while (!isEnough(work)) {
    const one = await takeOpen(deps.db, holder, { accountId: run.accountId, tried });
    if (!one) return;
    tried.push(one.id);
    await attempt(work, one);
  }
}

async function archiveAccount(work: Work, accountId: AccountId): Promise<void> {
  const { deps, run, holder, failed, lost } = work;
  let after: Place | undefined;
  while (!isEnough(work) && !failed.has(accountId)) {
    const begun = await beginNext(deps, { accountId, before: run.before, after, holder });
    if (!begun) return;
    after = begun.last;
    lost.count += begun.lost.length;
    lost.first ??= begun.lost[0];
    if (begun.archive) await attempt(work, begun.archive);
  }
}

async function attempt(work: Work, one: OpenArchive): Promise<void> {
  const { deps, run, holder } = work;
  try {
    const archived = await holding(deps.db, one, holder, () => goOn(deps, one));
    run.onArchived?.(archived);
  } catch (error) {
    work.failures.push(error as Error);
    work.failed.add(one.accountId);
  }
}

async function isLeft(db: Db, { accountId }: Run): Promise<boolean> {
  let query = overAll(db, 'job')
    .selectFrom('archives')
    .where('status', '<>', 'REMOVED')
    .select('id')
    .limit(1);
  if (accountId) query = query.where('account_id', '=', accountId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** From where it was left. A file that stood there and is gone, with its store, is written anew of what is left. */
async function goOn(deps: ArchiveDeps, one: OpenArchive): Promise<Archived> {
  const isWritten = one.status === 'WRITTEN' && (await deps.archives.stat(keyOf(one))) !== undefined;
  if (!isWritten) await noteWritten(deps.db, one, await writeDown(deps, one));
  const { documents, bytes, sha256, taken_at } = await overAll(deps.db, 'job')
    .selectFrom('archives')
    .where('account_id', '=', one.accountId)
    .where('id', '=', one.id)
    .select(['documents', 'bytes', 'sha256', 'taken_at'])
    .executeTakeFirstOrThrow();
  if (!taken_at || sha256 === null) throw new Error(`The archive ${keyOf(one)} was not written`);
  const removed = await removeArchived(deps, one, taken_at);
  return { key: keyOf(one), documents, bytes: Number(bytes), sha256, removed };
}

/** One after the other, each looked for when its turn comes. What is being deleted is deleted. */
async function* accounts(db: Db, { accountId }: Run): AsyncGenerator<AccountId> {
  let after: string | undefined;
  for (;;) {
    const { rows } = await sql<{ id: AccountId }>`
      select id from accounts
      where status not in ('DELETING', 'DELETED') and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
        and (${accountId ?? null}::uuid is null or id = ${accountId ?? null}::uuid)
      order by id limit 100`.execute(overAll(db, 'job'));
    for (const { id } of rows) yield id;
    after = rows.at(-1)?.id;
    if (after === undefined) return;
  }
}
