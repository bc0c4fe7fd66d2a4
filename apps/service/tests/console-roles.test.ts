import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page, Response } from 'playwright-core';
import { openBrowser } from '../../../scripts/chromium.ts';
import { isFilled, type Seat, sitDown, skip } from './console-world.ts';
import { type Pappel, startPappel } from './harness.ts';
import { ROWS } from './matrix-rows.ts';
import { PRINCIPALS, type PrincipalName } from './matrix-table.ts';
import { buildWorld, NOBODY, type Spot, type World } from './matrix-world.ts';
import { CLIENT, type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';
import { newKey } from './people.ts';

/** Who of the matrix sits at a screen. */
const PEOPLE = ['owner', 'adminA', 'adminB', 'member', 'memberA', 'suspended', 'desk'] as const;

/** Something that the console offers, about company A where it has an object, and the row that says who may. */
interface Offer {
  path: string;
  /** The text of the row of a table that it stands in. */
  row?: string;
  button: string;
  matrix: string;
}

const OFFERS: readonly Offer[] = [
  { path: '/companies', button: 'Add a company', matrix: 'POST /v1/companies' },
  { path: '/companies/{company}', button: 'Change', matrix: 'PATCH /v1/companies/{id}' },
  { path: '/documents/{inbound}', button: 'Acknowledge', matrix: 'POST /v1/messages/{id}/ack' },
  { path: '/webhooks', button: 'Add an endpoint', matrix: 'POST /v1/webhooks' },
  { path: '/webhooks', row: 'of-company-a', button: 'Send a test', matrix: 'POST /v1/webhooks/{id}/test' },
  {
    path: '/webhooks',
    row: 'of-the-house',
    button: 'Send a test',
    matrix: 'PATCH /v1/webhooks/{id}#account-wide',
  },
  { path: '/access', button: 'Make a key', matrix: 'POST /v1/api-keys' },
  { path: '/access', button: 'Invite someone', matrix: 'POST /v1/users' },
  { path: '/access', row: 'Key of A', button: 'Revoke', matrix: 'DELETE /v1/api-keys/{id}' },
  { path: '/account', button: 'Make an export', matrix: 'POST /v1/account/export' },
];

/** Where everybody goes. */
const SCREENS = [
  '/',
  '/documents',
  '/documents/{outbound}',
  '/documents/{inbound}',
  '/documents/new',
  '/inbox',
  '/addresses',
  '/addresses/new',
  '/network',
  '/webhooks',
  '/events',
  '/sftp',
  '/usage',
  '/companies',
  '/companies/{company}',
  '/access',
  '/access?tab=sso',
  '/audit',
  '/account',
  '/me',
] as const;

describe('what each role sees of the console', { skip }, () => {
  let provider: OpenIdProvider;
  let pappel: Pappel;
  let world: World;
  let browser: Browser;

  before(async () => {
    provider = await startOpenIdProvider(['https://client.example/sso']);
    pappel = await startPappel({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_REDIRECT_URL: 'https://client.example/sso',
    });
    world = await buildWorld(pappel, provider);
    await furnish(world);
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await pappel?.stop();
    await provider?.close();
  });

  const callerOf = (name: PrincipalName) => {
    const caller = world.callers.get(name);
    if (!caller?.token) throw new Error(`${name} cannot sign in`);
    return { ...caller, token: caller.token };
  };
  const seats = new Map<PrincipalName, Seat>();
  /** Each stays in one window, in which the console is loaded once. */
  const seatOf = async (name: PrincipalName): Promise<Seat> => {
    const seat = seats.get(name) ?? (await sitDown(browser, pappel, callerOf(name).token));
    if (!seats.has(name)) await seat.go('/me');
    seats.set(name, seat);
    return seat;
  };
  const spotOf = (name: PrincipalName, place: 'A' | 'B'): Spot => world.spotOf(callerOf(name), place);

  test('Each button stands where the matrix lets somebody act, and nowhere else', async (t) => {
    const differences: string[] = [];
    for (const name of PEOPLE) {
      const { page, walk } = await seatOf(name);
      for (const offer of OFFERS) {
        // Things of its own the suspended account has none.
        if (name === 'suspended' && (offer.row || offer.matrix.includes('{id}/ack'))) continue;
        await walk(pathOf(offer.path, spotOf(name, 'A')));
        await isFilled(page);
        const isOffered = await offers(page, offer);
        const may = mayDo(offer, name);
        // Staff at a desk are offered less than they may.
        if (isOffered !== may && !(name === 'desk' && may))
          differences.push(`${name}: ${offer.path} ${offer.button} is ${isOffered ? '' : 'not '}offered`);
      }
    }
    assert.deepEqual(differences, []);
    t.diagnostic(`${PEOPLE.length} people, ${OFFERS.length} buttons`);
  });

  test('The console asks the API for nothing that it refuses to who looks', async (t) => {
    const refused: string[] = [];
    for (const name of PEOPLE) {
      const { page, go, walk, problems } = await seatOf(name);
      const note = (answer: Response): void => {
        if (answer.status() < 400 || !answer.url().includes('/console/api/')) return;
        const { pathname } = new URL(page.url());
        refused.push(
          `${name} at ${pathname}: ${answer.status()} ${answer.request().method()} ${answer.url()}`,
        );
      };
      page.on('response', note);
      // Loaded anew, so that nothing is known already.
      await go('/me');
      const spot = spotOf(name, name.endsWith('B') ? 'B' : 'A');
      for (const path of SCREENS) {
        await walk(pathOf(path, spot));
        await isFilled(page);
      }
      page.off('response', note);
      assert.deepEqual(problems, [], name);
    }
    assert.deepEqual(refused, []);
    t.diagnostic(`${PEOPLE.length} people, ${SCREENS.length} screens`);
  });

  test('Who is confined to a company finds nothing of another one, on no screen', async () => {
    for (const name of ['adminA', 'memberA'] as const) {
      const { page, go, walk } = await seatOf(name);
      for (const path of SCREENS) {
        await walk(pathOf(path, spotOf(name, 'A')));
        await isFilled(page);
        const text = await page.locator('body').innerText();
        for (const word of ['House of B', 'of-company-b', 'Key of B'])
          assert.ok(!text.includes(word), `${name} reads ${word} at ${path}`);
      }
      await go(`/?company=${spotOf(name, 'B').companyId}`);
      assert.ok(!(await page.locator('body').innerText()).includes('House of B'));
    }
    const { page, walk } = await seatOf('owner');
    await walk('/companies');
    await page.getByText('House of B').first().waitFor();
  });

  test('Places for admins are in nobody else’s rail', async () => {
    for (const name of PEOPLE) {
      const { page, walk } = await seatOf(name);
      await walk('/network');
      const rail = page.getByRole('navigation', { name: 'Main' });
      await rail.getByRole('link', { name: 'Documents' }).waitFor();
      const isAdmin = !name.startsWith('member');
      for (const place of ['People & keys', 'Audit'])
        assert.equal(
          (await rail.getByRole('link', { name: place }).count()) === 1,
          isAdmin,
          `${name} ${place}`,
        );
    }
  });
});

/** Things of both companies, with names that tell them apart. */
async function furnish({ pappel, callers, spotOf }: World): Promise<void> {
  const owner = callers.get('owner');
  if (!owner) throw new Error('nobody owns the account');
  const { session } = owner.side;
  for (const letter of ['a', 'b'] as const) {
    const place = letter === 'a' ? 'A' : 'B';
    const { companyId } = spotOf(owner, place);
    await pappel.call('PATCH', `/v1/companies/${companyId}`, session, { name: `House of ${place}` });
    await pappel.call('POST', '/v1/webhooks', session, { companyId, url: `${NOBODY}of-company-${letter}` });
    await newKey(pappel, session, { name: `Key of ${place}`, companyId });
  }
  await pappel.call('POST', '/v1/webhooks', session, { url: `${NOBODY}of-the-house` });
}

const pathOf = (path: string, { companyId, inbound, outbound }: Spot): string =>
  path.replace('{company}', companyId).replace('{inbound}', inbound).replace('{outbound}', outbound);

/** Whether it stands on the page, and can be pressed. */
async function offers(page: Page, { row, button }: Offer): Promise<boolean> {
  const place = row ? page.getByRole('row').filter({ hasText: row }) : page.locator('main');
  const name = { name: button, exact: true };
  const found = place.getByRole('button', name).or(place.getByRole('link', name));
  return (await found.count()) > 0 && (await found.first().getAttribute('aria-disabled')) !== 'true';
}

/** What the matrix says of it: of an object of company A, of that; of what is made anew, of any company. */
function mayDo({ matrix, row, path }: Offer, name: PrincipalName): boolean {
  const cells = ROWS.find(({ title }) => title === matrix)?.cells;
  if (!cells) throw new Error(`the matrix has no row ${matrix}`);
  const cell = cells[PRINCIPALS.indexOf(name)] ?? '';
  return row || path.includes('{') ? cell.startsWith('+') : cell.includes('+');
}
