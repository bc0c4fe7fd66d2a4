import { actorOf } from '../platform/access/actor.ts';
import { type Principal, requireAdmin, requireGiving } from '../platform/access/principal.ts';
import { type AccountAuditType, recordAccountAudit } from '../platform/account-audit.ts';
import { type Tx, transaction } from '../platform/db/database.ts';
import { overAll, scoped } from '../platform/db/roots.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { forgetTokens } from '../platform/one-time-token.ts';
import { endSessions } from '../sessions/session.ts';
import { confine } from './create.ts';
import { findUser, subjectOf, type UserRow, type ViewDeps, viewOfUser } from './find.ts';
import { lockManageable, requireAnotherOwner } from './lock.ts';
import { clearFailures } from './lockout.ts';
import { erasableFrom, GRACE_DAYS, isSelf, requireManageable, type UserView } from './user.ts';

/** What erased users are called wherever they are still named. [USR-12] */
export const ERASED_NAME = 'Erased user';

/** The first call deactivates and answers the user; a second one, after the grace period, erases. [USR-8] */
export async function removeUser(
  deps: ViewDeps,
  principal: Principal,
  id: string,
): Promise<UserView | undefined> {
  const seen = await findUser(deps.db, principal, id);
  if (!seen) throw new AppError('NOT_FOUND');
  requireManageable(principal, subjectOf(seen));
  if (isSelf(principal, seen.id))
    throw invalidField('id', 'you cannot deactivate yourself; ask another owner or company admin');
  // What the caller meant is decided by what they could see, not by what another call makes of it meanwhile.
  if (seen.status === 'inactive') return eraseUser(deps, principal, id);
  await transaction(deps.db, async (tx) => {
    const row = await lockManageable(tx, principal, id);
    if (row.status === 'active') await deactivate(tx, principal, row);
  });
  return viewOfUser(deps, principal, seen.id);
}

/** Sign-in is refused from here on; sessions, passkeys and open links are gone. API keys are nobody's and stay. */
async function deactivate(tx: Tx, principal: Principal, row: UserRow): Promise<void> {
  if (row.role === 'owner') await requireAnotherOwner(tx, principal, row.id);
  await scoped(tx, principal)
    .updateTable('users')
    .set({ status: 'inactive', disabled_at: new Date() })
    .where('id', '=', row.id)
    .execute();
  await endAccess(tx, row);
  await recordAbout(tx, principal, row, 'user.deactivated');
}

async function endAccess(tx: Tx, row: UserRow): Promise<void> {
  await endSessions(tx, row.id);
  await overAll(tx, 'found').deleteFrom('passkeys').where('user_id', '=', row.id).execute();
  await forgetTokens(tx, row.id);
}

/** Same password and companies as before. An active user stays as it is, which is not an error. */
export async function enableUser(deps: ViewDeps, principal: Principal, id: string): Promise<UserView> {
  requireAdmin(principal);
  const userId = await transaction(deps.db, async (tx) => {
    const row = await lockManageable(tx, principal, id);
    if (row.status === 'inactive') {
      requireGiving(principal);
      await scoped(tx, principal)
        .updateTable('users')
        .set({ status: 'active', disabled_at: null })
        .where('id', '=', row.id)
        .execute();
      await recordAbout(tx, principal, row, 'user.enabled');
    }
    return row.id;
  });
  return viewOfUser(deps, principal, userId);
}

/** Takes everything personal out of the user's row; a job takes the name out of the trail, which stays. */
async function eraseUser(deps: ViewDeps, principal: Principal, id: string): Promise<undefined> {
  await transaction(deps.db, async (tx) => {
    const row = await lockManageable(tx, principal, id);
    requireErasable(deps, row);
    await endAccess(tx, row);
    await clearFailures(tx, row.email);
    await scoped(tx, principal).deleteFrom('sso_identities').where('user_id', '=', row.id).execute();
    await overAll(tx, 'found').deleteFrom('notice_digests').where('user_id', '=', row.id).execute();
    await overAll(tx, 'found').deleteFrom('user_mails').where('user_id', '=', row.id).execute();
    await scoped(tx, principal)
      .updateTable('users')
      .set({
        status: 'erased',
        name: ERASED_NAME,
        email: `${row.id}@erased.invalid`,
        password_hash: '',
        last_login_at: null,
        invited_at: null,
        notifications: [],
      })
      .where('id', '=', row.id)
      .execute();
    await confine(tx, row.id, [], row.role);
    await recordAbout(tx, principal, { ...row, name: ERASED_NAME }, 'user.erased');
    await enqueue(tx, 'users.erase-trail', { userId: row.id });
  });
  return undefined;
}

function requireErasable(deps: ViewDeps, row: UserRow): void {
  if (row.status !== 'inactive' || row.disabled_at === null) throw new AppError('USER_NOT_DISABLED');
  if (!deps.erasureEnabled) throw new AppError('ERASURE_NOT_CONFIGURED');
  const from = erasableFrom(row.disabled_at);
  if (from.getTime() > Date.now()) {
    throw new AppError('ERASURE_TOO_SOON', {
      message: `A user can be erased ${GRACE_DAYS} days after deactivation. Try again after ${from.toISOString()}.`,
    });
  }
}

function recordAbout(tx: Tx, principal: Principal, row: UserRow, eventType: AccountAuditType): Promise<void> {
  return recordAccountAudit(tx, {
    accountId: principal.accountId,
    actor: actorOf(principal),
    eventType,
    companyIds: subjectOf(row).reach.companyIds,
    target: { type: 'user', id: row.id, name: row.name },
  });
}
