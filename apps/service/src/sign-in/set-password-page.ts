import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashesOf, pagePolicy } from '../platform/http/page-policy.ts';

export interface Page {
  headers: Record<string, string>;
  html: string;
}

/** Where mailed links lead: one page with nothing from elsewhere, which may do nothing but call us. */
export function setPasswordPage(): Page {
  const html = readFileSync(join(import.meta.dirname, 'set-password.html'), 'utf8');
  const policy = pagePolicy({
    'script-src': hashesOf('script', html),
    'style-src': hashesOf('style', html),
    'connect-src': ["'self'"],
  });
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
    html,
  };
}
