import type { Selectable } from 'kysely';
import type { Actor } from '../platform/access/actor.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { AccountId, ExportId } from '../platform/ids.ts';
import type { ClosingStep, ExportStatus } from '../platform/statuses.ts';

export type ClosingRow = Selectable<Tables['account_closings']>;

/** What other rooms do when an account is closed; features.ts hands it over. */
export interface ClosingRooms {
  exports: {
    begin(tx: Tx, accountId: AccountId, actor: Actor): Promise<ExportId | undefined>;
    look(id: ExportId): Promise<LastExport | undefined>;
    keep(tx: Tx, id: ExportId, until: Date): Promise<boolean>;
    keepAsOthers(tx: Tx, id: ExportId): Promise<boolean>;
    remove(accountId: AccountId): Promise<void>;
  };
  webhooks: {
    isUntold(db: Db, accountId: AccountId): Promise<boolean>;
    endAll(tx: Tx, accountId: AccountId): Promise<void>;
  };
}

export interface LastExport {
  status: ExportStatus;
  bytes: number | undefined;
  sha256: string | undefined;
  expiresAt: string | undefined;
  url: string | undefined;
}

/** Who closed it: what follows by itself is done on that person's behalf. */
export const closedBy = ({ operator_id, operator_name }: ClosingRow): Actor => ({
  kind: 'OPERATOR',
  id: operator_id ?? undefined,
  name: operator_name,
});

const closingOf = (db: Db, accountId: AccountId) =>
  overAll(db, 'operator').selectFrom('account_closings').where('account_id', '=', accountId).selectAll();

/** Undefined when the account is open: never closed, or taken back. */
export const findClosing = (db: Db, accountId: AccountId): Promise<ClosingRow | undefined> =>
  closingOf(db, accountId).executeTakeFirst();

/** The closing if it is still at this step: what the step does in this transaction, nobody takes back meanwhile. */
export const lockClosing = (
  tx: Tx,
  { account_id, step }: Pick<ClosingRow, 'account_id' | 'step'>,
): Promise<ClosingRow | undefined> =>
  closingOf(tx, account_id).where('step', '=', step).forUpdate().executeTakeFirst();

/** To another step, in the transaction in which the one before ended. */
export async function goTo(
  tx: Tx,
  { account_id }: ClosingRow,
  step: ClosingStep,
  facts: Partial<Pick<ClosingRow, 'export_id' | 'closed_at' | 'delete_after' | 'deleted_at'>> = {},
): Promise<void> {
  await overAll(tx, 'job')
    .updateTable('account_closings')
    .set({ step, ...facts })
    .where('account_id', '=', account_id)
    .execute();
}
