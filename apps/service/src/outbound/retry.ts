import { STUCK } from '../messages/stuck.ts';
import { type MessageRow, moveMessage } from '../messages/transition.ts';
import { type MessageView, messageView } from '../messages/view.ts';
import type { Actor } from '../platform/access/actor.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { readId } from '../platform/http/page.ts';
import { type MessageId, parseId } from '../platform/ids.ts';
import { jobOf } from '../platform/jobs/enqueue.ts';
import { hurryJobs } from '../platform/jobs/queue-table.ts';

/** The operator's "retry": a document that failed goes to the network again, with a fresh count of attempts. [OPR-3] */
export function retryMessage(deps: { db: Db }, id: string, by: Actor): Promise<MessageView> {
  return transaction(deps.db, async (tx) => {
    const messageId = parseId<'Message'>(id);
    const row =
      messageId &&
      (await overAll(tx, 'operator')
        .selectFrom('messages')
        .where('id', '=', messageId)
        .selectAll()
        .forUpdate()
        .executeTakeFirst());
    if (!row) throw new AppError('NOT_FOUND');
    if (!isStuck(row))
      throw new AppError('INVALID_STATE', {
        message: `The message is ${row.status}. Only ${STUCK.join(', ')} can be retried.`,
      });
    const [retried = row] = await retry(tx, [row], by);
    return messageView(retried);
  });
}

const isStuck = ({ status }: MessageRow): boolean => (STUCK as readonly string[]).includes(status);

/** Those that wait for their next try keep their job, which comes at once: a second one beside it would send twice. */
async function retry(tx: Tx, rows: readonly MessageRow[], by: Actor): Promise<MessageRow[]> {
  const waiting = rows.filter(({ status }) => status === 'SEND_RETRY');
  await hurryJobs(tx, 'outbound.send', { field: 'messageId', values: waiting.map(({ id }) => id) });
  const retried: MessageRow[] = [];
  for (const row of rows) {
    await recordAccountAudit(tx, {
      accountId: row.account_id,
      actor: by,
      eventType: 'message.retried',
      companyIds: [row.company_id],
      target: { type: 'message', id: row.id },
      metadata: { from: row.status, code: row.last_error_code ?? undefined },
    });
    retried.push(row.status === 'SEND_RETRY' ? row : await sendAnew(tx, row));
  }
  return retried;
}

async function sendAnew(tx: Tx, row: MessageRow): Promise<MessageRow> {
  const traceparent = row.traceparent ?? undefined;
  const job = jobOf('outbound.send', { messageId: row.id }, { traceparent });
  // Nothing goes to the network unjudged.
  const to = row.verdict === 'PENDING' ? 'QUEUED_VALIDATION' : 'QUEUED';
  const moved = await moveMessage(tx, row, { to, attempts: 0 }, { job });
  if (!moved) throw new Error(`The message ${row.id}, which is locked, was moved by somebody else`);
  return moved;
}

const AT_MOST = 1_000;
const AT_ONCE = 100;

export interface RetryMany {
  code?: string;
  accessPoint?: string;
  accountId?: string;
}

/** All that is stuck for one reason, or before one access point: a hundred in a transaction, a thousand in a call. */
export async function retryMessages(
  { db }: { db: Db },
  asked: RetryMany,
  by: Actor,
): Promise<{ retried: number; left: number }> {
  if (asked.code === undefined && asked.accessPoint === undefined)
    throw invalidField('code', 'or accessPoint must be given, so that not everything is retried by mistake');
  let [retried, last]: [number, MessageId | undefined] = [0, undefined];
  while (retried < AT_MOST) {
    const rows: MessageRow[] = await transaction(db, (tx) => retryNext(tx, asked, last, by));
    retried += rows.length;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < AT_ONCE) return { retried, left: 0 };
  }
  const { count } = await stuckOf(db, asked, last)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { retried, left: Number(count) };
}

async function retryNext(
  tx: Tx,
  asked: RetryMany,
  after: MessageId | undefined,
  by: Actor,
): Promise<MessageRow[]> {
  const rows = await stuckOf(tx, asked, after)
    .selectAll()
    .orderBy('id')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  await retry(tx, rows, by);
  return rows;
}

function stuckOf(db: Db, { code, accessPoint, accountId }: RetryMany, after: MessageId | undefined) {
  let query = overAll(db, 'operator').selectFrom('messages').where('status', 'in', STUCK);
  if (after !== undefined) query = query.where('id', '>', after);
  if (code !== undefined) query = query.where('last_error_code', '=', code);
  if (accessPoint !== undefined) query = query.where('receiver_access_point', '=', accessPoint);
  return accountId === undefined
    ? query
    : query.where('account_id', '=', readId<'Account'>('accountId', accountId));
}
