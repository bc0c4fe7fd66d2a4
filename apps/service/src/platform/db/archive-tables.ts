import type { ColumnType, Generated } from 'kysely';
import type { AccountId, ArchiveId, MessageId } from '../ids.ts';

/** Set by the database when omitted. */
type Stamp = ColumnType<Date, Date | undefined, Date>;

interface ArchiveTable {
  account_id: AccountId;
  id: ArchiveId;
  /** As YYYY-MM-DD where it is selected as text. */
  night: ColumnType<unknown, string, never>;
  number: number;
  status: Generated<'BEGUN' | 'WRITTEN' | 'REMOVED'>;
  ended_before: Date;
  documents: number;
  bytes: ColumnType<string | null, number | null, number | null>;
  sha256: string | null;
  taken_at: Date | null;
  removed: Generated<number>;
  leased_by: string | null;
  leased_until: Date | null;
  created_at: Stamp;
  written_at: Date | null;
  removed_at: Date | null;
  without_bytes: ColumnType<WithoutBytes | null, string | null, never>;
}

/** Whose decision it was that documents go without their bytes. */
export interface WithoutBytes {
  decidedAt: string;
  decidedBy: string;
  reason: string;
}

interface ArchiveDocumentTable {
  account_id: AccountId;
  message_id: MessageId;
  archive_id: ArchiveId;
  without_bytes: Generated<boolean>;
}

interface ArchiveLostTable {
  account_id: AccountId;
  message_id: MessageId;
  found_at: Stamp;
}

export interface ArchiveTables {
  archives: ArchiveTable;
  archive_documents: ArchiveDocumentTable;
  archive_lost: ArchiveLostTable;
}
