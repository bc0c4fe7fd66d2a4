import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './chromium.ts';
import { call, ROOT, start } from './demo-installation.ts';
import { freePorts } from './free-ports.ts';
import { PLACES, type Place } from './shots/places.ts';
import { seed } from './shots/seed.ts';
import { PASSWORD } from './shots/seed-house.ts';

/**
 * Pictures of every screen of both faces of the console in .scratch/shots: light, dark, and in a window of 390 px; with
 * words, only those whose name has one. `--docs` takes those of the documentation anew, where they are committed.
 */
const asked = process.argv.slice(2);
const isForDocs = asked.includes('--docs');
const OUT = join(ROOT, isForDocs ? 'docs/pictures' : '.scratch/shots');
const places = PLACES.filter(({ name, inDocs }) =>
  isForDocs ? inDocs : asked.length === 0 || asked.some((word) => name.includes(word)),
);
const WIDE = isForDocs ? { width: 1280, height: 800 } : { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

const dataDir = mkdtempSync(join(tmpdir(), 'pappel-shots-'));
const [sftp, ...ports] = await freePorts(5);
const installation = await start('the installation', dataDir, ports, {
  RATE_LIMITS: 'off',
  SFTP_PORT: String(sftp),
});
const customers = `${installation.api.replace('127.0.0.1', 'localhost')}/console`;
const operator = installation.operator.replace('127.0.0.1', 'localhost');
try {
  const { ids, endpoints, operatorSession } = await seed(installation);
  mkdirSync(OUT, { recursive: true });
  const browser = await openBrowser();
  const seats = {
    owner: await sitDown(browser, customers, await sessionOf('ingrid@fjordbok.example')),
    fresh: await sitDown(browser, customers, await sessionOf('sanna@nybygg.example')),
    outside: await sitDown(browser, customers),
    operator: await sitDown(browser, operator, operatorSession),
    'operator outside': await sitDown(browser, operator),
  };
  for (const place of places) await take(seats[place.seat ?? 'owner'], place, ids);
  await browser.close();
  for (const endpoint of endpoints) endpoint.close();
  console.log(`${places.length} screens${isForDocs ? '' : ', light, dark and narrow,'} in ${OUT}`);
} finally {
  await installation.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function sessionOf(email: string): Promise<string> {
  const login = await call<{ token: string }>('POST', `${installation.api}/v1/auth/login`, undefined, {
    email,
    password: PASSWORD,
  });
  return login.body.token;
}

interface Seat {
  page: Page;
  home: string;
}

/** A window at a face of the console, of somebody or of nobody. */
async function sitDown(browser: Browser, home: string, token?: string): Promise<Seat> {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce', locale: 'en-GB' });
  if (token)
    await context.request.post(`${home}/session`, {
      headers: { 'x-pappel-console': '1' },
      data: { token },
    });
  return { page: await context.newPage(), home };
}

async function take(
  { page, home }: Seat,
  { name, path, opens, does = [] }: Place,
  ids: Readonly<Record<string, string>>,
): Promise<void> {
  await page.goto(home + path.replace(/\{(\w+)\}/g, (_, word: string) => ids[word] ?? ''));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  if (opens) await page.getByRole('button', { name: opens }).first().click();
  for (const act of does)
    await (act.startsWith('type:') ? page.keyboard.type(act.slice(5)) : page.keyboard.press(act));
  // What stands beside the page's own answer: counts of the rail, what was found, the document in its frame.
  await sleep(500);
  const isWhole = !opens && does.length === 0;
  await page.emulateMedia({ colorScheme: 'light' });
  if (isWhole && !isForDocs) await stretch(page, WIDE);
  await page.screenshot({ path: join(OUT, isForDocs ? `${name}.png` : `${name}-light.png`) });
  if (isForDocs) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: join(OUT, `${name}-dark.png`) });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(NARROW);
  if (isWhole) await stretch(page, NARROW);
  await page.screenshot({ path: join(OUT, `${name}-390.png`) });
  await page.setViewportSize(WIDE);
}

/** Makes the window as high as the page, so that what stands at its edges does so in the picture too. */
async function stretch(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  const needed = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height: Math.max(height, needed) });
}
