import type { DocumentTypeId, ProcessId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { ColumnType, Generated } from 'kysely';
import type { AccountId, CompanyId, Id, MessageId, MlsReceivedId, ProviderMessageId } from '../ids.ts';

/** Set by the database when omitted. */
type Stamp = ColumnType<Date, Date | undefined, Date>;

/** What is metered for accounts. */
export type LedgerKind =
  | 'DOCUMENT_SENT'
  | 'DOCUMENT_RECEIVED'
  | 'DOCUMENT_REJECTED'
  | 'PARTICIPANT_LOOKUP'
  | 'PARTICIPANT_REGISTERED';

/** What we exchange ourselves, as a provider. */
export type ProviderExchangeKind = 'STATUS_SENT' | 'STATUS_RECEIVED';

interface LedgerTable {
  id: Generated<string>;
  kind: LedgerKind;
  at: Stamp;
  account_id: AccountId;
  company_id: CompanyId | null;
  quantity: Generated<number>;
  exchanged_at: Date | null;
  other_seat: string | null;
  document_type_id: DocumentTypeId | null;
  process_id: ProcessId | null;
  country_c1: string | null;
  country_c4: string | null;
}

/** What the ledger counts, by day in UTC; usage/add-up.ts writes it. */
interface UsageByDayTable {
  account_id: AccountId;
  day: Date;
  company_id: CompanyId | null;
  kind: LedgerKind;
  quantity: string;
}

/** The line of the ledger up to which all are in usage_by_day; one row. */
interface UsageAddedUpTable {
  ledger_id: string;
}

interface ProviderLedgerTable {
  id: Generated<string>;
  kind: ProviderExchangeKind;
  at: Stamp;
  exchanged_at: Date;
  other_seat: string;
  document_type_id: DocumentTypeId;
  process_id: ProcessId;
  country_c1: string;
  country_c4: string | null;
}

interface ProviderMessageTable {
  id: ProviderMessageId;
  kind: 'MLS' | 'TSR' | 'EUSR';
  status: 'QUEUED' | 'AS4_ACCEPTED' | 'SEND_FAILED';
  sender: ParticipantId;
  receivers: ParticipantId[];
  document_type_id: DocumentTypeId;
  process_id: ProcessId;
  country_c1: string;
  document: Buffer;
  as4_message_id: string;
  conversation_id: string;
  sbdh_instance_id: string;
  envelope_created_at: Date;
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  last_error_code: string | null;
  last_error_message: string | null;
  receiver_access_point: string | null;
  accepted_at: Date | null;
  receipt: Buffer | null;
  created_at: Stamp;
}

interface MlsDueTable {
  message_id: MessageId;
  account_id: AccountId;
  receivers: ParticipantId[];
  mls_type: 'ALWAYS_SEND' | 'FAILURE_ONLY';
  code: string | null;
  provider_message_id: ProviderMessageId | null;
  created_at: Stamp;
}

interface MlsReceivedTable {
  id: MlsReceivedId;
  message_id: MessageId | null;
  /** WAITING until the document it is about is settled; then what became of it. */
  outcome: 'WAITING' | 'APPLIED' | 'REPEATED' | 'UNKNOWN_DOCUMENT' | 'OTHER_PROVIDER' | 'INVALID';
  problem: string | null;
  sender: string;
  sender_seat: string;
  as4_message_id: string;
  sbdh_instance_id: string;
  as4_timestamp: Date;
  document: Buffer;
  as4_header: Buffer;
  received_at: Stamp;
}

interface ReportTable {
  id: Id<'Report'>;
  kind: 'TSR' | 'EUSR';
  /** Its first day. */
  month: ColumnType<Date, string, string>;
  document: Buffer;
  provider_message_id: ProviderMessageId | null;
  created_at: Stamp;
}

/** The tables of what we are and owe as a service provider. */
export interface ProviderTables {
  ledger: LedgerTable;
  usage_by_day: UsageByDayTable;
  usage_added_up: UsageAddedUpTable;
  provider_ledger: ProviderLedgerTable;
  provider_messages: ProviderMessageTable;
  mls_due: MlsDueTable;
  mls_received: MlsReceivedTable;
  reports: ReportTable;
}
