import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { WebhookId } from '../platform/ids.ts';
import type { JobCatalog } from '../platform/jobs/catalog.ts';
import { compose, type Letter } from '../platform/mail/compose.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { WebhookRow } from './webhook.ts';

interface Deps {
  db: Db;
  mailer: Mailer | undefined;
  publicUrl: string;
}

/**
 * Mails those who can repair an endpoint: owners, and company admins of its company. Done again after a crash in between,
 * some of them get it twice.
 */
export async function tellAboutWebhook(deps: Deps, job: JobCatalog['webhooks.tell']): Promise<void> {
  const { db, mailer, publicUrl } = deps;
  const webhook = await overAll(db, 'job')
    .selectFrom('webhooks')
    .where('id', '=', job.webhookId as WebhookId)
    .where('deleted_at', 'is', null)
    .selectAll()
    .executeTakeFirst();
  if (!webhook || !mailer) return;
  for (const person of await peopleOf(db, webhook))
    await mailer.send(compose(letterTo(person, webhook, job.what, publicUrl)));
}

interface Person {
  name: string;
  email: string;
}

async function peopleOf(db: Db, { account_id, company_id }: WebhookRow): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select name, email from users
    where account_id = ${account_id} and status = 'active' and (
      role = 'owner' or (role = 'company_admin' and exists (
        select from user_companies where user_id = users.id and company_id = ${company_id}
      ))
    ) order by id limit 100`.execute(overAll(db, 'job'));
  return rows;
}

function letterTo(
  { name, email }: Person,
  webhook: WebhookRow,
  what: 'failing' | 'disabled',
  publicUrl: string,
): Letter {
  const { host } = new URL(webhook.url);
  const since = webhook.failing_since?.toISOString() ?? 'just now';
  const reason =
    webhook.disabled_reason === 'GONE'
      ? 'It answered 410: that it is gone for good.'
      : `No delivery has succeeded since ${since}.`;
  const isDisabled = what === 'disabled';
  return {
    to: { name, address: email },
    subject: isDisabled ? `Webhook endpoint ${host} was disabled` : `Webhook endpoint ${host} is failing`,
    before: [
      `Hello ${name},`,
      `the webhook endpoint ${webhook.url} ${isDisabled ? 'was disabled' : 'has been failing for a day'}. ${reason}`,
    ],
    button: { label: 'Read how webhooks are delivered', url: `${publicUrl}/docs` },
    after: isDisabled
      ? ['Repair it and enable it again, then recover what it has missed: POST /v1/webhooks/{id}/recover.']
      : ['Deliveries are tried again for three days. After five days of failures the endpoint is disabled.'],
  };
}
