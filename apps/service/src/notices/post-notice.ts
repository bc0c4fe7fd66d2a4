import { compose, type Letter } from '../platform/mail/compose.ts';
import { isRefusedForGood, type Mailer } from '../platform/mail/mailer.ts';
import type { NoticeKind } from '../users/notice-kinds.ts';
import type { Recipient } from './recipient.ts';
import { type LinkDeps, unsubscribeUrl } from './unsubscribe-link.ts';

/** Why somebody gets it, which is said in each. */
const WHY: Record<NoticeKind, string> = {
  documentsArrived: 'You asked to hear of documents that arrive; at most every 15 minutes.',
  documentsFailed: 'You asked to hear of documents that cannot be sent; at most every 15 minutes.',
  webhooks: 'Owners and company admins hear when a webhook endpoint fails.',
  exports: 'Owners hear when an export of the account has ended.',
};

/**
 * Hands a mail to the server, under an id of its own that is the same each time. A process that dies after the server took
 * it and before we know of it hands it over once more: that cannot be helped, and the id tells that it is the same.
 * Answers false when the server does not take it, ever: there is no such mailbox.
 */
export async function postNotice(
  { mailer, ...deps }: LinkDeps & { mailer: Mailer },
  { userId }: Recipient,
  notice: { kind: NoticeKind; mailId: string; letter: Letter },
): Promise<boolean> {
  const { kind, mailId, letter } = notice;
  const unsubscribe = { why: WHY[kind], url: unsubscribeUrl(deps, userId, kind) };
  const messageId = `<${mailId}@${new URL(deps.publicUrl).hostname}>`;
  try {
    await mailer.send({ ...compose({ ...letter, unsubscribe }), messageId });
    return true;
  } catch (error) {
    if (isRefusedForGood(error)) return false;
    throw error;
  }
}
