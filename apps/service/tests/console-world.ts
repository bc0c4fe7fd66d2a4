import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { PASSWORD, type Pappel } from './harness.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
export const executablePath = process.env['CHROMIUM'] ?? PLACES.find((path) => existsSync(path));
const BUILT = new URL('../../console/dist/index.html', import.meta.url);

/** Why tests of the console cannot run here; false where they can. */
export const skip = !executablePath
  ? 'needs Chromium: apt-get install chromium, or CHROMIUM=/path/to/it'
  : existsSync(BUILT)
    ? false
    : 'needs the built console: npm run build';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
    ],
  });

export interface Seat {
  page: Page;
  context: BrowserContext;
  /** Opens a place of the console, and waits until its heading stands. */
  go(path: string): Promise<void>;
  /** What went wrong in the page: errors of scripts, and what the policy refused. */
  problems: string[];
}

export interface SeatOptions {
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
}

/** A window of somebody who is signed in: the session lies in its cookie, as the console keeps it. */
export async function sitDown(
  browser: Browser,
  pappel: Pick<Pappel, 'api' | 'call'>,
  email: string,
  options: SeatOptions = {},
): Promise<Seat> {
  const seat = await standOutside(browser, pappel, options);
  const { body } = await pappel.call('POST', '/v1/auth/login', undefined, { email, password: PASSWORD });
  const kept = await seat.context.request.post(`${origin(pappel)}/console/session`, {
    headers: { 'x-pappel-console': '1' },
    data: { token: body.token },
  });
  assert.equal(kept.status(), 204);
  return seat;
}

const origin = ({ api }: Pick<Pappel, 'api'>): string => api.replace('127.0.0.1', 'localhost');

/** A window of nobody yet. */
export async function standOutside(
  browser: Browser,
  pappel: Pick<Pappel, 'api'>,
  { theme = 'light', width = 1440, height = 900 }: SeatOptions = {},
): Promise<Seat> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|React/.test(message.text()))
      problems.push(message.text());
  });
  const go = async (path: string): Promise<void> => {
    await page.goto(`${origin(pappel)}/console${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  return { page, context, go, problems };
}

/** Nothing that axe finds, by WCAG 2.2 AA and its best practices. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // The readable document stands in a frame that allows no script, not axe's either; it is a page of its own.
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noExplicitAny: the types of this project know no browser
    for (const frame of (globalThis as any).document.querySelectorAll('iframe')) frame.remove();
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  const said = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  );
  assert.deepEqual(said, [], where);
}

/** Nothing sideways but what scrolls in itself. */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const [wide, room] = await page.evaluate(() => {
    // biome-ignore lint/suspicious/noExplicitAny: the types of this project know no browser
    const { scrollWidth, clientWidth } = (globalThis as any).document.documentElement;
    return [scrollWidth, clientWidth] as [number, number];
  });
  assert.ok(wide <= room, `${where} is ${wide} wide in a window of ${room}`);
}
