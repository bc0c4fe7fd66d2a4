import { sql } from 'kysely';
import { actorOf } from '../platform/access/actor.ts';
import {
  hasPermission,
  isOwner,
  PERMISSIONS,
  type Principal,
  requireNoDesk,
} from '../platform/access/principal.ts';
import { isConfined } from '../platform/access/reach.ts';
import { type Db, type Tx, transaction, violatedConstraint } from '../platform/db/database.ts';
import { inReach } from '../platform/db/find-in-reach.ts';
import { scoped } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import type { ExportId } from '../platform/ids.ts';
import { beginExport } from './begin.ts';
import type { ExportRow } from './export.ts';
import { downloadUrl, type LinkDeps } from './link.ts';

const A_DAY = 5;
/** Of the exports of an account, so many are listed. */
const LISTED = 20;

export interface ExportView {
  id: ExportId;
  status: ExportRow['status'];
  progress: { done: number; total: number };
  createdAt: string;
  downloadUrl?: string;
  expiresAt?: string;
  bytes?: number;
  sha256?: string;
  error?: string;
}

/** Asks for an export of the whole account. [EXP-1] */
export async function requestExport(deps: { db: Db }, principal: Principal): Promise<ExportView> {
  requireWholeAccount(principal);
  try {
    return await transaction(deps.db, async (tx) => {
      await requireNotTooMany(tx, principal);
      return viewOf(await beginExport(tx, principal.accountId, actorOf(principal)));
    });
  } catch (error) {
    throw violatedConstraint(error) === 'exports_one_at_a_time' ? new AppError('EXPORT_IN_PROGRESS') : error;
  }
}

/** The last exports of this account, newest first. [EXP-6] */
export async function listExports(deps: { db: Db } & LinkDeps, principal: Principal): Promise<ExportView[]> {
  requireWholeAccount(principal);
  const rows = await scoped(deps.db, principal)
    .selectFrom('exports')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute();
  return rows.map((row) => viewOf(row, downloadUrl(deps, row)));
}

/** An export of this account; the link is there as long as it leads somewhere. */
export async function readExport(
  deps: { db: Db } & LinkDeps,
  principal: Principal,
  id: string,
): Promise<ExportView> {
  const row = await exportOfAccount(deps.db, principal, id);
  requireWholeAccount(principal);
  return viewOf(row, downloadUrl(deps, row));
}

/** Whoever may read it, it is one of this account; others are NOT_FOUND. [GEN-3] */
export const exportOfAccount = (db: Db, principal: Principal, id: string): Promise<ExportRow> =>
  inReach(db, principal, 'exports', id);

/**
 * An owner in person, or a key that could read all of it anyway. The link outlives the hour of a desk session, which
 * therefore gets none.
 */
function requireWholeAccount(principal: Principal): void {
  requireNoDesk(principal);
  const isWhole = !isConfined(principal.reach) && PERMISSIONS.every((one) => hasPermission(principal, one));
  if (isOwner(principal) && isWhole) return;
  if (principal.kind === 'api-key')
    throw new AppError('PERMISSION_DENIED', {
      message:
        'An export needs an account-wide key with all four permissions. Use one, or sign in as an owner.',
    });
  throw new AppError('FORBIDDEN', { message: 'Only an owner exports the account. Ask an owner of it.' });
}

/** One that runs is said first: five that wait for nothing come only after it. */
async function requireNotTooMany(tx: Tx, principal: Principal): Promise<void> {
  const rows = await scoped(tx, principal)
    .selectFrom('exports')
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['QUEUED', 'RUNNING']),
        eb('created_at', '>', sql<Date>`now() - interval '1 day'`),
      ]),
    )
    .select(['status', 'created_at', sql<Date>`now()`.as('now')])
    .orderBy('created_at', 'desc')
    .limit(A_DAY)
    .execute();
  if (rows.some(({ status }) => status === 'QUEUED' || status === 'RUNNING'))
    throw new AppError('EXPORT_IN_PROGRESS');
  const fifth = rows[A_DAY - 1];
  if (!fifth) return;
  const waitMs = fifth.created_at.getTime() + 86_400_000 - fifth.now.getTime();
  throw new AppError('RATE_LIMITED', {
    message: `An account is exported ${A_DAY} times a day. Wait as long as Retry-After says, or use the last one.`,
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}

function viewOf(row: ExportRow, url?: string): ExportView {
  const isOver = row.status === 'DONE' && url === undefined;
  return {
    id: row.id,
    status: isOver ? 'EXPIRED' : row.status,
    progress: { done: Number(row.progress_done), total: Number(row.progress_total) },
    createdAt: row.created_at.toISOString(),
    downloadUrl: url,
    expiresAt: url && row.expires_at?.toISOString(),
    bytes: row.bytes === null ? undefined : Number(row.bytes),
    sha256: row.sha256 ?? undefined,
    error: row.error ?? undefined,
  };
}
