import type { NoticeEvent } from '../platform/jobs/catalog.ts';
import type { Letter } from '../platform/mail/compose.ts';
import type { Recipient } from './recipient.ts';

interface FailingWebhook {
  url: string;
  failing_since: Date | null;
  disabled_reason: string | null;
}

export function webhookLetter(
  event: Extract<NoticeEvent, `webhook.${string}`>,
  { name, email }: Recipient,
  webhook: FailingWebhook,
  publicUrl: string,
): Letter {
  const { host } = new URL(webhook.url);
  const since = webhook.failing_since?.toISOString() ?? 'just now';
  const reason =
    webhook.disabled_reason === 'GONE'
      ? 'It answered 410: that it is gone for good.'
      : `No delivery has succeeded since ${since}.`;
  const isDisabled = event === 'webhook.disabled';
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

interface EndedExport {
  id: string;
  bytes: string | null;
  expires_at: Date | null;
  error: string | null;
}

/** Without the link itself: whoever reads the mail would have the whole account. */
export function exportLetter(
  { name, email, accountName }: Recipient,
  one: EndedExport,
  publicUrl: string,
): Letter {
  const to = { name, address: email };
  const button = { label: 'Read how an export is downloaded', url: `${publicUrl}/docs` };
  if (one.error !== null) {
    return {
      to,
      subject: `The export of ${accountName} failed`,
      before: [`Hello ${name},`, `the export ${one.id} of ${accountName} could not be written. ${one.error}`],
      button,
      after: [],
    };
  }
  const megabytes = Math.max(1, Math.round(Number(one.bytes) / 1_000_000));
  const until = one.expires_at?.toISOString() ?? 'tomorrow';
  return {
    to,
    subject: `The export of ${accountName} is ready`,
    before: [
      `Hello ${name},`,
      `the export of ${accountName} is ready: about ${megabytes} MB, to be downloaded until ${until}.`,
      `GET /v1/account/export/${one.id} answers the link.`,
    ],
    button,
    after: [
      'Check what you have downloaded with "pappel export verify FILE.zip". If nobody of you has asked for it, end the sessions and revoke the keys that can.',
    ],
  };
}
