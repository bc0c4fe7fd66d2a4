import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../../scripts/chromium.ts';
import { furnish, type HouseWorld, startHouse } from './console-house-world.ts';
import { pathOf } from './console-screens.ts';
import { isFilled, sitDown, skip } from './console-world.ts';
import { activeParticipant, FURNITURE, fixture, settled, TIMBER, until } from './harness.ts';

/** What somebody does on a page, and what its address says afterwards. */
interface Narrowing {
  path: string;
  act(page: Page): Promise<unknown>;
  address: RegExp;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const link = (page: Page, name: string | RegExp) =>
  page.locator('main').getByRole('link', { name }).first().click();
const write = (page: Page, label: string, words: string) =>
  page.getByLabel(label, { exact: true }).fill(words);

/** A day of last month as it is written where the browser is; never the one that stands there anyway. */
function lastMonth(): string {
  const today = new Date();
  return new Intl.DateTimeFormat('en-GB').format(new Date(today.getFullYear(), today.getMonth() - 1, 2));
}

const NARROWINGS: readonly Narrowing[] = [
  { path: '/documents', act: (page) => button(page, 'Sent'), address: /direction=OUTBOUND/ },
  { path: '/documents', act: (page) => link(page, /Rejected/), address: /status=VALIDATION_FAILED/ },
  {
    path: '/documents',
    act: (page) => write(page, 'Number, address, name or document id', 'INV-1'),
    address: /q=INV-1/,
  },
  {
    path: '/documents',
    act: (page) => page.getByLabel('Period').selectOption({ label: 'Last 7 days' }),
    address: /from=\d{4}-\d\d-\d\d/,
  },
  { path: '/documents/{rejected}', act: (page) => link(page, 'Details'), address: /view=details/ },
  { path: '/addresses', act: (page) => link(page, /On the network/), address: /status=ACTIVE/ },
  { path: '/addresses', act: (page) => write(page, 'Number or name', '5567'), address: /q=5567/ },
  {
    path: '/network',
    act: async (page) => {
      await write(page, 'Number, address or name', FURNITURE);
      await page.keyboard.press('Enter');
    },
    address: /\/network\?q=/,
  },
  { path: '/webhooks', act: (page) => link(page, /127\.0\.0\.1.*hook$/), address: /endpoint=[0-9a-f-]{36}/ },
  {
    path: '/webhooks',
    act: (page) => page.getByLabel('Status of the deliveries').selectOption('DELIVERED'),
    address: /status=DELIVERED/,
  },
  { path: '/webhooks', act: (page) => link(page, /^participant\./), address: /delivery=[0-9a-f-]{36}/ },
  { path: '/events', act: (page) => button(page, 'addresses'), address: /about=participant/ },
  {
    path: '/usage',
    act: async (page) => {
      await write(page, 'from', lastMonth());
      await page.keyboard.press('Tab');
    },
    address: /from=\d{4}-\d\d-\d\d/,
  },
  { path: '/companies', act: (page) => write(page, 'Name or identifier', 'Almvik'), address: /q=Almvik/ },
  { path: '/access', act: (page) => link(page, /^Single sign-on/), address: /tab=sso/ },
  {
    path: '/audit',
    act: (page) => page.getByLabel('What was done').selectOption('api_key.created'),
    address: /eventType=api_key\.created/,
  },
  {
    path: '/audit',
    act: (page) => write(page, 'Name, or what it was done to', 'Almvik'),
    address: /q=Almvik/,
  },
  {
    path: '/?company={company}',
    act: (page) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Usage' }).click(),
    address: /usage\?.*company=/,
  },
];

/** What is on the screen, but for what time changes. */
const stateOf = (page: Page): Promise<string> =>
  page.evaluate(`JSON.stringify({
    heads: [...document.querySelectorAll('main h1, main h2')].map((head) => head.textContent),
    chosen: [...document.querySelectorAll('main :is([aria-pressed=true], [aria-current], [aria-selected=true])')]
      .map((each) => each.textContent),
    fields: [...document.querySelectorAll('main :is(input:not([type=checkbox]), select)')].map(({ value }) => value),
    rows: [...document.querySelectorAll('main table')].map(({ rows }) => rows.length),
    scope: document.querySelector('.scope')?.textContent,
  })`);

describe('the addresses of the console', { skip, timeout: 480_000 }, () => {
  let house: HouseWorld;
  let browser: Browser;
  let ids: Record<string, string>;

  before(async () => {
    house = await startHouse();
    await furnish(house);
    const { pappel, account, branch } = house;
    await activeParticipant(pappel, account, FURNITURE);
    const submit = async (payload: string): Promise<string> => {
      const document = { sender: TIMBER, receiver: FURNITURE, type: 'invoice', payload };
      const { body } = await pappel.call('POST', '/v1/messages', account.key, document);
      return (await settled(pappel, account, body.id)).id;
    };
    await submit(fixture('invoice.xml'));
    const rejected = await submit(
      fixture('invoice.xml').replace(/>[\d.]+<\/cbc:TaxInclusiveAmount>/, '>1.00</cbc:TaxInclusiveAmount>'),
    );
    ids = { rejected, company: branch };
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await house?.close();
  });

  test('Each address of a page that was narrowed shows the same again to who is sent it', async (t) => {
    const { page, go, walk, context } = await sitDown(browser, house.pappel, house.account.session);
    const other = await context.newPage();
    const different: string[] = [];
    await go('/me');
    for (const { path, act, address } of NARROWINGS) {
      await walk(pathOf(path, ids));
      await isFilled(page);
      const before = await stateOf(page);
      await act(page);
      await page.waitForURL(address);
      await isFilled(page);
      await other.goto(page.url());
      await other.getByRole('heading', { level: 1 }).waitFor();
      await isFilled(other);
      const [here, there] = await until(
        async () => [await stateOf(page), await stateOf(other)],
        ([one, same]) => one === same && one !== before,
      );
      if (here !== there || here === before) different.push(`${page.url()}\n${before}\n${here}\n${there}`);
    }
    assert.deepEqual(different, []);
    t.diagnostic(`${NARROWINGS.length} addresses`);
  });

  test('What an address does not know is dropped, and what it knows is kept', async () => {
    const { page, go } = await sitDown(browser, house.pappel, house.account.session);
    await go('/audit?eventType=api_key.created&colour=green');
    await page.getByRole('row').filter({ hasText: 'made a key' }).first().waitFor();
    assert.doesNotMatch(page.url(), /colour/);
    assert.match(page.url(), /eventType=api_key\.created/);
  });

  test('In a narrow window Overview leads to every place that the bottom has no word for, to You, and out', async () => {
    const { page, go, problems } = await sitDown(browser, house.pappel, house.account.session, {
      width: 390,
      height: 844,
    });
    const rest = page.getByRole('navigation', { name: 'More places' });
    for (const [word, heading] of [
      [/^Webhooks/, 'Webhooks'],
      [/^Events/, 'Events'],
      ['SFTP', 'SFTP'],
      ['Usage', 'Usage'],
      [/^Companies/, 'Companies'],
      ['People & keys', 'People & keys'],
      ['Audit', 'Audit'],
      ['Account', 'Account'],
      [/^Owner/, 'Owner'],
    ] as const) {
      await go('/');
      const link = rest.getByRole('link', { name: word });
      const box = await link.boundingBox();
      assert.ok(box && box.height >= 44, `${word}: ${box?.height} px`);
      await link.click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    await go('/');
    await rest.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    assert.deepEqual(problems, []);
  });
});
