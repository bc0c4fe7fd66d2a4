import type { Principal } from '../platform/access/principal.ts';
import type { Tx } from '../platform/db/database.ts';
import { lockAccount } from '../platform/db/lock-account.ts';
import { scoped } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import type { UserId } from '../platform/ids.ts';
import { findUser, subjectOf, type UserRow } from './find.ts';
import { requireManageable } from './user.ts';

/**
 * The user as it is now, with the account's users standing still until the transaction ends: what is decided about the
 * last owner stays true. Who is out of sight is NOT_FOUND.
 */
export async function lockManageable(tx: Tx, principal: Principal, id: string): Promise<UserRow> {
  await lockAccount(tx, principal);
  const row = await findUser(tx, principal, id);
  if (!row) throw new AppError('NOT_FOUND');
  requireManageable(principal, subjectOf(row));
  return row;
}

/** An account always has an active owner. Only under the lock of `lockManageable`. */
export async function requireAnotherOwner(tx: Tx, principal: Principal, userId: UserId): Promise<void> {
  const other = await scoped(tx, principal)
    .selectFrom('users')
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .where('id', '<>', userId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (!other) throw new AppError('LAST_OWNER');
}
