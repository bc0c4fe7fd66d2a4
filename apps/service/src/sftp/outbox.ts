import { sql } from 'kysely';
import { type Db, violatedConstraint } from '../platform/db/database.ts';
import { ofCompany } from '../platform/db/in-reach.ts';
import { overAll } from '../platform/db/roots.ts';
import { newId, type SftpFileId } from '../platform/ids.ts';
import { adding, jobOf } from '../platform/jobs/enqueue.ts';
import type { SftpUser } from './authenticate.ts';
import type { Directory } from './directory.ts';
import type { Entry } from './entry.ts';
import { isUnfinishedName } from './paths.ts';
import { noSuchFile, SftpRefusal } from './refusal.ts';

export interface OutboxFile {
  id: SftpFileId;
  payloadKey: string;
  isComplete: boolean;
  entry: Entry;
}

/** What is closed under its final name is taken when nobody touched it for so long. [SFT-2] */
const SETTLE_MS = 10_000;
const PAGE = 500;
/** What may lie in one outbox and was not picked up. */
const MOST_FILES = 20_000;

interface Row {
  id: SftpFileId;
  name: string;
  payload_key: string;
  bytes: number;
  is_complete: boolean;
  uploaded_at: Date;
}

function rowsOf(db: Db, user: SftpUser, directory: Directory, filter = sql`true`) {
  return sql<Row>`
    select id, name, payload_key, bytes, is_complete, uploaded_at from sftp_files
    where ${ofCompany('sftp_files')(user)} and company_id = ${directory.companyId}
      and participant_id = any(${directory.participantIds}::uuid[]) and folder = 'OUTBOX' and ${filter}
    order by id limit ${PAGE}`.execute(overAll(db, 'reach in sql'));
}

export async function* listOutbox(
  db: Db,
  user: SftpUser,
  directory: Directory,
): AsyncGenerator<OutboxFile[]> {
  let after = sql`true`;
  for (;;) {
    const { rows } = await rowsOf(db, user, directory, after);
    if (rows.length > 0) yield rows.map(fileOf);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = sql`id > ${last.id}`;
  }
}

export async function findOutbox(
  db: Db,
  user: SftpUser,
  directory: Directory,
  name: string,
): Promise<OutboxFile | undefined> {
  const { rows } = await rowsOf(db, user, directory, sql`name = ${name}`);
  return rows[0] && fileOf(rows[0]);
}

const fileOf = (row: Row): OutboxFile => ({
  id: row.id,
  payloadKey: row.payload_key,
  isComplete: row.is_complete,
  entry: { name: row.name, isDirectory: false, bytes: row.bytes, modifiedAt: row.uploaded_at },
});

export async function hasRoomInOutbox(db: Db, directory: Directory): Promise<boolean> {
  const { rows } = await sql<{ full: boolean }>`
    select count(*) >= ${MOST_FILES} as full from (select from sftp_files
    where participant_id = ${directory.participantId} and folder = 'OUTBOX' limit ${MOST_FILES}) as files`.execute(
    overAll(db, 'found'),
  );
  return rows[0]?.full !== true;
}

export const outboxIsFull = (): SftpRefusal =>
  new SftpRefusal('FAILURE', `An outbox holds ${MOST_FILES} files. Rename or remove those that wait.`);

/**
 * Somebody writes it again: it is not picked up meanwhile. False when that happened already, and the name is free again.
 */
export async function reopen(db: Db, file: OutboxFile): Promise<boolean> {
  const { numUpdatedRows } = await overAll(db, 'found')
    .updateTable('sftp_files')
    .set({ is_complete: false, due_at: null })
    .where('id', '=', file.id)
    .where('folder', '=', 'OUTBOX')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * The same for whatever lies there under this name, if anything does. Its commit waits for no disk: that of the new content
 * takes it along, and if the machine dies before, this never happened and the former file counts.
 */
export async function reopenNamed(db: Db, directory: Directory, name: string): Promise<void> {
  await sql`
    with hastily as materialized (select set_config('synchronous_commit', 'off', true))
    update sftp_files set is_complete = false, due_at = null from hastily
    where participant_id = any(${directory.participantIds}::uuid[]) and name = ${name} and folder = 'OUTBOX'`.execute(
    overAll(db, 'found'),
  );
}

export interface Content {
  payloadKey: string;
  bytes: number;
  sha256: string;
  /** The bytes themselves, where they lie in the row. */
  inRow: Buffer | null;
}

/**
 * The upload, in place of one of that name, and the job that picks it up, in one statement. What was cut off never takes
 * the place of what is whole. Answers the payload that nobody needs any more, if there is one.
 */
export async function putIntoOutbox(
  db: Db,
  user: SftpUser,
  directory: Directory,
  name: string,
  content: Content,
  { isComplete }: { isComplete: boolean },
): Promise<string | undefined> {
  const id = newId<'SftpFile'>();
  const dueAt = isComplete && !isUnfinishedName(name) ? new Date(Date.now() + SETTLE_MS) : null;
  const job = dueAt ? pickUpJob(id, dueAt) : undefined;
  const { rows } = await sql<{ former: string | null }>`
    with former as (
      select payload_key from sftp_files
      where participant_id = ${directory.participantId} and name = ${name} and folder = 'OUTBOX'
    ), kept as (
      insert into sftp_files (id, account_id, company_id, participant_id, login_id, folder, uploaded_name, name,
        sidecar_name, payload_key, content, bytes, sha256, is_complete, due_at, uploaded_at)
      values (${id}, ${user.accountId}, ${directory.companyId}, ${directory.participantId}, ${user.loginId}, 'OUTBOX',
        ${name}, ${name}, '', ${content.payloadKey}, ${content.inRow}, ${content.bytes}, ${content.sha256}, ${isComplete}, ${dueAt}, ${new Date()})
      on conflict (participant_id, name, account_id) where folder = 'OUTBOX' do update set
        id = excluded.id, login_id = excluded.login_id, payload_key = excluded.payload_key, content = excluded.content,
        bytes = excluded.bytes,
        sha256 = excluded.sha256, is_complete = excluded.is_complete, due_at = excluded.due_at,
        uploaded_at = excluded.uploaded_at
      where excluded.is_complete or not sftp_files.is_complete
      returning id
    )
    select (select payload_key from former) as former, ${adding(job)} as job from kept`.execute(
    overAll(db, 'found'),
  );
  return rows.length === 0 ? content.payloadKey : (rows[0]?.former ?? undefined);
}

/** One job waits for an upload; an earlier moment replaces a later one. */
const pickUpJob = (fileId: SftpFileId, runAt: Date) =>
  jobOf('sftp.pick-up', { fileId }, { key: `sftp.pick-up:${fileId}`, runAt });

export async function removeFromOutbox(db: Db, file: OutboxFile): Promise<string | undefined> {
  const gone = await overAll(db, 'found')
    .deleteFrom('sftp_files')
    .where('id', '=', file.id)
    .where('folder', '=', 'OUTBOX')
    .returning('payload_key')
    .executeTakeFirst();
  if (!gone) throw noSuchFile();
  return gone.payload_key;
}

/** Under a final name it is complete at once: this is the signal to take it. */
export async function renameInOutbox(db: Db, file: OutboxFile, name: string): Promise<void> {
  if (!file.isComplete)
    throw new SftpRefusal('FAILURE', 'The upload was cut off. Upload the file again, then rename it.');
  const dueAt = isUnfinishedName(name) ? null : new Date();
  const job = dueAt ? pickUpJob(file.id, dueAt) : undefined;
  try {
    const { rows } = await sql`
      with renamed as (
        update sftp_files set name = ${name}, uploaded_name = ${name}, due_at = ${dueAt}
        where id = ${file.id} and folder = 'OUTBOX' and is_complete returning id
      ) select id, ${adding(job)} as job from renamed`.execute(overAll(db, 'found'));
    if (rows.length === 0) throw noSuchFile();
  } catch (error) {
    if (violatedConstraint(error) !== 'sftp_files_outbox') throw error;
    throw new SftpRefusal('FAILURE', 'There is a file of that name. Remove it first, or use another name.');
  }
}
