import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { isOwner, type Principal } from '../platform/access/principal.ts';
import type { Reach } from '../platform/access/reach.ts';
import type { Db } from '../platform/db/database.ts';
import { scoped } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { CompanyId, SftpLoginId } from '../platform/ids.ts';
import type { LockedAddress } from './lockouts.ts';
import { keyFingerprint } from './public-key.ts';

export interface SftpLoginView {
  id: SftpLoginId;
  username: string;
  companyId?: CompanyId;
  authMethod: 'PASSWORD' | 'PUBLIC_KEY';
  /** Of the first key; all of them are in publicKeyFingerprints. */
  publicKeyFingerprint?: string;
  publicKeyFingerprints?: string[];
  status: 'ACTIVE' | 'DISABLED';
  lastLoginAt?: string;
  createdAt: string;
  /** From where nothing is let in after wrong passwords; absent where there is none, or who asks may not see it. */
  lockedAddresses?: readonly LockedAddress[];
}

export type LoginRow = Selectable<Tables['sftp_logins']>;

export type LoginCondition = RawBuilder<SqlBool>;

const ANY: LoginCondition = sql<SqlBool>`true`;

/** A confined credential sees logins of its companies; account-wide ones only who reaches the whole account. [SFT-14] */
export function loginsInReach(db: Db, principal: Principal, condition = ANY): Promise<LoginRow[]> {
  return scoped(db, principal)
    .selectFrom('sftp_logins')
    .where(condition)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Those in reach that a caller may change: an owner all, a company admin those of its companies. */
export const manageableBy = (principal: Principal): LoginCondition =>
  isOwner(principal) ? ANY : sql<SqlBool>`sftp_logins.company_id is not null`;

/** What a login reaches. */
export const reachOf = ({ account_id, company_id }: LoginRow): Reach => ({
  accountId: account_id,
  companyIds: company_id ? [company_id] : 'all',
});

export function loginView(row: LoginRow, lockedAddresses?: readonly LockedAddress[]): SftpLoginView {
  const fingerprints = row.public_keys.map(keyFingerprint);
  return {
    id: row.id,
    username: row.username,
    companyId: row.company_id ?? undefined,
    authMethod: row.auth_method,
    publicKeyFingerprint: fingerprints[0],
    publicKeyFingerprints: fingerprints.length > 0 ? fingerprints : undefined,
    status: row.status,
    lastLoginAt: row.last_login_at?.toISOString(),
    createdAt: row.created_at.toISOString(),
    lockedAddresses,
  };
}
