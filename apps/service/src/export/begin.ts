import type { Actor } from '../platform/access/actor.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import type { Tx } from '../platform/db/database.ts';
import { type AccountId, newId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import type { ExportRow } from './export.ts';

/** Asks for an export of an account of which none is under way. */
export async function beginExport(tx: Tx, accountId: AccountId, actor: Actor): Promise<ExportRow> {
  const id = newId<'Export'>();
  const row = await tx
    .insertInto('exports')
    .values({ id, account_id: accountId, requested_by: actor.name })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAccountAudit(tx, {
    accountId,
    actor,
    eventType: 'export.requested',
    companyIds: 'all',
    target: { type: 'export', id },
  });
  await enqueue(tx, 'export.write', { exportId: id });
  return row;
}
