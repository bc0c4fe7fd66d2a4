import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './chromium.ts';
import { call, ROOT, start } from './demo-installation.ts';
import { freePorts } from './free-ports.ts';
import { PLACES, type Place } from './shots/places.ts';
import { seed } from './shots/seed.ts';
import { PASSWORD } from './shots/seed-house.ts';

/** Pictures of every screen of the console, light and dark, in .scratch/shots; with words, only those whose name has one. */
const OUT = join(ROOT, '.scratch/shots');
const asked = process.argv.slice(2);

const dataDir = mkdtempSync(join(tmpdir(), 'pappel-shots-'));
const [sftp, ...ports] = await freePorts(5);
const installation = await start('the installation', dataDir, ports, {
  RATE_LIMITS: 'off',
  SFTP_PORT: String(sftp),
});
const origin = installation.api.replace('127.0.0.1', 'localhost');
try {
  const { ids, endpoints } = await seed(installation);
  mkdirSync(OUT, { recursive: true });
  const browser = await openBrowser();
  const places = PLACES.filter(({ name }) => asked.length === 0 || asked.some((word) => name.includes(word)));
  for (const theme of ['light', 'dark'] as const) await takeAll(browser, places, theme, ids);
  await browser.close();
  for (const endpoint of endpoints) endpoint.close();
  console.log(`${places.length} screens, light and dark, in ${OUT}`);
} finally {
  await installation.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function takeAll(
  browser: Browser,
  places: readonly Place[],
  theme: 'light' | 'dark',
  ids: Readonly<Record<string, string>>,
): Promise<void> {
  const seats = {
    owner: await seat(browser, theme, 'ingrid@fjordbok.example'),
    fresh: await seat(browser, theme, 'sanna@nybygg.example'),
    nobody: await seat(browser, theme),
  };
  for (const place of places) {
    const page = place.outside ? seats.nobody : place.fresh ? seats.fresh : seats.owner;
    await take(page, place, ids, 1440, `${place.name}-${theme}`);
    if (place.narrow && theme === 'light') await take(page, place, ids, 390, `${place.name}-390`);
  }
}

async function seat(browser: Browser, theme: 'light' | 'dark', email?: string): Promise<Page> {
  const context = await browser.newContext({ colorScheme: theme, reducedMotion: 'reduce', locale: 'en-GB' });
  if (email) {
    const { body } = await call<{ token: string }>('POST', `${origin}/v1/auth/login`, undefined, {
      email,
      password: PASSWORD,
    });
    await context.request.post(`${origin}/console/session`, {
      headers: { 'x-pappel-console': '1' },
      data: { token: body.token },
    });
  }
  return context.newPage();
}

async function take(
  page: Page,
  { path, does = [], opens }: Place,
  ids: Readonly<Record<string, string>>,
  width: number,
  name: string,
): Promise<void> {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
  await page.goto(`${origin}/console${path.replace(/\{(\w+)\}/g, (_, word: string) => ids[word] ?? '')}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page
    .locator('.skeleton')
    .first()
    .waitFor({ state: 'detached', timeout: 5000 })
    .catch(() => undefined);
  if (opens) await page.getByRole('button', { name: opens }).first().click();
  for (const act of does)
    await (act.startsWith('type:') ? page.keyboard.type(act.slice(5)) : page.keyboard.press(act));
  await page.waitForTimeout(700);
  await page.screenshot({
    path: join(OUT, `${name}.png`),
    fullPage: width !== 390 && does.length === 0 && !opens,
  });
}
