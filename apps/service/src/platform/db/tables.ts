import type { ResponseCode, StatusIssue } from '@pappel/mls/status';
import type { DocumentTypeId, ProcessId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type {
  AccountId,
  AuditId,
  CapabilityId,
  CompanyId,
  MessageId,
  ParticipantRowId,
  UserId,
} from '../ids.ts';
import type { AccountStatus, MessageStatus, ParticipantStatus } from '../statuses.ts';
import type { AccessTables } from './access-tables.ts';
import type { ArchiveTables } from './archive-tables.ts';
import type { ClosingTables } from './closing-tables.ts';
import type { CountTables } from './count-tables.ts';
import type { EventTables } from './event-tables.ts';
import type { ExportTables } from './export-tables.ts';
import type { IdentityTables } from './identity-tables.ts';
import type { InstallationTables } from './installation-tables.ts';
import type { FailingJobTable, SmpRegistrationTable } from './job-tables.ts';
import type { NetworkTables } from './network-tables.ts';
import type { NoticeTables } from './notice-tables.ts';
import type { OperatorTables } from './operator-tables.ts';
import type { ProviderTables } from './provider-tables.ts';
import type { SftpTables } from './sftp-tables.ts';
import type { WebhookTables } from './webhook-tables.ts';

/** Set by the database when omitted. */
type Stamp = ColumnType<Date, Date | undefined, Date>;
/** Folded by whoever writes the row; null is for rows older than folding. */
type SearchText = ColumnType<string | null, string, string | null>;

/** Written with the row, and from then on by the one transition.ts alone: an update of it does not compile elsewhere. */
type Moved<Status> = ColumnType<Status, Status, never>;

interface AccountTable {
  id: AccountId;
  name: string;
  legal_name: string;
  country_code: string;
  registration_number: string | null;
  vat_number: string | null;
  status: Moved<AccountStatus>;
  created_at: Stamp;
}

interface CompanyTable {
  id: CompanyId;
  account_id: AccountId;
  name: string;
  identifier: string;
  country_code: string | null;
  registration_number: string | null;
  vat_number: string | null;
  is_account_entity: Generated<boolean>;
  status: 'ACTIVE' | 'ARCHIVED';
  search_text: SearchText;
  created_at: Stamp;
  updated_at: Stamp;
}

export type StepState = 'PENDING' | 'DONE' | 'FAILED';
export interface Registration {
  smp: StepState;
  sml: StepState;
  dns: StepState;
  directory: StepState;
  checkedAt: string | null;
}

interface ParticipantTable {
  id: ParticipantRowId;
  account_id: AccountId;
  company_id: CompanyId;
  scheme: string;
  value: string;
  /** `scheme:value` in the form that is compared, lower case. */
  address: ParticipantId;
  canonical_id: string;
  name: string;
  identifier: string;
  country_code: string;
  status: Moved<ParticipantStatus>;
  status_reason: string | null;
  status_changed_at: Stamp;
  suspended_from: ParticipantStatus | null;
  smp_url: string | null;
  published_at: Date | null;
  registration: JSONColumnType<Registration, string, string>;
  search_text: SearchText;
  created_at: Stamp;
  updated_at: Stamp;
}

interface CapabilityTable {
  id: CapabilityId;
  account_id: AccountId;
  participant_id: ParticipantRowId;
  document_type_id: DocumentTypeId;
  process_id: ProcessId;
  direction: 'SEND' | 'RECEIVE' | 'BOTH';
  allow_unvalidated: Generated<boolean>;
  created_at: Stamp;
}

interface ParticipantAuditTable {
  id: AuditId;
  account_id: AccountId;
  actor_user_id: UserId | null;
  company_id: CompanyId;
  participant_id: ParticipantRowId;
  actor_name: string;
  event_type: string;
  target_type: string | null;
  target_id: string | null;
  target_name: string | null;
  target_sub: string | null;
  metadata: JSONColumnType<Record<string, unknown>, string, string>;
  search_text: SearchText;
  created_at: Stamp;
}

export interface StoredFinding {
  code: string;
  severity: 'ERROR' | 'WARNING';
  message: string;
  found?: string;
  expected?: string;
  count?: number;
  location?: string;
  line?: number;
  column?: number;
  ruleset: string;
}

/** What the receiver's provider said became of an outbound document, beside its status. [MLS-1] */
export interface StoredMls {
  status: 'PENDING' | 'ACCEPTED' | 'ACKNOWLEDGED' | 'REJECTED';
  code?: ResponseCode;
  description?: string;
  receivedAt?: string;
  issues?: StatusIssue[];
}

interface MessageTable {
  id: MessageId;
  account_id: AccountId;
  company_id: CompanyId;
  participant_id: ParticipantRowId;
  direction: 'INBOUND' | 'OUTBOUND';
  status: Moved<MessageStatus>;
  sender: ParticipantId;
  receiver: ParticipantId;
  type: string | null;
  document_type_id: DocumentTypeId;
  process_id: ProcessId;
  external_reference: string | null;
  document_number: string | null;
  sender_name: string | null;
  receiver_name: string | null;
  bytes: number;
  sha256: string;
  source: 'API' | 'SFTP' | 'CONSOLE' | 'NETWORK';
  payload_key: string;
  country_c1: string | null;
  verdict: 'PENDING' | 'VALID' | 'VALIDATION_FAILED' | 'SKIPPED';
  ruleset_version: string | null;
  validated_at: Date | null;
  validation_errors: JSONColumnType<StoredFinding[], string | null, string | null> | null;
  validation_errors_total: Generated<number>;
  validation_warnings: Generated<number>;
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  as4_message_id: string;
  conversation_id: string;
  sbdh_instance_id: string;
  envelope_created_at: Date;
  as4_timestamp: Date | null;
  sender_seat: string | null;
  receiver_access_point: string | null;
  last_error_code: string | null;
  last_error_message: string | null;
  mls: JSONColumnType<StoredMls, string | null, string | null> | null;
  acknowledged_at: Date | null;
  waiting_noted_at: Generated<Date | null>;
  /** Under which span what becomes of it is traced. */
  traceparent: Generated<string | null>;
  created_at: Stamp;
  updated_at: Stamp;
  status_changed_at: Stamp;
}

interface MessageAttemptTable {
  message_id: MessageId;
  account_id: AccountId;
  number: number;
  started_at: Stamp;
  finished_at: Date | null;
  outcome: string | null;
  error_code: string | null;
  error_message: string | null;
  endpoint_url: string | null;
  access_point: string | null;
  receipt_id: string | null;
  discovery_ms: Generated<number | null>;
  connect_ms: Generated<number | null>;
  answer_ms: Generated<number | null>;
}

interface MessageSearchTable {
  message_id: MessageId;
  account_id: AccountId;
  created_at: Date;
  terms: string;
}

interface MessageEvidenceTable {
  message_id: MessageId;
  account_id: AccountId;
  kind: 'AS4_RECEIPT' | 'AS4_USER_MESSAGE' | 'SBDH';
  content: Buffer;
  created_at: Stamp;
}

interface IdempotencyKeyTable {
  account_id: AccountId;
  key: string;
  body_hash: Buffer;
  message_id: MessageId;
  created_at: Stamp;
}

interface UploadTable {
  object_key: string;
  account_id: AccountId;
  company_id: CompanyId;
  bytes: number;
  token_hash: Buffer;
  created_at: Stamp;
  expires_at: Date;
  message_id: MessageId | null;
}

interface CircuitBreakerTable {
  endpoint_url: string;
  failures: number;
  open_until: Date | null;
  reason: string | null;
}

interface WorkerLeaseTable {
  worker_id: string;
  node_id: string;
  seen_at: Stamp;
}

/** The row type of every table. */
export interface Tables
  extends AccessTables,
    ArchiveTables,
    ClosingTables,
    CountTables,
    EventTables,
    ExportTables,
    IdentityTables,
    InstallationTables,
    NetworkTables,
    NoticeTables,
    OperatorTables,
    ProviderTables,
    SftpTables,
    WebhookTables {
  accounts: AccountTable;
  companies: CompanyTable;
  participants: ParticipantTable;
  capabilities: CapabilityTable;
  participant_audit: ParticipantAuditTable;
  messages: MessageTable;
  message_attempts: MessageAttemptTable;
  message_search: MessageSearchTable;
  message_evidence: MessageEvidenceTable;
  idempotency_keys: IdempotencyKeyTable;
  uploads: UploadTable;
  circuit_breakers: CircuitBreakerTable;
  worker_leases: WorkerLeaseTable;
  failing_jobs: FailingJobTable;
  smp_registrations: SmpRegistrationTable;
}
