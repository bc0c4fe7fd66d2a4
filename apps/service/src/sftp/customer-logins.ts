import { type SqlBool, sql } from 'kysely';
import { actorOf } from '../platform/access/actor.ts';
import {
  isAdmin,
  type Principal,
  requireAdmin,
  requireNoDesk,
  requirePerson,
} from '../platform/access/principal.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { companyInReach } from '../platform/db/company-in-reach.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { scoped } from '../platform/db/roots.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { parseId } from '../platform/ids.ts';
import { hashPassword } from '../users/password.ts';
import { forgetWrong, lockedAddresses } from './lockouts.ts';
import { type LoginCondition, loginsInReach, loginView, manageableBy, type SftpLoginView } from './login.ts';
import { newPassword } from './new-password.ts';

/** With companyId, account-wide logins stay in view for who sees them at all. [SFT-14] */
export async function listLogins(
  deps: { db: Db },
  principal: Principal,
  input: { companyId?: string },
): Promise<SftpLoginView[]> {
  const rows = await loginsInReach(deps.db, principal, await ofCompany(deps.db, principal, input.companyId));
  // Who may read the audit, where every wrong password stands with its address.
  const locked = isAdmin(principal) ? await lockedAddresses(deps.db, rows) : undefined;
  return rows.map((row) => loginView(row, locked?.get(row.id)));
}

async function ofCompany(
  db: Db,
  principal: Principal,
  asked: string | undefined,
): Promise<LoginCondition | undefined> {
  if (asked === undefined) return undefined;
  const companyId = await companyInReach(db, principal, asked);
  return sql<SqlBool>`(company_id = ${companyId} or company_id is null)`;
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
  const ofThis = sql<SqlBool>`sftp_logins.id = ${loginId ?? null}::uuid`;
  const condition = isAdmin(principal) ? sql<SqlBool>`(${manageableBy(principal)} and ${ofThis})` : ofThis;
  const [found] = await loginsInReach(deps.db, principal, condition);
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
    const changed = await scoped(tx, principal)
      .updateTable('sftp_logins')
      .set({ password_hash, credentials_changed_at: new Date() })
      .where('id', '=', found.id)
      .where('auth_method', '=', 'PASSWORD')
      .returningAll()
      .executeTakeFirst();
    if (!changed) throw new AppError('NOT_FOUND');
    await forgetWrong(tx, changed.id);
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
