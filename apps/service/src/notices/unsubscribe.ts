import { type Db, transaction } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { hashesOf, pagePolicy } from '../platform/http/page-policy.ts';
import type { NoticeKind } from '../users/notice-kinds.ts';
import { changeNotifications } from '../users/notifications.ts';
import { readUnsubscribe } from './unsubscribe-link.ts';

export interface UnsubscribeDeps {
  db: Db;
  secretKey: Buffer;
}

export interface Page {
  html: string;
  headers: Record<string, string>;
}

const WHAT: Record<NoticeKind, string> = {
  documentsArrived: 'about documents that arrive',
  documentsFailed: 'about documents that cannot be sent',
  webhooks: 'about webhook endpoints that fail',
  exports: 'about exports of the account',
};

/** Asks, and changes nothing: programs look at links before people do. [NTC-6] */
export function askToUnsubscribe({ secretKey }: UnsubscribeDeps, token: string): Page {
  const { kind } = readOrRefuse(secretKey, token);
  return page(
    'Stop these mails?',
    `<p>You will not be mailed ${WHAT[kind]} any more.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Stop them</button></form>`,
  );
}

/** Stops one kind of mail to one user; the same answer whether there is such a user, and as often as it is asked. */
export async function unsubscribe({ db, secretKey }: UnsubscribeDeps, token: string): Promise<Page> {
  const { userId, kind } = readOrRefuse(secretKey, token);
  await transaction(db, (tx) => changeNotifications(tx, userId, { [kind]: false }));
  return page(
    'Done',
    `<p>You will not be mailed ${WHAT[kind]} any more. To have them again, sign in and change what you are told by mail.</p>`,
  );
}

function readOrRefuse(secretKey: Buffer, token: string) {
  const found = readUnsubscribe(secretKey, token);
  if (found) return found;
  throw new AppError('NOT_FOUND', {
    message: 'This link is not complete. Open it in the mail again, or sign in and change what you are told.',
  });
}

const STYLE = `body { font: 16px/1.5 system-ui, sans-serif; color: #1d2733; background: #f6f8f7; margin: 0; }
main { max-width: 24em; margin: 12vh auto; padding: 2em; background: #fff; border-radius: 10px; box-shadow: 0 1px 4px #0002; }
h1 { font-size: 1.3em; margin-top: 0; }
button { font: inherit; padding: .6em 1.2em; color: #fff; background: #1f5f4a; border: 0; border-radius: 6px; cursor: pointer; }
button:focus-visible { outline: 3px solid #7bb8a2; }`;

function page(title: string, content: string): Page {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${content}
</main></body></html>
`;
  const policy = pagePolicy({ 'style-src': hashesOf('style', html), 'form-action': ["'self'"] });
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    },
  };
}
