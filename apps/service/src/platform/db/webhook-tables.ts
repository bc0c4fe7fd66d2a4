import type { ColumnType, Generated } from 'kysely';
import type {
  AccountId,
  CompanyId,
  DeliveryId,
  EventId,
  MessageId,
  ParticipantRowId,
  WebhookId,
} from '../ids.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;
type Direction = 'INBOUND' | 'OUTBOUND';

interface WebhookTable {
  id: WebhookId;
  account_id: AccountId;
  company_id: CompanyId | null;
  url: string;
  description: string | null;
  events: string[];
  document_types: string[];
  direction: Direction | null;
  status: Generated<'ACTIVE' | 'DISABLED'>;
  disabled_reason: Generated<'MANUAL' | 'FAILING' | 'GONE' | null>;
  secret: Buffer;
  consecutive_failures: Generated<number>;
  failing_since: Generated<Date | null>;
  last_failed_at: Generated<Date | null>;
  warned_at: Generated<Date | null>;
  leased_by: Generated<string | null>;
  leased_until: Generated<Date | null>;
  created_at: Stamp;
  updated_at: Stamp;
  deleted_at: Generated<Date | null>;
}

interface WebhookDeliveryTable {
  id: DeliveryId;
  webhook_id: WebhookId;
  account_id: AccountId;
  company_id: CompanyId | null;
  event_id: EventId;
  event_type: string;
  message_id: MessageId | null;
  participant_id: ParticipantRowId | null;
  direction: Direction | null;
  body: string;
  status: Generated<'PENDING' | 'DELIVERED' | 'FAILED' | 'CANCELLED'>;
  attempts: Generated<number>;
  /** At once when omitted. */
  next_attempt_at: Generated<Date | null>;
  last_status_code: Generated<number | null>;
  last_error: Generated<string | null>;
  last_duration_ms: Generated<number | null>;
  last_answer: Generated<string | null>;
  delivered_at: Generated<Date | null>;
  created_at: Stamp;
}

export interface WebhookTables {
  webhooks: WebhookTable;
  webhook_deliveries: WebhookDeliveryTable;
}
