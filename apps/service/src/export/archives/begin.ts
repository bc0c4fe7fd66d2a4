import { sql } from 'kysely';
import { isOld } from '../../messages/old.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { overAll } from '../../platform/db/roots.ts';
import { type AccountId, type MessageId, newId } from '../../platform/ids.ts';
import type { PayloadStore } from '../../platform/payload-store.ts';
import { withRowPayloads } from '../../platform/row-payloads.ts';
import { readAhead } from '../read-ahead.ts';
import { LEASE_SECONDS, type OpenArchive } from './archive.ts';

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
  const archive = kept.length > 0 ? await begin(db, asked, kept) : undefined;
  return { archive, lost, last };
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
async function tellLost(payloads: PayloadStore, due: readonly Due[]) {
  const [kept, lost]: [MessageId[], MessageId[]] = [[], []];
  const keys = async function* () {
    for (const { id, key } of due) yield { id, key, bytes: 0 };
  };
  for await (const [{ id }, found] of readAhead(keys(), ({ key }) => payloads.stat(key)))
    (found ? kept : lost).push(id);
  return { kept, lost };
}

/** Undefined when somebody else has begun one of the same documents meanwhile. */
function begin(
  db: Db,
  { accountId, before, holder }: Asked,
  messageIds: readonly MessageId[],
): Promise<OpenArchive | undefined> {
  const id = newId<'Archive'>();
  const night = new Date().toISOString().slice(0, 10);
  return transaction(db, async (tx) => {
    const all = overAll(tx, 'job');
    await all.selectFrom('accounts').where('id', '=', accountId).select('id').forNoKeyUpdate().execute();
    const { numAffectedRows } = await sql`insert into archive_documents (account_id, message_id, archive_id)
      select ${accountId}, unnest(${messageIds}::uuid[]), ${id} on conflict do nothing`.execute(all);
    if (!numAffectedRows) return undefined;
    const { rows } = await sql<{ number: number }>`
      insert into archives (account_id, id, night, number, ended_before, documents, leased_by, leased_until)
      select ${accountId}, ${id}, ${night}, coalesce(max(number), 0) + 1, ${before}, ${Number(numAffectedRows)},
        ${holder}, now() + make_interval(secs => ${LEASE_SECONDS})
      from archives where account_id = ${accountId} and night = ${night} returning number`.execute(all);
    const number = rows[0]?.number ?? 1;
    return { id, accountId, night, number, status: 'BEGUN', endedBefore: before };
  });
}
