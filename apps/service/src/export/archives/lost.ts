import { sql } from 'kysely';
import { isOld } from '../../messages/old.ts';
import type { Db } from '../../platform/db/database.ts';
import { overAll } from '../../platform/db/roots.ts';
import type { AccountId, CompanyId, MessageId } from '../../platform/ids.ts';

/** So many are shown at once. */
const MOST_LOST = 1_000;

export interface LostDocument {
  id: MessageId;
  accountId: AccountId;
  companyId: CompanyId;
  direction: 'OUTBOUND' | 'INBOUND';
  sender: string;
  receiver: string;
  /** Of the bytes that are lost, by which they are known where they are found. */
  sha256: string;
  foundAt: string;
}

/**
 * Keeps which documents of an account were found without their bytes, and forgets those whose bytes are there again.
 * Answers those that nobody was told of yet. [MSG-40]
 */
export async function noteLost(
  db: Db,
  accountId: AccountId,
  { kept, lost }: { kept: readonly MessageId[]; lost: readonly MessageId[] },
): Promise<MessageId[]> {
  const all = overAll(db, 'job');
  if (kept.length > 0)
    await sql`delete from archive_lost where account_id = ${accountId} and message_id = any(${kept}::uuid[])`.execute(
      all,
    );
  if (lost.length === 0) return [];
  const { rows } = await sql<{ id: MessageId }>`
    insert into archive_lost (account_id, message_id) select ${accountId}, unnest(${lost}::uuid[])
    on conflict do nothing returning message_id as id`.execute(all);
  return rows.map(({ id }) => id);
}

/** What is not past its retention any more, as somebody tries it again, is not looked for. */
export async function forgetKept(db: Db, before: Date): Promise<void> {
  await sql`delete from archive_lost using messages where messages.id = archive_lost.message_id
    and messages.account_id = archive_lost.account_id and not ${isOld(before)}`.execute(overAll(db, 'job'));
}

/** The documents that were found without their bytes, of all accounts or of one, those found first at the head. */
export async function listLost(
  { db }: { db: Db },
  accountId?: AccountId | undefined,
): Promise<{ count: number; documents: LostDocument[] }> {
  const all = overAll(db, 'operator');
  const whose = sql<boolean>`(${accountId ?? null}::uuid is null or l.account_id = ${accountId ?? null})`;
  const { rows } = await sql<Omit<LostDocument, 'foundAt'> & { foundAt: Date; count: number }>`
    select m.id, m.account_id as "accountId", m.company_id as "companyId", m.direction, m.sender, m.receiver, m.sha256,
      l.found_at as "foundAt", (count(*) over ())::int as count
    from archive_lost as l join messages as m on m.id = l.message_id and m.account_id = l.account_id
    where ${whose} order by l.found_at, m.id limit ${MOST_LOST}`.execute(all);
  return {
    count: rows[0]?.count ?? 0,
    documents: rows.map(({ count: _, foundAt, ...row }) => ({ ...row, foundAt: foundAt.toISOString() })),
  };
}
