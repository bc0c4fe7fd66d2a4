import type { ColumnType } from 'kysely';
import type { AccountId, ExportId, OperatorId } from '../ids.ts';
import type { ClosingStep, OpenAccountStatus } from '../statuses.ts';

interface AccountClosingTable {
  account_id: AccountId;
  step: ClosingStep;
  status_before: OpenAccountStatus;
  reason: string;
  operator_id: OperatorId | null;
  operator_name: string;
  keep_days: number;
  export_id: ExportId | null;
  began_at: ColumnType<Date, Date | undefined, Date>;
  closed_at: Date | null;
  delete_after: Date | null;
  deleted_at: Date | null;
}

export interface ClosingTables {
  account_closings: AccountClosingTable;
}
