import { type Selectable, sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import { AppError } from '../platform/errors.ts';
import { parseId } from '../platform/ids.ts';
import type { AccountStatus } from '../platform/statuses.ts';
import { mayBecome } from './account-status.ts';

export type AccountRow = Selectable<Tables['accounts']>;

/** Locks and reads an account, so that what follows in this transaction is about what it is now; or NOT_FOUND. */
export async function lockAccountRow(tx: Tx, id: string): Promise<AccountRow> {
  const accountId = parseId<'Account'>(id);
  const row =
    accountId &&
    (await overAll(tx, 'operator')
      .selectFrom('accounts')
      .where('id', '=', accountId)
      .selectAll()
      .forNoKeyUpdate()
      .executeTakeFirst());
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** The only UPDATE of an account's status, of a row that is locked: INVALID_STATE when the move is not allowed. */
export async function moveAccount(tx: Tx, account: AccountRow, to: AccountStatus): Promise<void> {
  if (!mayBecome(account.status, to)) throw notPossible(account.status, to);
  await overAll(tx, 'found')
    .updateTable('accounts')
    .set({ status: sql<never>`${to}` })
    .where('id', '=', account.id)
    .execute();
}

const notPossible = (from: AccountStatus, to: AccountStatus): AppError =>
  new AppError('INVALID_STATE', {
    message: `An account that is ${from} cannot become ${to}. Look at its status first.`,
  });
