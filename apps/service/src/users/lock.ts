import type { Principal } from '../platform/access/principal.ts';
import type { Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import type { AccountId, UserId } from '../platform/ids.ts';
import { findUser, subjectOf, type UserRow } from './find.ts';
import { requireManageable } from './user.ts';

/**
 * The user as it is now, with the account's users standing still until the transaction ends: what is decided about the
 * last owner stays true. Who is out of sight is NOT_FOUND.
 */
export async function lockManageable(tx: Tx, principal: Principal, id: string): Promise<UserRow> {
  const { accountId } = principal;
  await overAll(tx, 'found')
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select('id')
    .forNoKeyUpdate()
    .execute();
  const row = await findUser(tx, accountId, id);
  if (!row) throw new AppError('NOT_FOUND');
  requireManageable(principal, subjectOf(row));
  return row;
}

/** An account always has an active owner. Only under the lock of `lockManageable`. */
export async function requireAnotherOwner(tx: Tx, accountId: AccountId, userId: UserId): Promise<void> {
  const other = await overAll(tx, 'found')
    .selectFrom('users')
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .where('id', '<>', userId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (!other) throw new AppError('LAST_OWNER');
}
