import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { ExportId, WebhookId } from '../platform/ids.ts';
import type { JobCatalog } from '../platform/jobs/catalog.ts';
import type { Letter } from '../platform/mail/compose.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { SINGLE } from './kinds.ts';
import { postNotice } from './post-notice.ts';
import { findRecipient, type Recipient } from './recipient.ts';
import { exportLetter, webhookLetter } from './single-letter.ts';
import type { LinkDeps } from './unsubscribe-link.ts';

interface Deps extends LinkDeps {
  db: Db;
  mailer: Mailer | undefined;
}

type Job = JobCatalog['notices.mail'];

/** How often a mail of this kind, and a digest, is tried: for about a day. */
export const NOTICE_TRIES = 32;

/** Mails one person of one thing, as it is now, if it is still that person's to know. [NTC-3] */
export async function mailNotice({ db, mailer, ...link }: Deps, job: Job): Promise<void> {
  const kind = SINGLE[job.event];
  const recipient = await findRecipient(db, job.userId, kind);
  if (!recipient || !mailer) return;
  const letter = await letterOf(db, link.publicUrl, recipient, job);
  if (letter) await postNotice({ ...link, mailer }, recipient, { kind, mailId: job.mailId, letter });
}

async function letterOf(
  db: Db,
  publicUrl: string,
  recipient: Recipient,
  { event, webhookId, exportId }: Job,
): Promise<Letter | undefined> {
  if (event === 'webhook.failing' || event === 'webhook.disabled')
    return webhookId && ofWebhook(db, publicUrl, recipient, { event, id: webhookId });
  return exportId && ofExport(db, publicUrl, recipient, exportId);
}

async function ofWebhook(
  db: Db,
  publicUrl: string,
  recipient: Recipient,
  { event, id }: { event: 'webhook.failing' | 'webhook.disabled'; id: WebhookId },
): Promise<Letter | undefined> {
  const { accountId, companyIds } = recipient.reach;
  if (recipient.isSuspended || recipient.role === 'member') return undefined;
  const webhook = await overAll(db, 'job')
    .selectFrom('webhooks')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .select(['company_id', 'url', 'failing_since', 'disabled_reason'])
    .executeTakeFirst();
  if (!webhook) return undefined;
  const { company_id: companyId } = webhook;
  const isTheirs = companyIds === 'all' || (companyId !== null && companyIds.includes(companyId));
  return isTheirs ? webhookLetter(event, recipient, webhook, publicUrl) : undefined;
}

/** Also in a suspended account: a leaver takes along what is theirs. */
async function ofExport(
  db: Db,
  publicUrl: string,
  recipient: Recipient,
  id: ExportId,
): Promise<Letter | undefined> {
  if (recipient.role !== 'owner') return undefined;
  const one = await overAll(db, 'job')
    .selectFrom('exports')
    .where('id', '=', id)
    .where('account_id', '=', recipient.reach.accountId)
    .where('status', 'in', ['DONE', 'FAILED'])
    .select(['id', 'bytes', 'expires_at', 'error'])
    .executeTakeFirst();
  return one && exportLetter(recipient, one, publicUrl);
}
