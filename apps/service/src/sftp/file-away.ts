import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { MessageId, ParticipantRowId, SftpFileId } from '../platform/ids.ts';
import { filedNames } from './paths.ts';

export interface UploadedFile {
  id: SftpFileId;
  participantId: ParticipantRowId;
  name: string;
  payloadKey: string;
  sha256: string;
  bytes: number;
  uploadedAt: Date;
}

/** One at a time for each participant: names are given out, and a repeat is seen, without a race. */
export async function lockDirectory(tx: Tx, participantId: ParticipantRowId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sftp ${participantId}`}, 0))`.execute(
    overAll(tx, 'of nobody'),
  );
}

/** The same content under the same name, on its way or arrived, within a day. [SFT-6] */
export async function isRepeat(tx: Tx, file: UploadedFile): Promise<boolean> {
  const { rows } = await sql`
    select from sftp_files where participant_id = ${file.participantId} and uploaded_name = ${file.name}
      and sha256 = ${file.sha256} and folder = 'SENT' and filed_at > now() - interval '24 hours' limit 1`.execute(
    overAll(tx, 'found'),
  );
  return rows.length > 0;
}

/** The names that it gets in sent/ or failed/. */
export async function freeNames(
  tx: Tx,
  file: UploadedFile,
): Promise<{ serial: number; name: string; sidecar: string }> {
  const { rows } = await sql<{ last: number | null }>`
    select max(serial) as last from sftp_files where participant_id = ${file.participantId}
      and uploaded_name = ${file.name} and folder <> 'OUTBOX' and not (is_removed and is_sidecar_removed)`.execute(
    overAll(tx, 'found'),
  );
  for (let serial = (rows[0]?.last ?? 0) + 1; ; serial++) {
    const names = filedNames(file.name, serial);
    // `x.csv` may have taken the sidecar of `x.xml`, or `x.2.xml` its second name.
    const taken = await sql`
      select from sftp_files where participant_id = ${file.participantId} and sidecar_name = ${names.sidecar}
        and folder <> 'OUTBOX' and not (is_removed and is_sidecar_removed)`.execute(overAll(tx, 'found'));
    if (taken.rows.length === 0) return { serial, ...names };
  }
}

export interface Filing {
  folder: 'SENT' | 'FAILED';
  serial: number;
  name: string;
  sidecarName: string;
  sidecar: string;
  messageId: MessageId | null;
}

/** Takes the very upload that was looked at out of the outbox; false when it was changed or taken meanwhile. */
export async function fileAway(tx: Tx, file: UploadedFile, filing: Filing): Promise<boolean> {
  const now = new Date();
  const { numUpdatedRows } = await overAll(tx, 'found')
    .updateTable('sftp_files')
    .set({
      folder: filing.folder,
      serial: filing.serial,
      name: filing.name,
      sidecar_name: filing.sidecarName,
      sidecar: filing.sidecar,
      sidecar_at: now,
      message_id: filing.messageId,
      // The document has its own copy.
      ...(filing.messageId && { content: null }),
      filed_at: now,
    })
    .where('id', '=', file.id)
    .where('folder', '=', 'OUTBOX')
    .where('name', '=', file.name)
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
