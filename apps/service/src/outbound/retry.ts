import { moveMessage } from '../messages/transition.ts';
import { type MessageView, messageView } from '../messages/view.ts';
import type { Actor } from '../platform/access/actor.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { parseId } from '../platform/ids.ts';
import { jobOf } from '../platform/jobs/enqueue.ts';

/** The operator's "retry": a document that failed goes to the network again, with a fresh count of attempts. */
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
    if (row.status !== 'SEND_FAILED' && row.status !== 'DISCOVERY_FAILED') {
      throw new AppError('INVALID_STATE', {
        message: `The message is ${row.status}. Only SEND_FAILED and DISCOVERY_FAILED can be retried.`,
      });
    }
    const job = jobOf('outbound.send', { messageId: row.id });
    // Nothing goes to the network unjudged.
    const to = row.verdict === 'PENDING' ? 'QUEUED_VALIDATION' : 'QUEUED';
    const moved = await moveMessage(tx, row, { to, attempts: 0 }, { job });
    await recordAccountAudit(tx, {
      accountId: row.account_id,
      actor: by,
      eventType: 'message.retried',
      companyIds: [row.company_id],
      target: { type: 'message', id: row.id },
      metadata: { from: row.status },
    });
    if (!moved) throw new Error(`The message ${row.id}, which is locked, was moved by somebody else`);
    return messageView(moved);
  });
}
