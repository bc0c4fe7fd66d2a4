import type { AccountId, CompanyId } from '../ids.ts';
import type { MessageStatus } from '../statuses.ts';

/** What changed of how many documents there are; messages/count-deltas.ts writes it. */
interface MessageCountDeltaTable {
  account_id: AccountId;
  company_id: CompanyId;
  day: Date;
  direction: 'INBOUND' | 'OUTBOUND';
  from_status: MessageStatus | null;
  from_reason: string | null;
  to_status: MessageStatus | null;
  to_reason: string | null;
}

/** How many documents there are: of a company, or of an account without one. */
interface MessageCountTable extends MessageCountOfAllTable {
  account_id: AccountId;
  company_id: CompanyId | null;
}

interface MessageCountOfAllTable {
  day: Date;
  direction: 'INBOUND' | 'OUTBOUND';
  status: MessageStatus;
  reason: string | null;
  count: string;
}

export interface CountTables {
  message_counts: MessageCountTable;
  message_counts_of_all: MessageCountOfAllTable;
  message_count_deltas: MessageCountDeltaTable;
}
