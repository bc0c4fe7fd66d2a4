import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AuthMethod, Permission, Role } from '../access/principal.ts';
import type {
  AccountId,
  ApiKeyId,
  AuditId,
  CompanyId,
  Id,
  OperatorId,
  SessionId,
  SftpLoginId,
  UserId,
} from '../ids.ts';
import type { PasskeyColumns } from './passkey-columns.ts';

/** Set by the database when omitted. */
type Stamp = ColumnType<Date, Date | undefined, Date>;

interface UserTable {
  id: UserId;
  account_id: AccountId;
  name: string;
  email: string;
  role: Role;
  password_hash: string;
  status: 'active' | 'inactive' | 'erased';
  must_change_password: Generated<boolean>;
  /** Else only what user_companies names. Set with it by `confine`. */
  all_companies: boolean;
  password_set_at: Date | null;
  invited_at: Date | null;
  disabled_at: Date | null;
  last_login_at: Date | null;
  created_at: Stamp;
  /** What is mailed to this user: names of users/notifications.ts. */
  notifications: Generated<string[]>;
}

interface UserCompanyTable {
  account_id: AccountId;
  user_id: UserId;
  company_id: CompanyId;
}

interface LoginFailureTable {
  email_hash: Buffer;
  failures: number;
  locked_until: Date | null;
  last_failed_at: Stamp;
  /** Of an SFTP login that a password opens, with the part of an address that one caller cannot change. */
  sftp_login_id: Generated<SftpLoginId | null>;
  address: Generated<string | null>;
}

interface SessionTable {
  id: SessionId;
  account_id: AccountId;
  user_id: UserId;
  token_hash: Buffer;
  auth_method: AuthMethod;
  issuer: string | null;
  provider: string | null;
  address: string | null;
  user_agent: string | null;
  actor_id: OperatorId | null;
  actor_name: string | null;
  actor_reason: string | null;
  created_at: Stamp;
  expires_at: Date;
}

interface ApiKeyTable {
  id: ApiKeyId;
  account_id: AccountId;
  company_id: CompanyId | null;
  all_companies: boolean;
  name: string;
  prefix: string;
  secret_hash: Buffer;
  permissions: Permission[];
  created_by: string;
  created_by_user_id: UserId | null;
  created_at: Stamp;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
}

interface OneTimeTokenTable {
  token_hash: Buffer;
  purpose: string;
  user_id: UserId | null;
  operator_id: OperatorId | null;
  account_id: AccountId | null;
  data: JSONColumnType<Record<string, unknown>, string, string>;
  created_at: Stamp;
  expires_at: Date;
}

interface UserMailTable {
  account_id: AccountId;
  user_id: UserId;
  kind: string;
  created_at: Stamp;
}

interface PasskeyTable extends PasskeyColumns {
  account_id: AccountId;
  user_id: UserId;
}

interface SsoIdentityTable {
  id: Id<'SsoIdentity'>;
  account_id: AccountId;
  user_id: UserId;
  email: string;
  provider: string;
  issuer: string;
  subject: string;
  created_at: Stamp;
  last_used_at: Date | null;
}

type ActorKind = 'USER' | 'API_KEY' | 'OPERATOR' | 'NOBODY';

interface AccountAuditTable {
  id: AuditId;
  account_id: AccountId;
  company_ids: CompanyId[] | null;
  actor_kind: ActorKind;
  actor_id: string | null;
  actor_name: string;
  event_type: string;
  target_type: string | null;
  target_id: string | null;
  target_name: string | null;
  target_sub: string | null;
  metadata: JSONColumnType<Record<string, unknown>, string, string>;
  search_text: ColumnType<string | null, string, string | null>;
  address: string | null;
  created_at: Stamp;
}

/** What is no account's. */
interface UnclaimedAuditTable {
  id: AuditId;
  actor_kind: ActorKind;
  actor_name: string;
  event_type: string;
  target_type: string | null;
  target_id: string | null;
  target_name: string | null;
  target_sub: string | null;
  metadata: JSONColumnType<Record<string, unknown>, string, string>;
  address: string | null;
  created_at: Stamp;
}

interface UsedBootstrapTokenTable {
  token_hash: Buffer;
  account_id: AccountId;
  used_at: Stamp;
}

/** The tables of people, credentials and what they did. */
export interface AccessTables {
  users: UserTable;
  user_companies: UserCompanyTable;
  login_failures: LoginFailureTable;
  sessions: SessionTable;
  api_keys: ApiKeyTable;
  one_time_tokens: OneTimeTokenTable;
  user_mails: UserMailTable;
  passkeys: PasskeyTable;
  sso_identities: SsoIdentityTable;
  account_audit: AccountAuditTable;
  unclaimed_audit: UnclaimedAuditTable;
  used_bootstrap_tokens: UsedBootstrapTokenTable;
}
