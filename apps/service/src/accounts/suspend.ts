import { resume, suspend } from '../participants/suspend.ts';
import type { ParticipantRow } from '../participants/transition.ts';
import type { Actor } from '../platform/access/actor.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { parseId } from '../platform/ids.ts';

/** Of participants, while their account is suspended. */
const ACCOUNT_SUSPENDED = 'ACCOUNT_SUSPENDED';

/** A suspended account reads but neither sends nor changes; its participants are suspended with it. */
export function suspendAccount(
  deps: { db: Db },
  id: string,
  reason: string | undefined,
  by: Actor,
): Promise<{ id: string; status: string }> {
  return setAccountStatus(deps.db, id, { status: 'SUSPENDED', by, reason }, async (tx, row) => {
    if (row.status === 'READY' || row.status === 'ACTIVE') await suspend(tx, row, ACCOUNT_SUSPENDED, by.name);
  });
}

/** Takes back what the suspension of the account did, and nothing else. */
export function resumeAccount(
  deps: { db: Db },
  id: string,
  by: Actor,
): Promise<{ id: string; status: string }> {
  return setAccountStatus(deps.db, id, { status: 'ACTIVE', by }, async (tx, row) => {
    if (row.status === 'SUSPENDED' && row.status_reason === ACCOUNT_SUSPENDED) await resume(tx, row, by.name);
  });
}

function setAccountStatus(
  db: Db,
  id: string,
  { status, by, reason }: { status: 'ACTIVE' | 'SUSPENDED'; by: Actor; reason?: string },
  each: (tx: Tx, row: ParticipantRow) => Promise<void>,
) {
  return transaction(db, async (tx) => {
    const accountId = parseId<'Account'>(id);
    const account =
      accountId &&
      (await overAll(tx, 'operator')
        .updateTable('accounts')
        .set({ status })
        .where('id', '=', accountId)
        .where('status', '<>', 'CLOSED')
        .returning(['id', 'status'])
        .executeTakeFirst());
    if (!account) throw new AppError('NOT_FOUND');
    await recordAccountAudit(tx, {
      accountId: account.id,
      actor: by,
      eventType: status === 'SUSPENDED' ? 'account.suspended' : 'account.resumed',
      companyIds: 'all',
      target: { type: 'account', id: account.id },
      metadata: { reason },
    });
    const rows = await overAll(tx, 'operator')
      .selectFrom('participants')
      .where('account_id', '=', account.id)
      .selectAll()
      .forUpdate()
      .execute();
    for (const row of rows) await each(tx, row);
    return { id: account.id as string, status: account.status as string };
  });
}
