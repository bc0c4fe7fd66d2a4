import type { ColumnType, Generated } from 'kysely';
import type { AccountId, ExportId } from '../ids.ts';
import type { ExportStatus } from '../statuses.ts';

/** Set by the database when omitted. */
type Stamp = ColumnType<Date, Date | undefined, Date>;

interface ExportTable {
  id: ExportId;
  account_id: AccountId;
  status: Generated<ExportStatus>;
  requested_by: string;
  attempts: Generated<number>;
  next_try_at: Stamp;
  leased_by: string | null;
  leased_until: Date | null;
  progress_done: ColumnType<string, number | undefined, number>;
  progress_total: ColumnType<string, number | undefined, number>;
  object_key: string | null;
  bytes: ColumnType<string | null, number | null, number | null>;
  sha256: string | null;
  error: string | null;
  created_at: Stamp;
  finished_at: Date | null;
  expires_at: Date | null;
}

export interface ExportTables {
  exports: ExportTable;
}
