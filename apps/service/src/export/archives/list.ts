import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { overAll } from '../../platform/db/roots.ts';
import type { AccountId } from '../../platform/ids.ts';
import { keyOf } from './archive.ts';
import type { Archived } from './go-on.ts';

/** Of more nobody asks at once: the files say themselves what they are. */
const LISTED = 1_000;

export type ListedArchive = Archived & { status: 'BEGUN' | 'WRITTEN' | 'REMOVED'; createdAt: string };

/** What was archived, of all accounts or of one, the last one first. */
export async function listArchives(
  { db }: { db: Db },
  accountId?: AccountId | undefined,
): Promise<ListedArchive[]> {
  let query = overAll(db, 'operator')
    .selectFrom('archives')
    .select(['account_id', 'number', 'status', 'documents', 'removed', 'bytes', 'sha256', 'created_at'])
    .select(sql<string>`to_char(night, 'YYYY-MM-DD')`.as('night'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED);
  if (accountId) query = query.where('account_id', '=', accountId);
  const rows = await query.execute();
  return rows.map(({ account_id, night, number, ...row }) => ({
    key: keyOf({ accountId: account_id, night, number }),
    status: row.status,
    documents: row.documents,
    removed: row.removed,
    bytes: Number(row.bytes ?? 0),
    sha256: row.sha256 ?? '',
    createdAt: row.created_at.toISOString(),
  }));
}
