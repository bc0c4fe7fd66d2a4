import { sql } from 'kysely';
import type { MessageRow } from '../messages/transition.ts';
import { messageView } from '../messages/view.ts';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { MessageId, SftpFileId } from '../platform/ids.ts';
import type { Refused } from './read-document.ts';

/** `x.json` beside `x.xml`. [SFT-3] */
interface Sidecar {
  messageId?: string;
  status: string;
  code?: string | undefined;
  message?: string | undefined;
  findings: object[];
  file: string;
  uploadedAt: string;
}

const textOf = (sidecar: Sidecar): string => `${JSON.stringify(sidecar, undefined, 2)}\n`;

export const refusalSidecar = (file: string, uploadedAt: Date, { code, message }: Refused): string =>
  textOf({ status: 'REFUSED', code, message, findings: [], file, uploadedAt: uploadedAt.toISOString() });

export function messageSidecar(file: string, uploadedAt: Date, row: MessageRow): string {
  const message = messageView(row);
  return textOf({
    messageId: message.id,
    status: message.status,
    code: message.lastErrorCode,
    message: message.lastErrorMessage,
    findings: message.validationErrors ?? [],
    file,
    uploadedAt: uploadedAt.toISOString(),
  });
}

const ENDED_BADLY: readonly string[] = ['VALIDATION_FAILED', 'SEND_FAILED', 'DISCOVERY_FAILED'];

/** Where the file of a document lies; one that the operator sends again comes back. [SFT-3] */
const folderOf = (row: MessageRow): 'SENT' | 'FAILED' =>
  ENDED_BADLY.includes(row.status) ? 'FAILED' : 'SENT';

/**
 * Writes what these documents have become beside their files. From the rows as they are now, so that doing it twice, or
 * late, does no harm.
 */
export async function writeSidecars(db: Db, messageIds: readonly MessageId[]): Promise<void> {
  const files = await overAll(db, 'job')
    .selectFrom('sftp_files')
    .where('message_id', 'in', messageIds)
    .where('folder', '<>', 'OUTBOX')
    .select(['id', 'name', 'uploaded_at', 'message_id'])
    .execute();
  if (files.length === 0) return;
  const messages = await overAll(db, 'job')
    .selectFrom('messages')
    .where(
      'id',
      'in',
      files.flatMap(({ message_id: id }) => id ?? []),
    )
    .selectAll()
    .execute();
  const byId = new Map(messages.map((row) => [row.id, row]));
  for (const file of files) {
    const message = file.message_id && byId.get(file.message_id);
    if (message) await writeSidecar(db, file, message);
  }
}

async function writeSidecar(
  db: Db,
  file: { id: SftpFileId; name: string; uploaded_at: Date },
  message: MessageRow,
): Promise<void> {
  const sidecar = messageSidecar(file.name, file.uploaded_at, message);
  await overAll(db, 'job')
    .updateTable('sftp_files')
    .set({ folder: folderOf(message), sidecar, sidecar_at: message.updated_at })
    .where('id', '=', file.id)
    .where(sql`(sidecar, folder)`, 'is distinct from', sql`(${sidecar}, ${folderOf(message)})`)
    .execute();
}
