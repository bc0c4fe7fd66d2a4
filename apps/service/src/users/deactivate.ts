import { type Principal, requireAdmin, requireGiving } from '../platform/access/principal.ts';
import { type Tx, transaction } from '../platform/db/database.ts';
import { scoped } from '../platform/db/roots.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { ERASED_NAME, endAccess, erase } from './erase.ts';
import { findUser, subjectOf, type UserRow, type ViewDeps, viewOfUser } from './find.ts';
import { lockManageable, requireAnotherOwner } from './lock.ts';
import { recordAbout } from './record-about.ts';
import { erasableFrom, GRACE_DAYS, isSelf, requireManageable, type UserView } from './user.ts';

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

async function eraseUser(deps: ViewDeps, principal: Principal, id: string): Promise<undefined> {
  await transaction(deps.db, async (tx) => {
    const row = await lockManageable(tx, principal, id);
    requireErasable(deps, row);
    await erase(tx, row);
    await recordAbout(tx, principal, { ...row, name: ERASED_NAME }, 'user.erased');
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
