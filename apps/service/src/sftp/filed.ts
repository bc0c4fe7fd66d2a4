import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { ofCompany } from '../platform/db/in-reach.ts';
import { overAll } from '../platform/db/roots.ts';
import type { SftpFileId } from '../platform/ids.ts';
import type { SftpUser } from './authenticate.ts';
import type { Directory } from './directory.ts';
import type { Entry } from './entry.ts';
import { noSuchFile } from './refusal.ts';
import type { ListedFile } from './seen-files.ts';

export type FiledFolder = 'sent' | 'failed';

/** Its own bytes, in the payload store, or a sidecar. */
export type FiledFile = { id: SftpFileId; entry: Entry } & (
  | { kind: 'document'; payloadKey: string }
  | { kind: 'sidecar'; text: string }
);

const PAGE = 500;
const COLUMN = { sent: 'SENT', failed: 'FAILED' } as const;

interface Row {
  id: SftpFileId;
  name: string;
  sidecar_name: string;
  payload_key: string;
  bytes: number;
  /** Without the text, which a listing does not need. */
  sidecar_bytes: number;
  sidecar_at: Date;
  uploaded_at: Date;
  is_removed: boolean;
  is_sidecar_removed: boolean;
}

function rowsOf(db: Db, user: SftpUser, directory: Directory, folder: FiledFolder, filter = sql`true`) {
  return sql<Row>`
    select files.id, files.name, files.sidecar_name, files.bytes, files.uploaded_at, files.sidecar_at,
      files.is_removed, files.is_sidecar_removed, octet_length(files.sidecar) as sidecar_bytes,
      coalesce(messages.payload_key, files.payload_key) as payload_key
    from sftp_files files left join messages on messages.id = files.message_id and messages.account_id = files.account_id
    where ${ofCompany('files')(user)} and files.company_id = ${directory.companyId}
      and files.participant_id = any(${directory.participantIds}::uuid[]) and files.folder = ${COLUMN[folder]}
      and ${filter}
    order by files.id limit ${PAGE}`.execute(overAll(db, 'reach in sql'));
}

/** Each file with its sidecar: a listing shows what one moment knows of both. */
export async function* listFiled(
  db: Db,
  user: SftpUser,
  directory: Directory,
  folder: FiledFolder,
): AsyncGenerator<ListedFile[]> {
  let after = sql`true`;
  for (;;) {
    const { rows } = await rowsOf(db, user, directory, folder, after);
    if (rows.length > 0) yield rows.flatMap(filesOf);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = sql`files.id > ${last.id}`;
  }
}

/** A sidecar changes with its document: what a listing shows of it is soon out of date. */
function filesOf(row: Row): ListedFile[] {
  return [
    ...(row.is_removed ? [] : [{ entry: documentEntry(row), payloadKey: row.payload_key }]),
    ...(row.is_sidecar_removed ? [] : [{ entry: sidecarEntry(row) }]),
  ];
}

const documentEntry = (row: Row): Entry => ({
  name: row.name,
  isDirectory: false,
  bytes: row.bytes,
  modifiedAt: row.uploaded_at,
});

const sidecarEntry = (row: Row): Entry => ({
  name: row.sidecar_name,
  isDirectory: false,
  bytes: row.sidecar_bytes,
  modifiedAt: row.sidecar_at,
});

export async function findFiled(
  db: Db,
  user: SftpUser,
  directory: Directory,
  folder: FiledFolder,
  name: string,
): Promise<FiledFile | undefined> {
  const { rows } = await rowsOf(
    db,
    user,
    directory,
    folder,
    sql`((files.name = ${name} and not files.is_removed) or (files.sidecar_name = ${name} and not files.is_sidecar_removed))`,
  );
  const [row] = rows;
  if (!row) return undefined;
  if (row.name === name)
    return { kind: 'document', id: row.id, entry: documentEntry(row), payloadKey: row.payload_key };
  const { sidecar } = await overAll(db, 'found')
    .selectFrom('sftp_files')
    .where('id', '=', row.id)
    .select('sidecar')
    .executeTakeFirstOrThrow();
  const text = sidecar ?? '';
  // It may have been written anew since: size and text belong together.
  const entry = { ...sidecarEntry(row), bytes: Buffer.byteLength(text) };
  return { kind: 'sidecar', id: row.id, entry, text };
}

export async function requireFiled(
  db: Db,
  user: SftpUser,
  directory: Directory,
  folder: FiledFolder,
  name: string,
): Promise<FiledFile> {
  const file = await findFiled(db, user, directory, folder, name);
  if (!file) throw noSuchFile();
  return file;
}

/** Takes it out of the view; the document itself is kept as long as every other. */
export async function removeFiled(db: Db, file: FiledFile): Promise<void> {
  await overAll(db, 'found')
    .updateTable('sftp_files')
    .set(file.kind === 'document' ? { is_removed: true } : { is_sidecar_removed: true })
    .where('id', '=', file.id)
    .execute();
}
