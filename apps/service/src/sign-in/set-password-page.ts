import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Page {
  headers: Record<string, string>;
  html: string;
}

/** Where mailed links lead: one page with nothing from elsewhere, which may do nothing but call us. */
export function setPasswordPage(): Page {
  const html = readFileSync(join(import.meta.dirname, 'set-password.html'), 'utf8');
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf('script', html)}'`,
    `style-src '${hashOf('style', html)}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
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

/** The name by which a content security policy admits just this script or style. */
function hashOf(element: 'script' | 'style', html: string): string {
  const content = new RegExp(`<${element}>([^]*?)</${element}>`).exec(html)?.[1] ?? '';
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
