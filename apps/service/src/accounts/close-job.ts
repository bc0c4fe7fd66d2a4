import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { AccountId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { closingKey } from './close-account.ts';
import { findClosing } from './closing.ts';
import { type ClosingDeps, STEPS } from './closing-steps.ts';

/** Goes through the steps as far as nothing has to be waited for. Taken back, there is nothing to do. [OPR-23] */
export async function goOnClosing(deps: ClosingDeps, { accountId }: { accountId: AccountId }): Promise<void> {
  let closing = await findClosing(deps.db, accountId);
  while (closing) {
    await STEPS[closing.step](deps, closing);
    const now = await findClosing(deps.db, accountId);
    if (now?.step === closing.step && now.export_id === closing.export_id) return;
    closing = now;
  }
}

/** By the clock: those whose days are over, and any whose job was lost. */
export async function closeThoseDue({ db }: { db: Db }): Promise<void> {
  const rows = await overAll(db, 'job')
    .selectFrom('account_closings')
    .where('step', '<>', 'DELETED')
    .where((eb) => eb.or([eb('delete_after', 'is', null), eb('delete_after', '<=', new Date())]))
    .select('account_id')
    .execute();
  for (const { account_id: accountId } of rows)
    await transaction(db, (tx) =>
      enqueue(tx, 'accounts.close', { accountId }, { key: closingKey(accountId) }),
    );
}
