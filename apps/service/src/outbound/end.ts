import { moveMessage } from '../messages/transition.ts';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { MessageId, ProviderMessageId } from '../platform/ids.ts';

const ERROR = {
  code: 'INTERNAL_ERROR',
  message:
    'The service failed on this document and gave it up. Its operator knows; ask them, with the id of the message.',
} as const;

/** A document on which the service fails every time is ended, so that nobody waits for it. The operator can retry it. */
export async function endMessage({ db }: { db: Db }, { messageId }: { messageId: MessageId }): Promise<void> {
  const message = await overAll(db, 'job')
    .selectFrom('messages')
    .where('id', '=', messageId)
    .selectAll()
    .executeTakeFirst();
  switch (message?.status) {
    case 'QUEUED_VALIDATION':
    case 'QUEUED':
    case 'SENDING':
    case 'SEND_RETRY':
      await moveMessage(db, message, { to: 'SEND_FAILED', error: ERROR, nextAttemptAt: null });
      return;
    default:
  }
}

/** Likewise a document of our own. */
export async function endProviderMessage(
  { db }: { db: Db },
  { providerMessageId }: { providerMessageId: ProviderMessageId },
): Promise<void> {
  await db
    .updateTable('provider_messages')
    .set({
      status: 'SEND_FAILED',
      next_attempt_at: null,
      last_error_code: ERROR.code,
      last_error_message: 'The service failed on it and gave it up. See the list of failing jobs.',
    })
    .where('id', '=', providerMessageId)
    .where('status', '=', 'QUEUED')
    .execute();
}
