import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../scripts/chromium.ts';
import { expectAccessible, expectNoSidewaysScroll, sitDown, skip } from './console-world.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  settled,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';

/** The screens of who sends and receives; `{word}` is an id of what the test made. */
const SCREENS = [
  '/',
  '/documents',
  '/documents?q=nothing-fits-this',
  '/documents/{delivered}',
  '/documents/{delivered}?view=xml',
  '/documents/{delivered}?view=details',
  '/documents/{rejected}',
  '/documents/00000000-0000-7000-8000-000000000000',
  '/documents/new',
  '/inbox',
  '/addresses',
  '/addresses/{address}',
  '/addresses/new',
  '/network',
  `/network?q=${FURNITURE}`,
  '/network/check',
  '/companies',
  '/companies/{company}',
  '/companies/new',
] as const;

/** Gzipped script that is loaded before the first page stands. */
const FIRST_LOAD = 150 * 1024;

describe('the screens of the console', { skip }, () => {
  let pappel: Pappel;
  let full: Account;
  let fresh: Account;
  let browser: Browser;
  let ids: Record<string, string>;

  before(async () => {
    pappel = await startPappel();
    full = await signUp(pappel);
    fresh = await signUp(pappel, 'Fresh AB');
    const address = await activeParticipant(pappel, full, TIMBER);
    await activeParticipant(pappel, full, FURNITURE);
    const invoice = fixture('invoice.xml');
    const broken = invoice.replace('>1250.00</cbc:TaxInclusiveAmount>', '>1.00</cbc:TaxInclusiveAmount>');
    const [delivered, rejected] = [await submit(invoice), await submit(broken)];
    await until(
      () => pappel.call('GET', '/v1/messages?direction=INBOUND', full.key),
      ({ body }) => body.messages.length > 0,
    );
    ids = { delivered, rejected, address, company: full.companyId };
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await pappel?.stop();
  });

  const submit = async (payload: string): Promise<string> => {
    const document = { sender: TIMBER, receiver: FURNITURE, type: 'invoice', payload };
    const { body } = await pappel.call('POST', '/v1/messages', full.key, document);
    await settled(pappel, full, body.id);
    return body.id;
  };

  for (const theme of ['light', 'dark'] as const)
    for (const state of ['full', 'empty'] as const)
      test(`axe finds nothing in ${theme}, ${state}`, async (t) => {
        const { session } = state === 'full' ? full : fresh;
        const { page, go, problems } = await sitDown(browser, pappel, session, { theme });
        const screens = SCREENS.filter((path) => state === 'full' || !path.includes('{'));
        for (const path of screens) {
          await go(path.replace(/\{(\w+)\}/, (_, word: string) => ids[word] ?? ''));
          await page.locator('.skeleton').first().waitFor({ state: 'detached' });
          await expectAccessible(page, `${path} ${theme}`);
        }
        assert.deepEqual(problems, []);
        t.diagnostic(`${screens.length} screens`);
      });

  test('At 390 px nothing scrolls sideways, and axe finds nothing', async () => {
    const { page, go } = await sitDown(browser, pappel, full.session, { width: 390, height: 844 });
    for (const path of SCREENS) {
      await go(path.replace(/\{(\w+)\}/, (_, word: string) => ids[word] ?? ''));
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await expectNoSidewaysScroll(page, path);
      await expectAccessible(page, `${path} at 390 px`);
    }
  });

  test('axe finds nothing in the field that finds everything, nor in the list of keys', async () => {
    const { page, go } = await sitDown(browser, pappel, full.session);
    await go('/documents');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('0007');
    await page.getByRole('option').first().waitFor();
    await expectAccessible(page, 'find');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await expectAccessible(page, 'keys');
  });

  test('An error says what the API said, with its request, and axe finds nothing in it', async () => {
    const { page, go } = await sitDown(browser, pappel, full.session);
    await page.route('**/v1/participants?*', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: JSON.stringify({
          error: { code: 'UNAVAILABLE', message: 'Try again in a minute.', requestId: 'req-1' },
        }),
      }),
    );
    await go('/addresses');
    await page.getByRole('alert').getByText('Try again in a minute.').waitFor();
    await page.getByRole('alert').getByText('req-1').waitFor();
    await expectAccessible(page, 'error');
  });

  test('The first load is under 150 kB of script, gzipped', (t) => {
    const dist = new URL('../../console/dist/', import.meta.url);
    const html = readFileSync(new URL('index.html', dist), 'utf8');
    const loaded = new Set<string>();
    const follow = (name: string): void => {
      if (loaded.has(name)) return;
      loaded.add(name);
      const text = readFileSync(new URL(`assets/${name}`, dist), 'utf8');
      for (const [, next] of text.matchAll(/from\s*["']\.\/([\w.-]+\.js)["']/g)) if (next) follow(next);
    };
    for (const [, name] of html.matchAll(/assets\/([\w.-]+\.js)/g)) if (name) follow(name);
    const sizes = new Map(
      readdirSync(new URL('assets/', dist))
        .filter((name) => name.endsWith('.js.gz'))
        .map((name) => [name.slice(0, -3), readFileSync(new URL(`assets/${name}`, dist)).length]),
    );
    const sum = [...loaded].reduce((total, name) => total + (sizes.get(name) ?? 0), 0);
    t.diagnostic(`${sum} bytes in ${loaded.size} files`);
    assert.ok(loaded.size > 0 && sum > 0 && sum < FIRST_LOAD, `${sum} bytes`);
  });
});
