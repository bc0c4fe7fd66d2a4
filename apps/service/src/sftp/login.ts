import { type SqlBool, sql } from 'kysely';
import { isOwner, type Principal } from '../platform/access/principal.ts';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { CompanyId, SftpLoginId } from '../platform/ids.ts';
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
}

export type LoginRow = Awaited<ReturnType<typeof loginsOf>>[number];

/** Logins that a condition selects, oldest first; an account has few. */
export function loginsOf(db: Db, condition: ReturnType<typeof sql<SqlBool>>) {
  return overAll(db, 'found')
    .selectFrom('sftp_logins')
    .where(condition)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function loginView(row: LoginRow): SftpLoginView {
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
  };
}

/** A confined credential sees logins of its companies; account-wide ones only who reaches the whole account. [SFT-14] */
export function loginsInReach({ accountId, reach }: Principal) {
  const account = sql<SqlBool>`sftp_logins.account_id = ${accountId}`;
  if (reach.companyIds === 'all') return account;
  return sql<SqlBool>`(${account} and sftp_logins.company_id = any(${[...reach.companyIds]}::uuid[]))`;
}

/** Those that a caller may change: an owner all, a company admin those of its companies. */
export function loginsToManage(principal: Principal) {
  const inReach = loginsInReach(principal);
  return isOwner(principal) ? inReach : sql<SqlBool>`(${inReach} and sftp_logins.company_id is not null)`;
}
