import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AccountId, CompanyId, EventId, MessageId, ParticipantRowId } from '../ids.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;

interface EventColumns {
  id: EventId;
  account_id: AccountId;
  company_id: CompanyId | null;
  message_id: MessageId | null;
  participant_id: ParticipantRowId | null;
  type: string;
  version: number;
  data: JSONColumnType<Record<string, unknown>, string, string>;
  created_at: Stamp;
}

interface PendingEventTable extends EventColumns {
  number: Generated<string>;
}

interface EventTable extends EventColumns {
  seq: string;
  /** Grows with seq. */
  placed_at: Stamp;
}

interface EventHeadTable {
  seq: string;
}

interface EventReaderTable {
  name: string;
  seq: string;
  updated_at: Stamp;
}

interface RecordedEvent extends EventColumns {
  /** Null without a place in the log yet; `number` is null with one. */
  seq: string | null;
  number: string | null;
}

export interface EventTables {
  events_pending: PendingEventTable;
  events: EventTable;
  event_head: EventHeadTable;
  event_readers: EventReaderTable;
  recorded_events: RecordedEvent;
}
