import { sql } from 'kysely';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { type AccountId, type CompanyId, newId, type UserId } from '../platform/ids.ts';
import type { DigestKind } from '../platform/jobs/catalog.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';

/** Between two mails of one kind to one user. [NTC-4] */
const PAUSE = sql`interval '15 minutes'`;
/** So that what comes in one go is told in one mail. */
const GATHER = sql`interval '1 minute'`;

interface Happened {
  kind: DigestKind;
  accountId: AccountId;
  companyId: CompanyId;
  seq: number;
}

/** Has a mail sent to everybody who asked to hear of such events and reaches their company, by a job each. */
export async function noteForDigests(tx: Tx, events: readonly Happened[]): Promise<void> {
  if (events.length === 0) return;
  const groups = Object.values(
    Object.groupBy(events, ({ kind, companyId }) => `${kind} ${companyId}`),
  ).flatMap((group = []) => {
    const [first, last] = [group[0], group.at(-1)];
    return first && last ? [{ ...first, first: first.seq, last: last.seq }] : [];
  });
  const { rows } = await sql<{ user_id: UserId }>`
    insert into notice_digests (user_id, account_id, kind, told_seq, newest_seq)
    select users.id, users.account_id, happened.kind, min(happened.first) - 1, max(happened.last)
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb)
      as happened ("accountId" uuid, "companyId" uuid, kind text, first bigint, last bigint)
    join users on users.account_id = happened."accountId" and happened.kind = any(users.notifications)
    where users.status = 'active' and (users.all_companies or exists (
      select from user_companies
      where user_id = users.id and user_companies.account_id = users.account_id and company_id = happened."companyId"
    ))
    group by users.id, happened.kind order by users.id
    on conflict (user_id, kind, account_id) do update set
      newest_seq = greatest(notice_digests.newest_seq, excluded.newest_seq),
      told_seq = case when notice_digests.due_at is null
        then greatest(notice_digests.told_seq, excluded.told_seq) else notice_digests.told_seq end
    returning user_id`.execute(overAll(tx, 'job'));
  const userIds = [...new Set(rows.map((row) => row.user_id))];
  if (userIds.length > 0) await askForDue(tx, userIds);
}

/** A job for each mail that something waits for and that nobody has asked for yet. */
async function askForDue(tx: Tx, userIds: readonly UserId[]): Promise<void> {
  const { rows } = await sql<{ user_id: UserId; kind: DigestKind; due_at: Date }>`
    update notice_digests set due_at = greatest(now() + ${GATHER}, mailed_at + ${PAUSE})
    where user_id = any(${userIds}::uuid[]) and due_at is null and newest_seq > told_seq
    returning user_id, kind, due_at`.execute(overAll(tx, 'job'));
  for (const { user_id: userId, kind, due_at: runAt } of rows)
    await enqueue(tx, 'notices.digest', { userId, kind }, { runAt });
}

/** A mail that is begun: what it tells of, and under which id, stays the same until it is handed over. */
export interface Digest {
  userId: UserId;
  kind: DigestKind;
  after: number;
  upTo: number;
  mailId: string;
}

/** Undefined when it was sent already, or is not wanted any more. */
export async function beginDigest(
  db: Db,
  { userId, kind }: { userId: string; kind: DigestKind },
): Promise<Digest | undefined> {
  const { rows } = await sql<Digest>`
    update notice_digests set
      upto_seq = coalesce(upto_seq, (select seq from event_head)), mail_id = coalesce(mail_id, ${newId()})
    where user_id = ${userId} and kind = ${kind} and due_at <= now()
    returning user_id as "userId", kind, told_seq::float8 as after, upto_seq::float8 as "upTo",
      mail_id as "mailId"`.execute(overAll(db, 'job'));
  return rows[0];
}

/** It is told, or there is nothing to tell, or nobody to tell it; what came meanwhile is told by the next one. */
export function finishDigest(db: Db, digest: Digest, { mailed }: { mailed: boolean }): Promise<void> {
  return transaction(db, async (tx) => {
    await sql`update notice_digests set told_seq = upto_seq, upto_seq = null, mail_id = null, due_at = null,
        mailed_at = case when ${mailed} then now() else mailed_at end
      where user_id = ${digest.userId} and kind = ${digest.kind} and mail_id = ${digest.mailId}`.execute(
      overAll(tx, 'job'),
    );
    await askForDue(tx, [digest.userId]);
  });
}
