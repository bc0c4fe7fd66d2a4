import type { ColumnType, Generated } from 'kysely';
import type { AccountId, CompanyId, MessageId, ParticipantRowId, SftpFileId, SftpLoginId } from '../ids.ts';

/** Set by the database when omitted. */
type Stamp = ColumnType<Date, Date | undefined, Date>;

interface SftpHostKeyTable {
  algorithm: 'ssh-ed25519' | 'ssh-rsa';
  public_key: string;
  sealed_key: Buffer;
  created_at: Stamp;
}

interface SftpLoginTable {
  id: SftpLoginId;
  account_id: AccountId;
  company_id: CompanyId | null;
  username: string;
  auth_method: 'PASSWORD' | 'PUBLIC_KEY';
  password_hash: string | null;
  public_keys: string[];
  status: Generated<'ACTIVE' | 'DISABLED'>;
  last_login_at: Date | null;
  credentials_changed_at: Stamp;
  created_at: Stamp;
}

interface SftpFileTable {
  id: SftpFileId;
  account_id: AccountId;
  company_id: CompanyId;
  participant_id: ParticipantRowId;
  login_id: SftpLoginId | null;
  folder: 'OUTBOX' | 'SENT' | 'FAILED';
  uploaded_name: string;
  name: string;
  sidecar_name: string;
  serial: Generated<number>;
  payload_key: string;
  /** The bytes themselves, where they are few and no document has them yet. */
  content: Buffer | null;
  bytes: number;
  sha256: string;
  is_complete: boolean;
  due_at: Date | null;
  message_id: MessageId | null;
  sidecar: string | null;
  sidecar_at: Date | null;
  is_removed: Generated<boolean>;
  is_sidecar_removed: Generated<boolean>;
  uploaded_at: Stamp;
  filed_at: Date | null;
}

interface SftpInboxNameTable {
  account_id: AccountId;
  login_id: SftpLoginId;
  message_id: MessageId;
  participant_id: ParticipantRowId;
  name: string;
  archived_at: Date | null;
}

export interface SftpTables {
  sftp_host_keys: SftpHostKeyTable;
  sftp_logins: SftpLoginTable;
  sftp_files: SftpFileTable;
  sftp_inbox_names: SftpInboxNameTable;
}
