import { type SqlBool, sql } from 'kysely';
import {
  isAdmin,
  type Principal,
  requireAdmin,
  requireNoDesk,
  requirePerson,
} from '../platform/access/principal.ts';
import { actorOf, recordAccountAudit } from '../platform/account-audit.ts';
import { companyInReach } from '../platform/db/company-in-reach.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { parseId } from '../platform/ids.ts';
import { hashPassword } from '../users/password.ts';
import { loginsInReach, loginsOf, loginsToManage, loginView, type SftpLoginView } from './login.ts';
import { newPassword } from './new-password.ts';

/** With companyId, account-wide logins stay in view for who sees them at all. [SFT-14] */
export async function listLogins(
  deps: { db: Db },
  principal: Principal,
  input: { companyId?: string },
): Promise<SftpLoginView[]> {
  const inReach = loginsInReach(principal);
  if (input.companyId === undefined) return (await loginsOf(deps.db, inReach)).map(loginView);
  const companyId = await companyInReach(deps.db, principal, input.companyId);
  const ofCompany = sql<SqlBool>`(${inReach} and (company_id = ${companyId} or company_id is null))`;
  return (await loginsOf(deps.db, ofCompany)).map(loginView);
}

export interface LoginChange {
  resetPassword?: boolean;
  /** Whatever else there is of a login: the operator's to change. */
  [field: string]: unknown;
}

/**
 * A customer may have a new password made, and nothing else; a key is told none, as it would send, receive and outlive the
 * key that asked. [SFT-1]
 */
export async function resetLoginPassword(
  deps: { db: Db },
  principal: Principal,
  id: string,
  change: LoginChange,
): Promise<{ login: SftpLoginView; password: string }> {
  requirePerson(principal);
  const loginId = parseId<'SftpLogin'>(id);
  const candidates = isAdmin(principal) ? loginsToManage(principal) : loginsInReach(principal);
  const condition = sql<SqlBool>`(${candidates} and sftp_logins.id = ${loginId ?? null}::uuid)`;
  const [found] = await loginsOf(deps.db, condition);
  if (!found) throw new AppError('NOT_FOUND');
  requireAdmin(principal);
  requireNoDesk(principal);
  if (Object.keys(change).some((field) => field !== 'resetPassword')) throw new AppError('OPERATOR_MANAGED');
  if (change.resetPassword !== true)
    throw invalidField('resetPassword', 'must be true; it is all that can be asked for here');
  if (found.auth_method !== 'PASSWORD')
    throw new AppError('OPERATOR_MANAGED', {
      message: 'This login uses public keys and has no password. Ask the operator for another method.',
    });
  const password = newPassword();
  const password_hash = await hashPassword(password);
  const row = await transaction(deps.db, async (tx) => {
    const changed = await overAll(tx, 'found')
      .updateTable('sftp_logins')
      .set({ password_hash, credentials_changed_at: new Date() })
      .where('id', '=', found.id)
      .where('auth_method', '=', 'PASSWORD')
      .returningAll()
      .executeTakeFirst();
    if (!changed) throw new AppError('NOT_FOUND');
    await recordAccountAudit(tx, {
      accountId: principal.accountId,
      actor: actorOf(principal),
      eventType: 'sftp_login.password_reset',
      companyIds: changed.company_id ? [changed.company_id] : 'all',
      target: { type: 'sftp_login', id: changed.id, name: changed.username },
    });
    return changed;
  });
  return { login: loginView(row), password };
}
