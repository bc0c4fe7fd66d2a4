import { randomUUID } from 'node:crypto';
import { MLS_DOCUMENT_TYPE, MLS_PROCESS } from '@pappel/mls/status';
import { writeStatus } from '@pappel/mls/write';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { MessageId } from '../platform/ids.ts';
import { sendAsProvider } from '../provider/own-document.ts';
import type { Provider } from '../provider/provider.ts';
import { answerFor } from './mls-policy.ts';

/**
 * Decides what became of an inbound document and sends its provider that status. The row is locked: however often the
 * job runs, a document is answered once [MLS OP-MLS-02].
 */
export async function answerWithStatus(
  deps: { db: Db; provider: Provider },
  { messageId }: { messageId: MessageId },
): Promise<void> {
  const { db, provider } = deps;
  await transaction(db, async (tx) => {
    const due = await overAll(tx, 'job')
      .selectFrom('mls_due')
      .innerJoin('messages', (join) =>
        join
          .onRef('messages.id', '=', 'mls_due.message_id')
          .onRef('messages.account_id', '=', 'mls_due.account_id'),
      )
      .where('message_id', '=', messageId)
      .where('provider_message_id', 'is', null)
      .select(['receivers', 'messages.status', 'verdict', 'validation_errors', 'sbdh_instance_id'])
      .forUpdate('mls_due')
      .executeTakeFirst();
    if (!due) return;
    const answer = answerFor({
      isRejected: due.verdict === 'VALIDATION_FAILED',
      isCollected: due.status === 'ACKNOWLEDGED',
      findings: due.validation_errors ?? [],
    });
    const [receiver, ...others] = due.receivers;
    if (!receiver) throw new Error(`The status of ${messageId} is due to nobody`);
    const document = writeStatus({
      id: randomUUID(),
      issuedAt: new Date(),
      sender: provider.spid,
      receiver,
      reference: due.sbdh_instance_id,
      ...answer,
    });
    const kind = { kind: 'MLS' as const, documentTypeId: MLS_DOCUMENT_TYPE, processId: MLS_PROCESS };
    const receivers = [receiver, ...others];
    const id = await sendAsProvider(tx, provider, { ...kind, receivers, document });
    await overAll(tx, 'job')
      .updateTable('mls_due')
      .set({ code: answer.code, provider_message_id: id })
      .where('message_id', '=', messageId)
      .execute();
  });
}
