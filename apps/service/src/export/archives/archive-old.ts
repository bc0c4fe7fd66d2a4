import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { overAll } from '../../platform/db/roots.ts';
import { type AccountId, type ArchiveId, type MessageId, newId } from '../../platform/ids.ts';
import { holding, type OpenArchive, takeOpen } from './archive.ts';
import { beginNext, type Place } from './begin.ts';
import { type ArchiveDeps, type Archived, goOn, takeUp } from './go-on.ts';

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
  /** Documents whose bytes are gone, and some of them. */
  lost: { count: number; some: MessageId[] };
  failures: Error[];
  /** Somebody else is at an archive of them. */
  isOthersWork: boolean;
}

/** Where so many fail it is not their fault. */
const MOST_FAILURES = 3;
/** In what is said of a run, and in a line of the log. */
const SOME = 5;
const MOST_NAMED = 100;

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
    lost: { count: 0, some: [] },
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
    await attempt(work, one, takeUp);
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
    lost.some.push(...begun.lost.slice(0, SOME - lost.some.length));
    tellOf(deps, accountId, begun.newlyLost);
    if (begun.archive) await attempt(work, begun.archive, goOn);
  }
}

/** Which they are is said once, and stands in `pappel archive --lost` for as long as they are. [MSG-40] */
function tellOf({ log }: ArchiveDeps, accountId: AccountId, lost: readonly MessageId[]): void {
  if (lost.length === 0) return;
  log?.warn(
    { accountId, count: lost.length, messageIds: lost.slice(0, MOST_NAMED) },
    'documents past their retention have no bytes in the payload store: they are neither archived nor removed',
  );
}

async function attempt(work: Work, one: OpenArchive, bringOn: typeof takeUp): Promise<void> {
  const { deps, run, holder } = work;
  try {
    const archived = await holding(deps.db, one, holder, () => bringOn(deps, one));
    if (archived) run.onArchived?.(archived);
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
