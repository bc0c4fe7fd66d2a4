import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../scripts/chromium.ts';
import { CLOSING_STEPS, type ClosingStep } from '../src/platform/statuses.ts';
import { setAccountStatus } from './account-status.ts';
import { faultsOf, lookAtEach } from './console-axe.ts';
import { outsideOperator, sitDownAsOperator, skip } from './console-operator-world.ts';
import { pathOf } from './console-screens.ts';
import { isFilled, type Seat } from './console-world.ts';
import { loadsLittle } from './first-load.ts';
import { activeParticipant, fixture, type Pappel, signUp, startPappel, TIMBER, until } from './harness.ts';
import { newGln } from './new-gln.ts';
import { ask, firstOperator, makePasskey, newOperator, type Operator } from './operator-world.ts';
import { lockLogin } from './trouble.ts';

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
const timeout = 900_000;

describe("the screens of the operator's console", { skip }, () => {
  let full: Pappel;
  let fresh: Pappel;
  let browser: Browser;
  let operators: { full: Operator; fresh: Operator };
  let ids: Record<string, string>;

  before(async () => {
    full = await startPappel({
      RETRY_SCHEDULE: '3600,3600,3600',
      OPERATOR_OIDC_ISSUER: 'https://id.example.com',
      OPERATOR_OIDC_CLIENT_ID: 'operators',
      OPERATOR_OIDC_PROVIDER: 'Company directory',
    });
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
    await trouble(account.accountId);
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await Promise.all([full?.stop(), fresh?.stop()]);
  });

  /** A job that fails, one that was given up, and a login that is locked for an address. */
  async function trouble(accountId: string): Promise<void> {
    await full.service.base.database.pool.query(
      `insert into failing_jobs (job, subject, failures, first_failed_at, last_failed_at, last_error, next_try_at, ended_at)
       values ('outbound.send', jsonb_build_object('messageId', $1::text), 3, now(), now(), 'Error: x', now() + interval '1 hour', null),
         ('notices.digest', '{}', 5, now(), now(), 'Error: no server took it', null, now())`,
      [ids['stuck']],
    );
    const login = { accountId, username: 'till-9', authMethod: 'PASSWORD' };
    const made = await ask(full, 'POST', '/operator/v1/sftp/logins', operators.full.token, login);
    await lockLogin(full, made.body.login.id, '2001:db8:0:12');
  }

  /** Where a closing that has come to KEPT was before, or will be: nothing works on it meanwhile. */
  const standAt = async (accountId: string, step: ClosingStep): Promise<void> => {
    await full.service.base.database.pool.query(
      `update account_closings set step = $2, deleted_at = case when $2 = 'DELETED' then now() end where account_id = $1`,
      [accountId, step],
    );
    const status = step === 'KEPT' ? 'CLOSED' : step === 'DELETING' || step === 'DELETED' ? step : 'CLOSING';
    await setAccountStatus(full, { accountId }, status);
  };

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
    await outside.page.getByRole('button', { name: 'Continue with Company directory' }).waitFor();
    const faults = await faultsOf(outside.page, 'sign-in');
    await outside.go('/sso/callback?code=1&state=2');
    await outside.page.getByText('This sign-in was not begun in this tab').waitFor();
    faults.push(...(await faultsOf(outside.page, 'a sign-in that was not begun')));
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

  test('axe finds nothing on the page of an account that is being closed, at any step, nor in what it asks', {
    timeout,
  }, async (t) => {
    const { accountId } = await signUp(full, 'Leaving AS', 'NO');
    const { page, go, problems } = await sitDownAsOperator(browser, full, operators.full);
    const faults: string[] = [];
    const look = async (where: string) => faults.push(...(await faultsOf(page, where)));
    const dialog = page.getByRole('dialog');
    await go(`/accounts/${accountId}`);
    await page.getByRole('button', { name: /^Close…/ }).click();
    await dialog.getByText('It waits for nothing.').waitFor();
    await look('what asks before');
    const path = `/operator/v1/accounts/${accountId}`;
    const { token } = operators.full;
    await ask(full, 'POST', `${path}/close`, token, { reason: 'The contract has ended' });
    const { body } = await until(
      () => ask(full, 'GET', `${path}/closing`, token),
      ({ body: { closing } }) => closing.step === 'KEPT',
      120_000,
    );
    assert.equal(body.closing.step, 'KEPT');
    await go(`/accounts/${accountId}`);
    await page.getByRole('button', { name: 'Link to the export…' }).click();
    await page.locator('[data-secret]').waitFor();
    await look('the link');
    await go(`/accounts/${accountId}`);
    await page.getByRole('button', { name: 'Take it back…' }).click();
    await dialog.waitFor();
    await look('what asks before it is taken back');
    for (const step of CLOSING_STEPS) {
      await standAt(accountId, step);
      await go(`/accounts/${accountId}`);
      await page.getByRole('listitem').filter({ hasText: 'The contract has ended' }).waitFor();
      await look(step);
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(problems, []);
    t.diagnostic(`${CLOSING_STEPS.length} steps: light, dark, 390 px, 400 %`);
  });

  test('The first load is under 150 kB of script, gzipped', (t) => {
    loadsLittle(t, 'dist-operator', 'operator.html');
  });
});
