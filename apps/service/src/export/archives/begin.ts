import { sql } from 'kysely';
import { isOld } from '../../messages/old.ts';
import type { WithoutBytes } from '../../platform/db/archive-tables.ts';
import { type Db, type Tx, transaction } from '../../platform/db/database.ts';
import { overAll } from '../../platform/db/roots.ts';
import { type AccountId, type MessageId, newId } from '../../platform/ids.ts';
import type { PayloadStore } from '../../platform/payload-store.ts';
import { withRowPayloads } from '../../platform/row-payloads.ts';
import { dateOf } from '../../platform/whole-days.ts';
import { readAhead } from '../read-ahead.ts';
import { LEASE_SECONDS, type OpenArchive } from './archive.ts';
import { noteLost } from './lost.ts';

/** A file is of so many documents at most, and of so many bytes, but of one however large it is. */
export const MOST_DOCUMENTS = 5_000;
export const MOST_BYTES = 512 * 1024 * 1024;

/** In the order in which documents of an account came. */
export interface Place {
  createdAt: Date;
  id: MessageId;
}

export interface Begun {
  /** Undefined where none of them can be archived. */
  archive: OpenArchive | undefined;
  /** Their bytes are gone: they are neither archived nor removed. */
  lost: MessageId[];
  /** Those of them that were found just now. */
  newlyLost: MessageId[];
  last: Place;
}

interface Due extends Place {
  key: string;
  bytes: number;
}

interface Asked {
  accountId: AccountId;
  before: Date;
  after: Place | undefined;
  holder: string;
}

/** Begins an archive of the next documents of an account that are old; undefined when there are none. */
export async function beginNext(
  { db, payloads }: { db: Db; payloads: PayloadStore },
  asked: Asked,
): Promise<Begun | undefined> {
  const due = await nextOld(db, asked);
  const last = due.at(-1);
  if (!last) return undefined;
  const { kept, lost } = await tellLost(withRowPayloads(db, payloads), due);
  const newlyLost = await noteLost(db, asked.accountId, { kept, lost });
  const archive = kept.length > 0 ? await begin(db, { ...asked, messageIds: kept }) : undefined;
  return { archive, lost, newlyLost, last };
}

async function nextOld(db: Db, { accountId, before, after }: Asked): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, created_at as "createdAt", payload_key as key, bytes from messages
    where account_id = ${accountId} and ${isOld(before)} and updated_at < now() - interval '1 hour'
      and (${after === undefined} or (created_at, id) > (${after?.createdAt ?? null}, ${after?.id ?? null}::uuid))
      and not exists (select from archive_documents as d
        where d.account_id = messages.account_id and d.message_id = messages.id)
    order by created_at, id limit ${MOST_DOCUMENTS}`.execute(overAll(db, 'job'));
  let bytes = 0;
  const end = rows.findIndex((row, i) => {
    bytes += row.bytes;
    return i > 0 && bytes > MOST_BYTES;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** A store that is not there, such as a folder that was not mounted, must not be taken for documents without bytes. */
export async function tellLost(payloads: PayloadStore, due: readonly { id: MessageId; key: string }[]) {
  const [kept, lost]: [MessageId[], MessageId[]] = [[], []];
  const keys = async function* () {
    for (const { id, key } of due) yield { id, key, bytes: 0 };
  };
  for await (const [{ id }, found] of readAhead(keys(), ({ key }) => payloads.stat(key)))
    (found ? kept : lost).push(id);
  return { kept, lost };
}

interface Beginning {
  accountId: AccountId;
  before: Date;
  holder: string;
  messageIds: readonly MessageId[];
  withoutBytes?: WithoutBytes;
  /** Commits with it. */
  also?: (tx: Tx, one: OpenArchive, messageIds: readonly MessageId[]) => Promise<void>;
}

/** Of those that are in no other archive; undefined when somebody else has begun one of all of them meanwhile. */
export function begin(db: Db, beginning: Beginning): Promise<OpenArchive | undefined> {
  const { accountId, before, holder, messageIds, withoutBytes = null, also } = beginning;
  const id = newId<'Archive'>();
  const night = dateOf(Date.now());
  return transaction(db, async (tx) => {
    const all = overAll(tx, 'job');
    await all.selectFrom('accounts').where('id', '=', accountId).select('id').forNoKeyUpdate().execute();
    const { rows: taken } = await sql<{ id: MessageId }>`
      insert into archive_documents (account_id, message_id, archive_id)
      select ${accountId}, unnest(${messageIds}::uuid[]), ${id} on conflict do nothing returning message_id as id`.execute(
      all,
    );
    if (taken.length === 0) return undefined;
    const { rows } = await sql<{ number: number }>`
      insert into archives (account_id, id, night, number, ended_before, documents, leased_by, leased_until, without_bytes)
      select ${accountId}, ${id}, ${night}, coalesce(max(number), 0) + 1, ${before}, ${taken.length},
        ${holder}, now() + make_interval(secs => ${LEASE_SECONDS}), ${withoutBytes && JSON.stringify(withoutBytes)}::jsonb
      from archives where account_id = ${accountId} and night = ${night} returning number`.execute(all);
    const number = rows[0]?.number ?? 1;
    const endedBefore = before;
    const one: OpenArchive = { id, accountId, night, number, status: 'BEGUN', endedBefore, withoutBytes };
    const ids = taken.map((row) => row.id);
    await also?.(tx, one, ids);
    return one;
  });
}
