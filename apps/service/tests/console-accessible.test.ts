import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../../scripts/chromium.ts';
import { faultsOf, lookAtEach } from './console-axe.ts';
import { furnish, type HouseWorld, startHouse } from './console-house-world.ts';
import { DIALOGS, DOORS, pathOf, SCREENS, type Screen } from './console-screens.ts';
import { isFilled, type Seat, sitDown, skip, standOutside } from './console-world.ts';
import { loadsLittle } from './first-load.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  settled,
  signUp,
  TIMBER,
  until,
} from './harness.ts';

/** Of one test; a page that hangs fails it, a machine that does much else does not. */
const timeout = 900_000;

describe('the screens of the console', { skip }, () => {
  let house: HouseWorld;
  let full: Account;
  let fresh: Account;
  let browser: Browser;
  let ids: Record<string, string>;

  before(async () => {
    house = await startHouse();
    await furnish(house);
    full = house.account;
    fresh = await signUp(house.pappel, 'Fresh AB');
    ids = await exchange(house);
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await house?.close();
  });

  /** Looks at one screen after the other in one window, and says how many. */
  async function lookAt(
    seat: Seat,
    screens: readonly Screen[],
    say: (line: string) => void,
    isThere: (page: Page) => Promise<unknown> = isFilled,
  ): Promise<void> {
    const paths = screens.map(({ path }) => path);
    await lookAtEach(seat, paths, async (path) => {
      await seat.walk(pathOf(path, ids));
      await isThere(seat.page);
    });
    say(`${screens.length} screens: light, dark, 390 px, 400 %`);
  }

  test('axe finds nothing in an account in which everything happened, and nothing scrolls sideways', {
    timeout,
  }, async (t) => {
    const seat = await sitDown(browser, house.pappel, full.session);
    await seat.go('/me');
    await lookAt(seat, SCREENS, (line) => t.diagnostic(line));
  });

  test('axe finds nothing in an account that has nothing yet', { timeout }, async (t) => {
    const seat = await sitDown(browser, house.pappel, fresh.session);
    await seat.go('/me');
    const screens = SCREENS.filter(({ path }) => !path.includes('{'));
    await lookAt(seat, screens, (line) => t.diagnostic(line));
  });

  test('axe finds nothing while a page waits for its answers', { timeout }, async (t) => {
    const seat = await sitDown(browser, house.pappel, full.session);
    await seat.go('/network/check');
    await seat.page.route(isOfAPage, () => undefined);
    await lookAt(
      seat,
      SCREENS.filter(({ asks }) => asks),
      (line) => t.diagnostic(line),
      (page) => page.locator('main').getByRole('status').first().waitFor(),
    );
  });

  test('A page that was refused says why, with the request for support, and axe finds nothing in it', {
    timeout,
  }, async (t) => {
    const seat = await sitDown(browser, house.pappel, full.session);
    await seat.go('/network/check');
    await seat.page.route(isOfAPage, (route) =>
      route.fulfill({
        status: 403,
        json: { error: { code: 'FORBIDDEN', message: 'Ask an owner.', requestId: 'req-1' } },
      }),
    );
    await lookAt(
      seat,
      SCREENS.filter(({ asks }) => asks),
      (line) => t.diagnostic(line),
      (page) =>
        page
          .getByRole('alert')
          .filter({ hasText: /Ask an owner[\s\S]*req-1/ })
          .first()
          .waitFor(),
    );
  });

  test('axe finds nothing in what opens over a page', { timeout }, async (t) => {
    const { page, go, problems } = await sitDown(browser, house.pappel, full.session);
    const faults: string[] = [];
    for (const { path, opens, open, stands } of DIALOGS) {
      await go(path);
      await open(page);
      await stands(page).waitFor();
      faults.push(...(await faultsOf(page, `${path}, ${opens}`)));
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(problems, []);
    t.diagnostic(`${DIALOGS.length} dialogs`);
  });

  test('axe finds nothing at the doors', { timeout }, async (t) => {
    const seat = await standOutside(browser, house.pappel);
    await lookAtEach(seat, DOORS, async (path) => {
      await seat.go(path);
      await isFilled(seat.page);
    });
    t.diagnostic(`${DOORS.length} doors`);
  });

  test('A service that is not well is said so, in its own words', { timeout }, async () => {
    const { page, go } = await sitDown(browser, house.pappel, full.session);
    const error = { code: 'UNAVAILABLE', message: 'Try again in a minute.', requestId: 'req-1' };
    await page.route('**/v1/participants?*', (route) => route.fulfill({ status: 503, json: { error } }));
    await go('/addresses');
    await page.getByRole('alert').getByText('Try again in a minute.').waitFor();
    await page.getByRole('alert').getByText('req-1').waitFor();
  });

  test('The first load is under 150 kB of script, gzipped', (t) => {
    loadsLittle(t, 'dist', 'index.html');
  });
});

/** What a page shows, beside what the frame needs to stand. */
const isOfAPage = (url: URL): boolean =>
  url.pathname.startsWith('/console/api/v1/') && !/\/v1\/(me|account|stream)$/.test(url.pathname);

/** A document that was delivered, and one that was not; what they and what is around them are called. */
async function exchange({ pappel, account, branch }: HouseWorld): Promise<Record<string, string>> {
  await activeParticipant(pappel, account, FURNITURE);
  const submit = async (payload: string): Promise<string> => {
    const document = { sender: TIMBER, receiver: FURNITURE, type: 'invoice', payload };
    const { body } = await pappel.call('POST', '/v1/messages', account.key, document);
    return (await settled(pappel, account, body.id)).id;
  };
  const invoice = fixture('invoice.xml');
  const delivered = await submit(invoice);
  const rejected = await submit(
    invoice.replace('>1250.00</cbc:TaxInclusiveAmount>', '>1.00</cbc:TaxInclusiveAmount>'),
  );
  const first = async (path: string, list: string): Promise<string> => {
    const { body } = await until(
      () => pappel.call('GET', path, account.session),
      (answer) => answer.body[list].length > 0,
    );
    return body[list][0].id;
  };
  return {
    delivered,
    rejected,
    company: branch,
    received: await first('/v1/messages?direction=INBOUND', 'messages'),
    address: await first('/v1/participants', 'participants'),
    delivery: await first('/v1/webhooks/deliveries?status=PENDING', 'deliveries'),
  };
}
