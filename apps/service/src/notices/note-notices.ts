import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { LastingReader } from '../platform/events/lasting-reader.ts';
import type { LogEvent } from '../platform/events/log-event.ts';
import { isId, newId, type UserId } from '../platform/ids.ts';
import type { NoticeEvent } from '../platform/jobs/catalog.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { noteForDigests } from './digest.ts';
import { DIGEST_KINDS, DIGESTS, digestOf, isSingle, SINGLE } from './kinds.ts';

const listOf = (names: readonly string[]) => sql.join(names.map((name) => sql.lit(name)));
const documentTypes = listOf(Object.values(DIGESTS).flat());

/** None of these events is one that somebody is mailed of. */
const nobodyIsTold = sql<SqlBool>`(
  not exists (select from batch where type in (${listOf(Object.keys(SINGLE))}))
  and not exists (
    select from users where notifications && array[${listOf(DIGEST_KINDS)}]
      and account_id in (select account_id from batch where type in (${documentTypes}))
  )
)`;

/**
 * A lasting reader: notes who is to be mailed, by jobs that commit with its place in the log. So each mail is asked for
 * once, whatever dies. Without mail nobody is.
 */
export function noteNotices(hasMail: boolean): LastingReader {
  if (!hasMail) return { onEvents: async () => undefined, nobodyCares: sql<SqlBool>`true` };
  return {
    nobodyCares: nobodyIsTold,
    onEvents: async (tx, events) => {
      await noteForDigests(tx, events.flatMap(ofDigest));
      for (const event of events) await noteSingle(tx, event);
    },
  };
}

function ofDigest({ type, accountId, companyId, seq }: LogEvent) {
  const kind = digestOf(type);
  return kind && companyId ? [{ kind, accountId, companyId, seq }] : [];
}

async function noteSingle(tx: Tx, event: LogEvent): Promise<void> {
  const { type } = event;
  if (!isSingle(type)) return;
  const { webhookId, exportId, disabledReason } = event.body.data;
  // Who switched it off knows.
  if (disabledReason === 'MANUAL') return;
  const subject = isId<'Webhook'>(webhookId)
    ? { webhookId }
    : { exportId: isId<'Export'>(exportId) ? exportId : undefined };
  for (const userId of await peopleOf(tx, event, type))
    await enqueue(tx, 'notices.mail', { userId, mailId: newId(), ...subject, event: type });
}

const MOST_PEOPLE = 100;

/** Owners, and the company admins of its company where it has one. [NTC-3] */
async function peopleOf(tx: Tx, { accountId, companyId }: LogEvent, event: NoticeEvent): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    select id from users
    where account_id = ${accountId} and status = 'active' and ${SINGLE[event]} = any(notifications) and (
      role = 'owner' or (role = 'company_admin' and exists (
        select from user_companies
        where user_id = users.id and user_companies.account_id = users.account_id and company_id = ${companyId ?? null}
      ))
    ) order by id limit ${MOST_PEOPLE}`.execute(overAll(tx, 'job'));
  return rows.map(({ id }) => id);
}
