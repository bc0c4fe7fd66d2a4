import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Pappel } from './harness.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = process.env['CHROMIUM'] ?? PLACES.find((path) => existsSync(path));
export const skip = executablePath
  ? false
  : 'needs Chromium: apt-get install chromium, or CHROMIUM=/path/to/it';

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-quic', '--no-first-run'],
  });
}

/** Where the console of an installation is; passkeys need a name and no number. */
export const consoleOf = (pappel: Pappel): string =>
  `${pappel.api.replace('127.0.0.1', 'localhost')}/console`;

/** A window of somebody who is signed in with this session, and everything that went wrong in it. */
export async function windowOf(
  browser: Browser,
  pappel: Pappel,
  session: string | undefined,
  look: { theme?: 'light' | 'dark'; width?: number; height?: number } = {},
): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext({
    colorScheme: look.theme ?? 'light',
    viewport: { width: look.width ?? 1440, height: look.height ?? 960 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  if (session) {
    const url = consoleOf(pappel);
    await context.addCookies([{ name: 'pappel', value: session, url, httpOnly: true, sameSite: 'Strict' }]);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) problems.push(message.text());
  });
  page.on('dialog', (dialog) => {
    problems.push(`a dialog said ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, context, problems };
}
