import { type SqlBool, sql } from 'kysely';
import type { OnEvents } from '../platform/events/lasting-reader.ts';
import { writeSidecars } from './sidecar.ts';

/** None of these events is about a document that came by SFTP. */
export const nobodyUploaded = sql<SqlBool>`not exists (
  select from batch join sftp_files
    on sftp_files.message_id = batch.message_id and sftp_files.account_id = batch.account_id
)`;

/** What became of a document that came by SFTP is written beside its file, and a file that failed moves. */
export const followStatus: OnEvents = async (tx, events) => {
  const isNews = ({ type }: { type: string }): boolean => type.startsWith('document.');
  const messageIds = new Set(events.filter(isNews).flatMap(({ messageId }) => messageId ?? []));
  if (messageIds.size > 0) await writeSidecars(tx, [...messageIds]);
};
