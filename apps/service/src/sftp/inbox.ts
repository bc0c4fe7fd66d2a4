import { sql } from 'kysely';
import { acknowledge } from '../messages/collect.ts';
import { type Db, type Tx, transaction, violatedConstraint } from '../platform/db/database.ts';
import { IN_REACH } from '../platform/db/in-reach.ts';
import { overAll } from '../platform/db/roots.ts';
import { type MessageId, parseId } from '../platform/ids.ts';
import type { SftpUser } from './authenticate.ts';
import type { Directory } from './directory.ts';
import type { Entry } from './entry.ts';
import { noSuchFile, SftpRefusal } from './refusal.ts';

export type InboundFolder = 'inbox' | 'archive';

export interface InboundFile {
  messageId: MessageId;
  payloadKey: string;
  entry: Entry;
}

const PAGE = 500;
const ARCHIVE_DAYS = 30;
/** `{yyyyMMddTHHmmssZ}_{type}_{messageId}.xml` [SFT-5] */
const OWN_NAME = /^\d{8}T\d{6}Z_[a-z0-9-]+_([0-9a-f-]{36})\.xml$/;

interface Row {
  id: MessageId;
  payload_key: string;
  bytes: number;
  created_at: Date;
  type: string | null;
  name: string | null;
}

/** Waiting documents, or those that this login moved to its archive; a view of them, there are no copies. */
function filesIn(db: Db, user: SftpUser, directory: Directory, folder: InboundFolder, filter = sql`true`) {
  const condition =
    folder === 'inbox'
      ? sql`messages.status = 'CUSTOMER_DELIVERY_QUEUED'`
      : sql`messages.status = 'ACKNOWLEDGED' and named.archived_at > now() - make_interval(days => ${sql.lit(ARCHIVE_DAYS)})`;
  const names = sql`sftp_inbox_names named
    on named.message_id = messages.id and named.account_id = messages.account_id and named.login_id = ${user.loginId}`;
  return sql<Row>`
    select messages.id, messages.payload_key, messages.bytes, messages.created_at, messages.type, named.name
    from messages ${folder === 'inbox' ? sql`left join` : sql`join`} ${names}
    where ${IN_REACH.messages(user)} and messages.company_id = ${directory.companyId}
      and messages.participant_id = any(${directory.participantIds}::uuid[])
      and messages.direction = 'INBOUND' and ${condition} and ${filter}
    order by messages.created_at, messages.id limit ${PAGE}`.execute(overAll(db, 'reach in sql'));
}

export async function* listInbound(
  db: Db,
  user: SftpUser,
  directory: Directory,
  folder: InboundFolder,
): AsyncGenerator<InboundFile[]> {
  let after = sql`true`;
  for (;;) {
    const { rows } = await filesIn(db, user, directory, folder, after);
    if (rows.length > 0) yield rows.map(fileOf);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = sql`(messages.created_at, messages.id) > (${last.created_at}, ${last.id})`;
  }
}

/** By the name that this login gave it, or by the one that it has by itself. */
export async function findInbound(
  db: Db,
  user: SftpUser,
  directory: Directory,
  folder: InboundFolder,
  name: string,
): Promise<InboundFile | undefined> {
  const id = parseId<'Message'>(OWN_NAME.exec(name)?.[1] ?? '') ?? null;
  const { rows } = await filesIn(
    db,
    user,
    directory,
    folder,
    sql`(named.name = ${name} or messages.id = ${id}::uuid or messages.id = (
      select message_id from sftp_inbox_names where login_id = ${user.loginId}
        and participant_id = any(${directory.participantIds}::uuid[]) and name = ${name}
        and (archived_at is null) = ${folder === 'inbox'}))`,
  );
  return rows.map(fileOf).find(({ entry }) => entry.name === name);
}

function fileOf(row: Row): InboundFile {
  const at = row.created_at.toISOString().replace(/[-:]|\.\d+/g, '');
  return {
    messageId: row.id,
    payloadKey: row.payload_key,
    entry: {
      name: row.name ?? `${at}_${row.type ?? 'document'}_${row.id}.xml`,
      isDirectory: false,
      bytes: row.bytes,
      modifiedAt: row.created_at,
    },
  };
}

/** Removing a file is the acknowledgement. [SFT-5] */
export async function removeInbound(db: Db, user: SftpUser, file: InboundFile): Promise<void> {
  await acknowledge({ db }, user, file.messageId);
}

/** The new name stays, for this login; some programs rename before they fetch. [SFT-5] */
export function renameInbound(
  db: Db,
  user: SftpUser,
  directory: Directory,
  file: InboundFile,
  name: string,
): Promise<void> {
  return transaction(db, (tx) => giveName(tx, user, directory, file, { name, archivedAt: null }));
}

/** Moving it to the archive is the acknowledgement too. One of that name that is there makes room. */
export function archiveInbound(
  db: Db,
  user: SftpUser,
  directory: Directory,
  file: InboundFile,
  name: string,
): Promise<void> {
  return transaction(db, async (tx) => {
    await acknowledge({ db: tx }, user, file.messageId);
    await giveName(tx, user, directory, file, { name, archivedAt: new Date() });
  });
}

async function giveName(
  tx: Tx,
  { loginId, accountId }: SftpUser,
  directory: Directory,
  { messageId }: InboundFile,
  { name, archivedAt }: { name: string; archivedAt: Date | null },
): Promise<void> {
  const isStale = archivedAt
    ? sql`archived_at is not null`
    : sql`archived_at is null and not exists (select 1 from messages
        where messages.id = message_id and messages.account_id = sftp_inbox_names.account_id
          and status = 'CUSTOMER_DELIVERY_QUEUED')`;
  await sql`delete from sftp_inbox_names where login_id = ${loginId} and name = ${name}
    and participant_id = ${directory.participantId} and message_id <> ${messageId} and ${isStale}`.execute(
    overAll(tx, 'found'),
  );
  const change = { name, archived_at: archivedAt };
  const row = {
    login_id: loginId,
    message_id: messageId,
    account_id: accountId,
    participant_id: directory.participantId,
    ...change,
  };
  try {
    await tx
      .insertInto('sftp_inbox_names')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['login_id', 'message_id', 'account_id']).doUpdateSet(change),
      )
      .execute();
  } catch (error) {
    if (violatedConstraint(error) !== 'sftp_inbox_names_taken') throw error;
    throw new SftpRefusal('FAILURE', 'There is a file of that name. Use another name.');
  }
}

/** For a target that must not be there. */
export async function requireFree(
  db: Db,
  user: SftpUser,
  directory: Directory,
  folder: InboundFolder,
  name: string,
): Promise<void> {
  if (await findInbound(db, user, directory, folder, name))
    throw new SftpRefusal('FAILURE', 'There is a file of that name. Use another name.');
}

export async function requireInbound(
  db: Db,
  user: SftpUser,
  directory: Directory,
  folder: InboundFolder,
  name: string,
): Promise<InboundFile> {
  const file = await findInbound(db, user, directory, folder, name);
  if (!file) throw noSuchFile();
  return file;
}
