import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { OperatorAuthMethod, OperatorRole } from '../access/operator-access.ts';
import type { AccountId, AuditId, Id, OperatorId, ParticipantRowId } from '../ids.ts';
import type { PasskeyColumns } from './passkey-columns.ts';

/** Set by the database when omitted. */
type Stamp = ColumnType<Date, Date | undefined, Date>;

interface OperatorTable {
  id: OperatorId;
  name: string;
  email: string;
  role: OperatorRole;
  status: Generated<'active' | 'inactive'>;
  password_hash: string;
  must_change_password: boolean;
  created_at: Stamp;
  last_login_at: Date | null;
}

interface OperatorSessionTable {
  id: Id<'OperatorSession'>;
  operator_id: OperatorId;
  token_hash: Buffer;
  auth_method: OperatorAuthMethod;
  address: string;
  user_agent: string | null;
  created_at: Stamp;
  expires_at: Date;
}

interface OperatorTokenTable {
  id: Id<'OperatorToken'>;
  operator_id: OperatorId;
  name: string;
  role: OperatorRole;
  prefix: string;
  token_hash: Buffer;
  created_at: Stamp;
  expires_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

interface OperatorPasskeyTable extends PasskeyColumns {
  operator_id: OperatorId;
}

interface OperatorAuditTable {
  id: AuditId;
  operator_id: OperatorId | null;
  actor_name: string;
  token_name: string | null;
  event_type: string;
  account_id: AccountId | null;
  target_type: string | null;
  target_id: string | null;
  target_name: string | null;
  target_sub: string | null;
  metadata: JSONColumnType<Record<string, unknown>, string, string>;
  search_text: string;
  address: string | null;
  created_at: Stamp;
}

interface ParticipantCheckTable {
  account_id: AccountId;
  participant_id: ParticipantRowId;
  checks: JSONColumnType<KeptCheck[], string, string>;
  checked_at: Stamp;
}

/** participants/check.ts says what each is. */
interface KeptCheck {
  name: 'numberValid' | 'heldElsewhere' | 'directoryName';
  outcome: 'good' | 'bad' | 'unknown';
  detail: string;
  checkedAt: string;
}

/** The tables of the operator's people, and of what they did. */
export interface OperatorTables {
  operators: OperatorTable;
  operator_sessions: OperatorSessionTable;
  operator_tokens: OperatorTokenTable;
  operator_passkeys: OperatorPasskeyTable;
  operator_audit: OperatorAuditTable;
  participant_checks: ParticipantCheckTable;
}
