import { resume, suspend } from '../participants/suspend.ts';
import type { ParticipantRow } from '../participants/transition.ts';
import type { Actor } from '../platform/access/actor.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { type AccountStatus, isOpenAccount } from '../platform/statuses.ts';
import { lockAccountRow, moveAccount } from './transition.ts';

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
  reason: string | undefined,
  by: Actor,
): Promise<{ id: string; status: string }> {
  return setAccountStatus(deps.db, id, { status: 'ACTIVE', by, reason }, async (tx, row) => {
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
    const account = await lockAccountRow(tx, id);
    if (!isOpenAccount(account.status)) throw isClosed(account.status);
    if (account.status !== status) await moveAccount(tx, account, status);
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
    return { id: account.id as string, status };
  });
}

const isClosed = (status: AccountStatus): AppError =>
  new AppError('INVALID_STATE', {
    message: `The account is ${status}. Only one that is open is suspended or resumed; see its closing.`,
  });
