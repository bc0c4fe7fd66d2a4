import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { withoutChromium } from '../../../scripts/chromium.ts';
import type { Pappel } from './harness.ts';

const BUILT = new URL('../../console/dist/index.html', import.meta.url);

/** Why tests of the console cannot run here; false where they can. */
export const skip = withoutChromium || (existsSync(BUILT) ? false : 'needs the built console: npm run build');

/** Where the console of an installation is; passkeys need a name and no number. */
export const consoleOf = ({ api }: Pick<Pappel, 'api'>): string =>
  `${api.replace('127.0.0.1', 'localhost')}/console`;

export interface Seat {
  page: Page;
  context: BrowserContext;
  /** Loads a place of the console anew, and waits until its heading stands. */
  go(path: string): Promise<void>;
  /** Goes on to a place without loading the console anew, as a link does. */
  walk(path: string): Promise<void>;
  /** What went wrong in the page: errors of scripts, what the policy refused, and dialogs that nobody of us opens. */
  problems: string[];
}

export interface Look {
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
}

/** A window of somebody who is signed in: the session lies in its cookie, as the console keeps it. */
export async function sitDown(
  browser: Browser,
  pappel: Pick<Pappel, 'api'>,
  session: string,
  look: Look = {},
): Promise<Seat> {
  const seat = await standOutside(browser, pappel, look);
  const kept = await seat.context.request.post(`${consoleOf(pappel)}/session`, {
    headers: { 'x-pappel-console': '1' },
    data: { token: session },
  });
  assert.equal(kept.status(), 204);
  return seat;
}

/** A window of nobody yet. */
export const standOutside = (browser: Browser, pappel: Pick<Pappel, 'api'>, look?: Look): Promise<Seat> =>
  openSeat(browser, consoleOf(pappel), look);

/** A window in which the places below an address open. */
export async function openSeat(
  browser: Browser,
  home: string,
  { theme = 'light', width = 1440, height = 900 }: Look = {},
): Promise<Seat> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const go = async (path: string): Promise<void> => {
    await page.goto(home + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const { pathname } = new URL(home);
  const walk = (path: string): Promise<void> => walkTo(page, pathname.replace(/\/$/, '') + path);
  return { page, context, go, walk, problems: problemsOf(page) };
}

/** Resolves once the router has shown what it was sent to. */
async function walkTo(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `new Promise((resolve, reject) => {
      const router = globalThis.__TSR_ROUTER__;
      const off = router.subscribe('onRendered', () => { off(); resolve(); });
      setTimeout(() => reject(new Error('nothing came')), 20_000);
      router.history.push(${JSON.stringify(address)});
    })`,
  );
  await page.locator('main').locator('h1, .skeleton').first().waitFor();
}

/** What the page waits for has come. */
export const isFilled = (page: Page): Promise<void> =>
  page.locator('.skeleton').first().waitFor({ state: 'detached' });

function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy|Refused to/.test(text)) problems.push(text);
    if (message.type() === 'error' && /React/.test(text)) problems.push(text);
  });
  page.on('dialog', (dialog) => {
    problems.push(`a dialog said ${dialog.message()}`);
    void dialog.dismiss();
  });
  return problems;
}
