import { type RawBuilder, sql } from 'kysely';
import { foldCounts } from '../messages/keep-counts.ts';
import { removeMessages } from '../messages/remove.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { AccountId, MessageId } from '../platform/ids.ts';
import { NotYet } from '../platform/jobs/not-yet.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import { isInRow } from '../platform/row-payloads.ts';
import { erase } from '../users/erase.ts';
import type { ClosingRooms } from './closing.ts';

interface Deps {
  db: Db;
  payloads: PayloadStore;
  closing: ClosingRooms;
}

const AT_ONCE = 200;
/** Then somebody else's jobs have their turn. */
const TURN_MS = 60_000;

/**
 * Deletes what belongs to a closed account, a few rows at a time: documents with their bytes, findings, attempts and proof;
 * files, webhooks, events, keys, exports; people are erased. Usage, both audits, and the names of account, companies and
 * addresses stay. Bytes go before the row that names them: interrupted in between, the row is found again. [OPR-25]
 */
export async function deleteContent(deps: Deps, accountId: AccountId): Promise<void> {
  const until = Date.now() + TURN_MS;
  const goOn = async (some: () => Promise<number>): Promise<void> => {
    while ((await some()) > 0) if (Date.now() > until) throw new NotYet('there is more to delete', 1);
  };
  await goOn(() => deleteSome(deps, accountId, MESSAGES));
  // By now these say that there is nothing.
  await foldCounts(deps);
  await goOn(() => deleteSome(deps, accountId, FILES));
  await goOn(() => deleteSome(deps, accountId, UPLOADS));
  for (const rows of ROWS) await goOn(() => deleteRows(deps.db, rows(accountId)));
  await deps.closing.exports.remove(accountId);
  await goOn(() => eraseSome(deps.db, accountId));
}

/** Rows with bytes in the payload store. */
interface Kept<Key extends string = string> {
  find: (accountId: AccountId) => RawBuilder<{ id: Key; key: string }>;
  remove: (tx: Tx, ids: Key[]) => Promise<unknown>;
}

const MESSAGES: Kept<MessageId> = {
  find: (account) => sql`select id, payload_key as key from messages
    where account_id = ${account} order by created_at desc, id desc limit ${AT_ONCE}`,
  remove: removeMessages,
};

const FILES: Kept = {
  find: (account) =>
    sql`select id, payload_key as key from sftp_files where account_id = ${account} limit ${AT_ONCE}`,
  remove: (tx, ids) => sql`delete from sftp_files where id = any(${ids}::uuid[])`.execute(overAll(tx, 'job')),
};

const UPLOADS: Kept = {
  find: (account) =>
    sql`select object_key as id, object_key as key from uploads where account_id = ${account} limit ${AT_ONCE}`,
  remove: (tx, keys) =>
    sql`delete from uploads where object_key = any(${keys}::text[])`.execute(overAll(tx, 'job')),
};

async function deleteSome<Key extends string>(
  { db, payloads }: Deps,
  accountId: AccountId,
  { find, remove }: Kept<Key>,
): Promise<number> {
  const { rows } = await find(accountId).execute(overAll(db, 'job'));
  if (rows.length === 0) return 0;
  for (const { key } of rows) if (!isInRow(key)) await payloads.remove(key);
  const ids = rows.map(({ id }) => id);
  await transaction(db, (tx) => remove(tx, ids));
  return rows.length;
}

/** Rows without bytes beside them, a batch a statement. */
const ROWS: readonly ((accountId: AccountId) => RawBuilder<unknown>)[] = [
  (account) => sql`delete from webhook_deliveries where id in (
    select id from webhook_deliveries where account_id = ${account} limit ${AT_ONCE * 10})`,
  (account) => sql`delete from message_counts where account_id = ${account} and count = 0`,
  (account) => sql`delete from webhooks where account_id = ${account}`,
  (account) => sql`delete from events where account_id = ${account} and seq in (
    select seq from events where account_id = ${account} order by seq limit ${AT_ONCE * 10})`,
  (account) => sql`delete from sftp_logins where account_id = ${account}`,
  (account) => sql`delete from api_keys where account_id = ${account}`,
  (account) => sql`delete from idempotency_keys where account_id = ${account}`,
  (account) => sql`delete from participant_migrations where account_id = ${account}`,
  (account) => sql`delete from participant_checks where account_id = ${account}`,
  (account) => sql`delete from capabilities where account_id = ${account}`,
];

async function deleteRows(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await statement.execute(overAll(db, 'job'));
  return Number(numAffectedRows);
}

function eraseSome(db: Db, accountId: AccountId): Promise<number> {
  return transaction(db, async (tx) => {
    const users = await overAll(tx, 'job')
      .selectFrom('users')
      .where('account_id', '=', accountId)
      .where('status', '<>', 'erased')
      .select(['id', 'email', 'role'])
      .limit(AT_ONCE)
      .forUpdate()
      .execute();
    for (const user of users) await erase(tx, user);
    return users.length;
  });
}
