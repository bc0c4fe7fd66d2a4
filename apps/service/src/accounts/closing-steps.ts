import { lockParticipant } from '../participants/transition.ts';
import { withdraw } from '../participants/withdraw.ts';
import type { AccountAuditType } from '../platform/account-audit.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { ParticipantRowId } from '../platform/ids.ts';
import { NotYet } from '../platform/jobs/not-yet.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import type { AccountStatus, ClosingStep } from '../platform/statuses.ts';
import { type ClosingRooms, type ClosingRow, closedBy, goTo, lockClosing } from './closing.ts';
import { deleteContent } from './delete-content.ts';
import { endAccess } from './end-access.ts';
import { recordAbout } from './record-about.ts';
import { lockAccountRow, moveAccount } from './transition.ts';
import { underWay } from './under-way.ts';

export interface ClosingDeps {
  db: Db;
  payloads: PayloadStore;
  closing: ClosingRooms;
}

const SOON = 5;
const A_DAY_MS = 86_400_000;

/**
 * What each step does, and to which it leads. It may be interrupted anywhere and is then begun again: whatever it writes
 * is written in a transaction that finds the closing still at this step, and what it waits for is looked at anew.
 */
export const STEPS: Readonly<Record<ClosingStep, (deps: ClosingDeps, closing: ClosingRow) => Promise<void>>> =
  {
    UPLOADS: async (deps, closing) => {
      const { uploads } = await underWay(deps.db, closing.account_id);
      if (uploads > 0) throw new NotYet(`${uploads} uploaded files are still to be sent`, SOON);
      await end(deps, closing, 'ADDRESSES');
    },
    ADDRESSES: async (deps, closing) => {
      for (const id of await addressesOf(deps.db, closing)) await withdrawOne(deps, closing, id);
      const { addresses } = await underWay(deps.db, closing.account_id);
      if (addresses > 0) throw new NotYet(`${addresses} addresses are being withdrawn`, SOON);
      await end(deps, closing, 'DOCUMENTS');
    },
    DOCUMENTS: async (deps, closing) => {
      const { documents } = await underWay(deps.db, closing.account_id);
      if (documents > 0) throw new NotYet(`${documents} documents are on their way`, SOON);
      await end(deps, closing, 'EXPORT');
    },
    EXPORT: async (deps, closing) =>
      closing.export_id ? awaitExport(deps, closing) : beginExport(deps, closing),
    ACCESS: async (deps, closing) => {
      if (await deps.closing.webhooks.isUntold(deps.db, closing.account_id))
        throw new NotYet('webhook endpoints are still to be told of what happened', SOON);
      await shutForGood(deps, closing);
    },
    KEPT: async (deps, closing) => {
      const isDue = closing.delete_after !== null && closing.delete_after <= new Date();
      if (isDue) await end(deps, closing, 'DELETING', { to: 'DELETING', says: 'account.deletion_begun' });
    },
    DELETING: async (deps, closing) => {
      await deleteContent(deps, closing.account_id);
      const at = { deleted_at: new Date(), export_id: null };
      await end(deps, closing, 'DELETED', { to: 'DELETED', says: 'account.deleted', facts: at });
    },
    DELETED: async () => undefined,
  };

interface Ending {
  to: AccountStatus;
  says: AccountAuditType;
  facts?: Parameters<typeof goTo>[3];
}

/** The next step begins, unless the closing was taken back meanwhile, or another process has ended this one. */
function end({ db }: ClosingDeps, closing: ClosingRow, next: ClosingStep, ending?: Ending): Promise<void> {
  return transaction(db, async (tx) => {
    // In this order everywhere, the account first.
    if (ending) await lockAccountRow(tx, closing.account_id);
    if (!(await lockClosing(tx, closing))) return;
    await goTo(tx, closing, next, ending?.facts);
    if (ending) await become(tx, closing, ending);
  });
}

async function become(tx: Tx, closing: ClosingRow, { to, says }: Ending): Promise<void> {
  const account = await lockAccountRow(tx, closing.account_id);
  await moveAccount(tx, account, to);
  await recordAbout(tx, account, closedBy(closing), says);
}

/** Those that somebody still has to withdraw; one that is being registered has to come to an end of that first. */
async function addressesOf(db: Db, { account_id }: ClosingRow): Promise<ParticipantRowId[]> {
  const rows = await overAll(db, 'job')
    .selectFrom('participants')
    .where('account_id', '=', account_id)
    .where('status', 'not in', ['REGISTERING', 'DEACTIVATING', 'DEACTIVATED'])
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

function withdrawOne({ db }: ClosingDeps, closing: ClosingRow, id: ParticipantRowId): Promise<void> {
  return transaction(db, async (tx) => {
    if (!(await lockClosing(tx, closing))) return;
    const row = await lockParticipant(tx, id);
    if (!row || row.status === 'REGISTERING') return;
    await withdraw(tx, row, { actorName: closing.operator_name });
  });
}

function beginExport({ db, closing: rooms }: ClosingDeps, closing: ClosingRow): Promise<void> {
  return transaction(db, async (tx) => {
    if (!(await lockClosing(tx, closing))) return;
    const id = await rooms.exports.begin(tx, closing.account_id, closedBy(closing));
    if (!id) throw new NotYet('an export that was asked for before is being written', SOON);
    await goTo(tx, closing, 'EXPORT', { export_id: id });
  });
}

async function awaitExport(deps: ClosingDeps, closing: ClosingRow): Promise<void> {
  const made = closing.export_id && (await deps.closing.exports.look(closing.export_id));
  if (made && made.status === 'DONE') return end(deps, closing, 'ACCESS');
  if (made && (made.status === 'QUEUED' || made.status === 'RUNNING'))
    throw new NotYet('the export is being written', SOON);
  await makeAnew(deps, closing);
  // Seen among the failing jobs, and tried again later each time.
  if (made && made.status === 'FAILED') throw new Error('the export could not be written');
}

function makeAnew({ db }: ClosingDeps, closing: ClosingRow): Promise<void> {
  return transaction(db, async (tx) => {
    if (await lockClosing(tx, closing)) await goTo(tx, closing, 'EXPORT', { export_id: null });
  });
}

/** Credentials end and the days of keeping begin, in one transaction with the status that says so. */
function shutForGood({ db, closing: rooms }: ClosingDeps, closing: ClosingRow): Promise<void> {
  return transaction(db, async (tx) => {
    await lockAccountRow(tx, closing.account_id);
    if (!(await lockClosing(tx, closing))) return;
    const closedAt = new Date();
    const deleteAfter = new Date(closedAt.getTime() + closing.keep_days * A_DAY_MS);
    const isKept = closing.export_id && (await rooms.exports.keep(tx, closing.export_id, deleteAfter));
    // We were away for a day: another one.
    if (!isKept) return goTo(tx, closing, 'EXPORT', { export_id: null });
    await rooms.webhooks.endAll(tx, closing.account_id);
    await endAccess(tx, closing.account_id);
    await goTo(tx, closing, 'KEPT', { closed_at: closedAt, delete_after: deleteAfter });
    await become(tx, closing, { to: 'CLOSED', says: 'account.closed' });
  });
}
