import { sql } from 'kysely';
import type { WithoutBytes } from '../../platform/db/archive-tables.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { overAll } from '../../platform/db/roots.ts';
import type { AccountId, ArchiveId, MessageId } from '../../platform/ids.ts';

/** An archive that is not at its end, which this process has. */
export interface OpenArchive {
  id: ArchiveId;
  accountId: AccountId;
  night: string;
  number: number;
  status: 'BEGUN' | 'WRITTEN';
  /** What ended later is not removed. */
  endedBefore: Date;
  /** Whose decision it is that a document may lack its bytes in it; null where all must have them. [MSG-41] */
  withoutBytes: WithoutBytes | null;
}

/** What was found in a file when it was read back. */
export interface ReadBack {
  bytes: number;
  sha256: string;
  takenAt: Date;
  messageIds: MessageId[];
  /** Those of them of which the file says that their bytes were not there. */
  withoutBytes: MessageId[];
}

/** Whoever works on one says so; one that has been silent for so long is dead. */
export const LEASE_SECONDS = 60;
const LEASE = sql<Date>`now() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})`;

/** The same each time that it is written. */
export const keyOf = ({
  accountId,
  night,
  number,
}: Pick<OpenArchive, 'accountId' | 'night' | 'number'>): string =>
  `${accountId}/${night}-${String(number).padStart(4, '0')}.zip`;

export interface Which {
  accountId?: AccountId | undefined;
  /** This one and no other. */
  id?: ArchiveId | undefined;
  tried?: readonly ArchiveId[];
}

/** The oldest that nobody works on, but those that were tried already. */
export async function takeOpen(
  db: Db,
  holder: string,
  { accountId, id, tried = [] }: Which,
): Promise<OpenArchive | undefined> {
  const { rows } = await sql<OpenArchive>`
    update archives set leased_by = ${holder}, leased_until = ${LEASE}
    where (account_id, id) = (
      select account_id, id from archives
      where status <> 'REMOVED' and (leased_until is null or leased_until < now())
        and id <> all(${tried}::uuid[]) and (${accountId ?? null}::uuid is null or account_id = ${accountId ?? null})
        and (${id ?? null}::uuid is null or id = ${id ?? null})
      order by created_at limit 1 for update skip locked
    ) returning id, account_id as "accountId", to_char(night, 'YYYY-MM-DD') as night, number, status,
      ended_before as "endedBefore", without_bytes as "withoutBytes"`.execute(overAll(db, 'job'));
  return rows[0];
}

/** Keeps it while the work lasts, however it ends. */
export async function holding<Result>(
  db: Db,
  one: OpenArchive,
  holder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const mine = () => ofArchive(db, one).where('leased_by', '=', holder);
  const beat = setInterval(
    () => {
      mine()
        .set({ leased_until: LEASE })
        .execute()
        .catch(() => undefined);
    },
    (LEASE_SECONDS * 1_000) / 6,
  );
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await mine()
      .set({ leased_by: null, leased_until: null })
      .execute()
      .catch(() => undefined);
  }
}

/** From here on its documents may be removed: those that were found in the file. The others wait for another archive. */
export function noteWritten(db: Db, one: OpenArchive, found: ReadBack): Promise<void> {
  const { bytes, sha256, takenAt, messageIds, withoutBytes } = found;
  return transaction(db, async (tx) => {
    await ofArchive(tx, one)
      .set({
        status: 'WRITTEN',
        bytes,
        sha256,
        taken_at: takenAt,
        documents: messageIds.length,
        written_at: sql<Date>`now()`,
      })
      .where('status', '<>', 'REMOVED')
      .execute();
    await sql`delete from archive_documents
      where archive_id = ${one.id} and message_id <> all(${messageIds}::uuid[])`.execute(overAll(tx, 'job'));
    if (withoutBytes.length > 0)
      await sql`update archive_documents set without_bytes = true
        where archive_id = ${one.id} and message_id = any(${withoutBytes}::uuid[])`.execute(
        overAll(tx, 'job'),
      );
  });
}

/** What is left of its documents has changed since, and stays. */
export function noteRemoved(db: Db, one: OpenArchive): Promise<void> {
  return transaction(db, async (tx) => {
    await ofArchive(tx, one)
      .set({ status: 'REMOVED', removed_at: sql<Date>`now()` })
      .where('status', '=', 'WRITTEN')
      .execute();
    await overAll(tx, 'job').deleteFrom('archive_documents').where('archive_id', '=', one.id).execute();
  });
}

/** Nothing is in it any more, and it has no file. One whose documents are removed in part is at its end. */
export async function forget(db: Db, one: OpenArchive): Promise<void> {
  if (one.status === 'WRITTEN') return noteRemoved(db, one);
  await overAll(db, 'job')
    .deleteFrom('archives')
    .where('account_id', '=', one.accountId)
    .where('id', '=', one.id)
    .where('status', '=', 'BEGUN')
    .execute();
}

export const ofArchive = (db: Db, { accountId, id }: Pick<OpenArchive, 'accountId' | 'id'>) =>
  overAll(db, 'job').updateTable('archives').where('account_id', '=', accountId).where('id', '=', id);
