import { type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Actor } from '../platform/access/actor.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import type { FailingJobTable, JobSubject } from '../platform/db/job-tables.ts';
import { pageOf } from '../platform/db/list.ts';
import { AppError } from '../platform/errors.ts';
import type { Cursors, PageInput } from '../platform/http/page.ts';
import { type FailingJobId, parseId } from '../platform/ids.ts';
import { isEndingJob } from '../platform/jobs/catalog.ts';
import { hurryJobAbout } from '../platform/jobs/queue-table.ts';
import { recordOperatorAudit } from '../platform/operator-audit.ts';
import { ownerOf } from './job-owner.ts';

interface Deps {
  db: Db;
  cursors: Cursors;
}

export interface FailingJob {
  id: FailingJobId;
  job: string;
  subject: JobSubject;
  state: 'RETRYING' | 'ENDED';
  /** Whether it can be given up. */
  hasEnd: boolean;
  failures: number;
  firstFailedAt: string;
  lastFailedAt: string;
  nextTryAt?: string;
  givenUpAt?: string;
  endedAt?: string;
  lastError: string;
}

export interface FailingQuery extends PageInput {
  job?: string;
  state?: FailingJob['state'];
  /** The id of what it is about, or the name of the job. */
  q?: string;
}

type Row = Selectable<FailingJobTable>;

/** What fails and what was given up, the one that failed last at the head. */
export async function listFailing(
  { db, cursors }: Deps,
  { cursor, before, limit, ...filters }: FailingQuery,
) {
  const { job, state, q } = filters;
  const failing = db
    .selectFrom('failing_jobs')
    .selectAll()
    .select('last_failed_at as created_at')
    .as('failing');
  let query = db.selectFrom(failing).selectAll();
  if (job !== undefined) query = query.where('job', '=', job);
  if (state !== undefined) query = query.where('ended_at', state === 'ENDED' ? 'is not' : 'is', null);
  if (q !== undefined) query = query.where(isAbout(q.trim().toLowerCase()));
  const listing = { cursors, table: 'failing', bound: ['failing-jobs', filters] };
  const { rows, ...pages } = await pageOf(listing, { cursor, before, limit }, query);
  return { jobs: rows.map(toView), ...pages };
}

const isAbout = (words: string) =>
  sql<SqlBool>`(job = ${words} or exists (select from jsonb_each_text(subject) as about where value = ${words}))`;

const toView = (row: Row): FailingJob => ({
  id: row.id,
  job: row.job,
  subject: row.subject,
  state: row.ended_at ? 'ENDED' : 'RETRYING',
  hasEnd: isEndingJob(row.job),
  failures: row.failures,
  firstFailedAt: row.first_failed_at.toISOString(),
  lastFailedAt: row.last_failed_at.toISOString(),
  nextTryAt: row.next_try_at?.toISOString(),
  givenUpAt: row.given_up_at?.toISOString(),
  endedAt: row.ended_at?.toISOString(),
  lastError: row.last_error,
});

/** It is tried at once, in place of when its pause is over. [OPR-27] */
export function runFailing(deps: Deps, id: string, by: Actor): Promise<FailingJob> {
  return changeFailing(deps, id, async (tx, row) => {
    const owner = await ownerOf(tx, row.subject);
    await recordOperatorAudit(tx, {
      ...lineOf(row, by),
      eventType: 'job.hurried',
      accountId: owner?.accountId,
    });
    return { next_try_at: new Date() };
  });
}

/**
 * It is not tried again: its subject gets its last status, as after too many failures. The worker does that, in a moment;
 * a try that is under way is let finish, and one that succeeds has done it. [OPR-27]
 */
export function giveUpFailing(deps: Deps, id: string, reason: string, by: Actor): Promise<FailingJob> {
  return changeFailing(deps, id, async (tx, row) => {
    requireEnd(row);
    const owner = await ownerOf(tx, row.subject);
    const line = { ...lineOf(row, by), eventType: 'job.given_up' as const };
    const metadata = { ...line.metadata, reason };
    await (owner
      ? recordAccountAudit(tx, { ...line, ...owner, metadata })
      : recordOperatorAudit(tx, { ...line, metadata }));
    return { given_up_at: new Date() };
  });
}

function requireEnd({ job, given_up_at }: Row): void {
  if (!isEndingJob(job))
    throw new AppError('INVALID_STATE', {
      message: `Nobody waits for a status of ${job}, and it has to be done. Mend what it fails on, and run it again.`,
    });
  if (given_up_at !== null)
    throw new AppError('INVALID_STATE', {
      message: 'It was given up already, and ends in a moment. Look again.',
    });
}

/** Either the job waits for the commit of this, or it is under way, and its worker looks here again when it failed. */
async function changeFailing(
  { db }: Deps,
  id: string,
  change: (tx: Tx, row: Row) => Promise<Updateable<FailingJobTable>>,
): Promise<FailingJob> {
  const changed = await transaction(db, async (tx) => {
    const row = await stillTried(tx, id);
    if (!row) return undefined;
    if (await hurryJobAbout(tx, row.job, row.subject, row.last_error))
      return tx
        .updateTable('failing_jobs')
        .set(await change(tx, row))
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirst();
    // Another job about the same did it, or took its place.
    await tx.deleteFrom('failing_jobs').where('id', '=', row.id).execute();
    return undefined;
  });
  if (!changed)
    throw new AppError('NOT_FOUND', {
      message: 'There is no such failing job: it may have succeeded. Look at the list again.',
    });
  return toView(changed);
}

async function stillTried(tx: Tx, id: string): Promise<Row | undefined> {
  const rowId = parseId<'FailingJob'>(id);
  if (!rowId) return undefined;
  const row = await tx
    .selectFrom('failing_jobs')
    .where('id', '=', rowId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (row && row.ended_at !== null)
    throw new AppError('INVALID_STATE', {
      message: 'It was given up and its subject ended. A document is sent again by its own retry.',
    });
  return row;
}

const lineOf = (row: Row, actor: Actor) => ({
  actor,
  target: { type: 'job', id: row.id, name: row.job, sub: Object.values(row.subject)[0] },
  metadata: { job: row.job, ...row.subject },
});
