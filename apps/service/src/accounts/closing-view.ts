import type { Actor } from '../platform/access/actor.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { type AccountId, parseId } from '../platform/ids.ts';
import type { AccountStatus, ClosingStep } from '../platform/statuses.ts';
import { type ClosingRooms, type ClosingRow, findClosing } from './closing.ts';
import { recordAbout } from './record-about.ts';
import { type UnderWay, underWay } from './under-way.ts';

interface Deps {
  db: Db;
  closing: ClosingRooms;
}

export interface ClosingView {
  accountId: AccountId;
  status: AccountStatus;
  /** What would be waited for, or is. */
  waiting: UnderWay;
  closing?: {
    step: ClosingStep;
    reason: string;
    operatorName: string;
    keepDays: number;
    beganAt: string;
    closedAt?: string;
    deleteAfter?: string;
    deletedAt?: string;
    export?: { status: string; bytes?: number; sha256?: string; expiresAt?: string };
  };
}

/** How far the closing of an account is; of one that is open, what closing it would wait for. */
export async function viewOfClosing(deps: Deps, id: string): Promise<ClosingView> {
  const asked = parseId<'Account'>(id);
  // Before the status, which moves with its steps: that is never the one of an earlier step.
  const row = asked && (await findClosing(deps.db, asked));
  const account = await accountNamed(deps.db, id);
  return {
    accountId: account.id,
    status: account.status,
    waiting: await underWay(deps.db, account.id),
    closing: row && (await detailsOf(deps, row)),
  };
}

async function detailsOf({ closing }: Deps, row: ClosingRow): Promise<ClosingView['closing']> {
  const made = row.export_id === null ? undefined : await closing.exports.look(row.export_id);
  return {
    step: row.step,
    reason: row.reason,
    operatorName: row.operator_name,
    keepDays: row.keep_days,
    beganAt: row.began_at.toISOString(),
    closedAt: row.closed_at?.toISOString(),
    deleteAfter: row.delete_after?.toISOString(),
    deletedAt: row.deleted_at?.toISOString(),
    export: made && {
      status: made.status,
      bytes: made.bytes,
      sha256: made.sha256,
      expiresAt: made.expiresAt,
    },
  };
}

export interface HandedOver {
  url: string;
  expiresAt?: string;
  bytes?: number;
  sha256?: string;
}

/** The link to the export, for whoever it is handed over to; both audits say who asked for it. [OPR-23] */
export async function handOverExport(deps: Deps, id: string, by: Actor): Promise<HandedOver> {
  const account = await accountNamed(deps.db, id);
  const row = await findClosing(deps.db, account.id);
  const made = row?.export_id && (await deps.closing.exports.look(row.export_id));
  if (!made || made.url === undefined)
    throw new AppError('INVALID_STATE', {
      message: 'There is no export to hand over: it is not made yet, or was deleted. See the closing.',
    });
  await transaction(deps.db, (tx) => recordAbout(tx, account, by, 'account.export_handed_over'));
  const { url, expiresAt, bytes, sha256 } = made;
  return { url, expiresAt, bytes, sha256 };
}

async function accountNamed(db: Db, id: string) {
  const accountId = parseId<'Account'>(id);
  const account =
    accountId &&
    (await overAll(db, 'operator')
      .selectFrom('accounts')
      .where('id', '=', accountId)
      .select(['id', 'name', 'status'])
      .executeTakeFirst());
  if (!account) throw new AppError('NOT_FOUND');
  return account;
}
