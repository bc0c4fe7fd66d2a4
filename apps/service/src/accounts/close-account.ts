import type { Actor } from '../platform/access/actor.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { isOpenAccount } from '../platform/statuses.ts';
import { type ClosingRooms, findClosing } from './closing.ts';
import { type ClosingView, viewOfClosing } from './closing-view.ts';
import { recordAbout } from './record-about.ts';
import { lockAccountRow, moveAccount } from './transition.ts';

/** How long a closed account is kept before its content is deleted, unless it is said otherwise. [OPR-25] */
export const KEEP_DAYS = 30;

export interface CloseInput {
  reason: string;
  keepDays?: number;
}

interface Deps {
  db: Db;
  closing: ClosingRooms;
}

/** One job at a time goes through the steps of an account. */
export const closingKey = (accountId: string): string => `close-${accountId}`;

/** From this commit on every door is shut; all else follows step by step, in a job. [OPR-23] */
export async function closeAccount(
  deps: Deps,
  id: string,
  { reason, keepDays = KEEP_DAYS }: CloseInput,
  by: Actor,
): Promise<ClosingView> {
  await transaction(deps.db, async (tx) => {
    const account = await lockAccountRow(tx, id);
    if (!isOpenAccount(account.status))
      throw new AppError('INVALID_STATE', {
        message: `The account is ${account.status} already. See how far its closing is.`,
      });
    await moveAccount(tx, account, 'CLOSING');
    await tx
      .insertInto('account_closings')
      .values({
        account_id: account.id,
        step: 'UPLOADS',
        status_before: account.status,
        reason,
        operator_id: isId<'Operator'>(by.id) ? by.id : null,
        operator_name: by.name,
        keep_days: keepDays,
      })
      .execute();
    await recordAbout(tx, account, by, 'account.closing', { reason, keepDays });
    await enqueue(tx, 'accounts.close', { accountId: account.id }, { key: closingKey(account.id) });
  });
  return viewOfClosing(deps, id);
}

/** Takes a closing back, as long as nothing was deleted. What ended meanwhile stays ended. [OPR-25] */
export async function reopenAccount(
  deps: Deps,
  id: string,
  reason: string | undefined,
  by: Actor,
): Promise<ClosingView> {
  await transaction(deps.db, async (tx) => {
    const account = await lockAccountRow(tx, id);
    const closing = await findClosing(tx, account.id);
    if (!closing)
      throw new AppError('INVALID_STATE', { message: 'The account is not closed. Nothing is to be done.' });
    if (account.status !== 'CLOSING' && account.status !== 'CLOSED')
      throw new AppError('INVALID_STATE', {
        message: 'Its content is being deleted, or is. Open a new account for the customer.',
      });
    await moveAccount(tx, account, closing.status_before);
    await overAll(tx, 'operator')
      .deleteFrom('account_closings')
      .where('account_id', '=', account.id)
      .execute();
    if (closing.export_id) await deps.closing.exports.keepAsOthers(tx, closing.export_id);
    await recordAbout(tx, account, by, 'account.reopened', { reason, step: closing.step });
  });
  return viewOfClosing(deps, id);
}
