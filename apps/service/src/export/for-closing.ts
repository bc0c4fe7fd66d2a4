import type { Actor } from '../platform/access/actor.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { AccountId, ExportId } from '../platform/ids.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import { beginExport } from './begin.ts';
import { LIFETIME_HOURS } from './export.ts';
import { downloadUrl, type LinkDeps } from './link.ts';

/** The last export of an account that is closed: made, kept until its content is deleted, and deleted with it. [OPR-23] */
export function exportsForClosing(deps: { db: Db; payloads: PayloadStore } & LinkDeps) {
  return {
    /** Undefined while one that somebody asked for before is being written. */
    begin: async (tx: Tx, accountId: AccountId, actor: Actor): Promise<ExportId | undefined> => {
      const written = await exportsOf(tx, accountId)
        .where('status', 'in', ['QUEUED', 'RUNNING'])
        .select('id')
        .executeTakeFirst();
      return written ? undefined : (await beginExport(tx, accountId, actor)).id;
    },
    look: async (id: ExportId) => {
      const row = await overAll(deps.db, 'job')
        .selectFrom('exports')
        .where('id', '=', id)
        .selectAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const { status, bytes, sha256, expires_at } = row;
      return {
        status,
        bytes: bytes === null ? undefined : Number(bytes),
        sha256: sha256 ?? undefined,
        expiresAt: expires_at?.toISOString(),
        url: downloadUrl(deps, row),
      };
    },
    /** Until then in place of its day; false when its time was over before. */
    keep,
    /** From now on as long as one that was made now. */
    keepAsOthers: (tx: Tx, id: ExportId): Promise<boolean> =>
      keep(tx, id, new Date(Date.now() + LIFETIME_HOURS * 3_600_000)),
    /** Their bytes first: a row without bytes is deleted the next time, bytes without a row would stay. */
    remove: async (accountId: AccountId): Promise<void> => {
      const rows = await exportsOf(deps.db, accountId).select(['id', 'object_key']).execute();
      for (const { id, object_key } of rows) {
        if (object_key !== null) await deps.payloads.remove(object_key);
        await overAll(deps.db, 'job').deleteFrom('exports').where('id', '=', id).execute();
      }
    },
  };
}

async function keep(tx: Tx, id: ExportId, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await overAll(tx, 'job')
    .updateTable('exports')
    .set({ expires_at: until })
    .where('id', '=', id)
    .where('status', '=', 'DONE')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const exportsOf = (db: Db, accountId: AccountId) =>
  overAll(db, 'job').selectFrom('exports').where('account_id', '=', accountId);
