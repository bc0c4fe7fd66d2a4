import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { normaliseEmail } from '../platform/email-address.ts';
import type { JobCatalog } from '../platform/jobs/catalog.ts';
import { compose } from '../platform/mail/compose.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { issueToken } from '../platform/one-time-token.ts';
import { OPEN_ACCOUNTS } from '../platform/statuses.ts';
import { linkLetter, linkUrl } from './link-letter.ts';
import { askForLink, LINK_TOKENS } from './links.ts';

/**
 * Mails a set-password link. The token is made here, so that it is nowhere but in the mail; a repeat after a crash makes
 * another one, and using either makes both worthless.
 */
export async function sendLink(
  deps: { db: Db; mailer: Mailer | undefined; publicUrl: string },
  job: JobCatalog['users.send-link'],
): Promise<void> {
  const { mailer, publicUrl } = deps;
  const user = await overAll(deps.db, 'job')
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .where('users.id', '=', job.userId)
    .where('users.status', '=', 'active')
    .where('accounts.status', 'in', OPEN_ACCOUNTS)
    .select([
      'users.id',
      'users.account_id',
      'users.name',
      'users.email',
      'users.password_set_at',
      'accounts.name as accountName',
    ])
    .executeTakeFirst();
  if (!user || !mailer) return;
  if (job.kind === 'invitation' && user.password_set_at !== null) return;
  const { token } = await transaction(deps.db, (tx) =>
    issueToken(tx, LINK_TOKENS[job.kind], { userId: user.id, accountId: user.account_id }),
  );
  await mailer.send(compose(linkLetter(job.kind, user, linkUrl(publicUrl, token))));
}

/** The half of `forgot` that looks whether anybody has the address: out of sight, so that nobody can time it. */
export async function mailForgotten(
  deps: { db: Db; mailer: Mailer | undefined },
  job: JobCatalog['users.forgot'],
): Promise<void> {
  if (!deps.mailer) return;
  await transaction(deps.db, async (tx) => {
    const user = await overAll(tx, 'job')
      .selectFrom('users')
      .where('email', '=', normaliseEmail(job.email))
      .where('status', '=', 'active')
      .select('id')
      .executeTakeFirst();
    if (user) await askForLink(tx, user.id, 'password-reset');
  });
}
