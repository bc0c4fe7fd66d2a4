import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/database.ts';
import { overAll } from '../../platform/db/roots.ts';
import type { MessageId } from '../../platform/ids.ts';
import type { PayloadStore } from '../../platform/payload-store.ts';
import { withRowPayloads } from '../../platform/row-payloads.ts';
import type { WriteDeps } from '../write-archive.ts';
import { forget, keyOf, noteWritten, type OpenArchive } from './archive.ts';
import { tellLost } from './begin.ts';
import { removeArchived } from './remove.ts';
import { writeDown } from './write.ts';

export interface ArchiveDeps extends WriteDeps {
  db: Db;
  /** Where archives are kept. */
  archives: PayloadStore;
  log?: Pick<Logger, 'warn'>;
}

/** What has become of an archive. */
export interface Archived {
  key: string;
  documents: number;
  bytes: number;
  sha256: string;
  removed: number;
}

/** From where it was left. A file that stood there and is gone, with its store, is written anew of what is left. */
export async function goOn(deps: ArchiveDeps, one: OpenArchive): Promise<Archived> {
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

/**
 * The same of one that somebody left. Documents that have lost their bytes since it was begun do not hold up the others:
 * they go out of it. Undefined when nothing is left in it.
 */
export async function takeUp(deps: ArchiveDeps, one: OpenArchive): Promise<Archived | undefined> {
  const isToBeWritten = !(await deps.archives.stat(keyOf(one)));
  if (isToBeWritten && !one.withoutBytes && !(await leaveLost(deps, one))) {
    await forget(deps.db, one);
    return undefined;
  }
  return goOn(deps, one);
}

/** Answers whether others are in it. */
async function leaveLost({ db, payloads }: ArchiveDeps, one: OpenArchive): Promise<boolean> {
  const all = overAll(db, 'job');
  const { rows } = await sql<{ id: MessageId; key: string }>`
    select m.id, m.payload_key as key
    from archive_documents as d join messages as m on m.id = d.message_id and m.account_id = d.account_id
    where d.archive_id = ${one.id}`.execute(all);
  const { kept, lost } = await tellLost(withRowPayloads(db, payloads), rows);
  if (lost.length > 0)
    await sql`delete from archive_documents
      where archive_id = ${one.id} and message_id = any(${lost}::uuid[])`.execute(all);
  return kept.length > 0 || lost.length === 0;
}
