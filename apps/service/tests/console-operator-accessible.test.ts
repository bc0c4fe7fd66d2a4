import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../scripts/chromium.ts';
import { faultsOf, lookAtEach } from './console-axe.ts';
import { outsideOperator, sitDownAsOperator, skip } from './console-operator-world.ts';
import { pathOf } from './console-screens.ts';
import { isFilled, type Seat } from './console-world.ts';
import { loadsLittle } from './first-load.ts';
import { activeParticipant, fixture, type Pappel, signUp, startPappel, TIMBER, until } from './harness.ts';
import { newGln } from './matrix-world.ts';
import { firstOperator, makePasskey, newOperator, type Operator } from './operator-world.ts';

/** The screens of the operator; `{word}` is an id of what the test made. */
const SCREENS = [
  '/',
  '/approvals',
  '/documents',
  '/documents?status=any&q=nothing-fits-this',
  '/documents/{stuck}',
  '/documents/00000000-0000-7000-8000-000000000000',
  '/accounts',
  '/accounts/{account}',
  '/addresses',
  '/addresses/{waiting}',
  '/desks',
  '/network',
  '/certificates',
  '/reports',
  '/sftp',
  '/jobs',
  '/operators',
  '/audit',
  '/me',
] as const;

/** Of one test; a page that hangs fails it. */
const timeout = 240_000;

describe("the screens of the operator's console", { skip }, () => {
  let full: Pappel;
  let fresh: Pappel;
  let browser: Browser;
  let operators: { full: Operator; fresh: Operator };
  let ids: Record<string, string>;

  before(async () => {
    full = await startPappel({ RETRY_SCHEDULE: '3600,3600,3600' });
    fresh = await startPappel();
    const account = await signUp(full);
    await activeParticipant(full, account, TIMBER);
    const waiting = await full.call('POST', '/v1/participants', account.key, {
      companyId: account.companyId,
      scheme: '0088',
      value: newGln(),
      name: 'A depot',
      countryCode: 'SE',
      capabilities: [{ documentTypeId: 'invoice', direction: 'BOTH' }],
    });
    assert.equal(waiting.status, 201, JSON.stringify(waiting.body));
    const stuck = await full.call('POST', '/v1/messages', account.key, {
      sender: TIMBER,
      receiver: '0192:810418052',
      type: 'invoice',
      payload: fixture('invoice.xml').replaceAll('991825827', '810418052'),
    });
    await until(
      () => full.call('GET', `/v1/messages/${stuck.body.id}`, account.key),
      ({ body }) => body.status === 'DISCOVERY_FAILED',
    );
    operators = { full: await firstOperator(full), fresh: await firstOperator(fresh) };
    await makePasskey(full, operators.full);
    await makePasskey(full, await newOperator(full, operators.full, 'agent'));
    ids = { stuck: stuck.body.id, account: account.accountId, waiting: waiting.body.id };
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await Promise.all([full?.stop(), fresh?.stop()]);
  });

  const lookAt = async (seat: Seat, screens: readonly string[]): Promise<void> => {
    await seat.go('/me');
    await lookAtEach(seat, screens, async (path) => {
      await seat.walk(pathOf(path, ids));
      await isFilled(seat.page);
    });
  };

  test('axe finds nothing where something waits and is stuck, and nothing scrolls sideways', {
    timeout,
  }, async (t) => {
    await lookAt(await sitDownAsOperator(browser, full, operators.full), SCREENS);
    t.diagnostic(`${SCREENS.length} screens: light, dark, 390 px, 400 %`);
  });

  test('axe finds nothing in a new installation', { timeout }, async (t) => {
    const screens = SCREENS.filter((path) => !path.includes('{'));
    await lookAt(await sitDownAsOperator(browser, fresh, operators.fresh), screens);
    t.diagnostic(`${screens.length} screens: light, dark, 390 px, 400 %`);
  });

  test('axe finds nothing at the doors, in what asks, in what is shown once and in what finds', {
    timeout,
  }, async () => {
    const outside = await outsideOperator(browser, full);
    await outside.go('/sign-in');
    const faults = await faultsOf(outside.page, 'sign-in');
    await outside.go('/first');
    faults.push(...(await faultsOf(outside.page, 'first')));
    const { page, go } = await sitDownAsOperator(browser, full, operators.full);
    await go('/approvals');
    await page.getByRole('button', { name: /^Reject/ }).click();
    await page.getByRole('dialog').waitFor();
    faults.push(...(await faultsOf(page, 'what asks')));
    await go(`/accounts/${ids['account']}`);
    await page.getByRole('button', { name: /^Lost the way in/ }).click();
    await page.getByRole('dialog').waitFor();
    faults.push(...(await faultsOf(page, 'a lost owner')));
    await page.getByLabel('How you made sure').fill('Called back');
    await page.getByRole('button', { name: 'Let in' }).click();
    await page.locator('[data-secret]').waitFor();
    faults.push(...(await faultsOf(page, 'what is shown once')));
    await go('/operators');
    await page.getByRole('button', { name: 'Passkeys… The agent' }).click();
    await page.getByRole('button', { name: 'Remove Laptop' }).waitFor();
    faults.push(...(await faultsOf(page, 'passkeys of a colleague')));
    await go('/');
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
    faults.push(...(await faultsOf(page, 'what finds')));
    assert.deepEqual(faults, []);
  });

  test('The first load is under 150 kB of script, gzipped', (t) => {
    loadsLittle(t, 'dist-operator', 'operator.html');
  });
});
