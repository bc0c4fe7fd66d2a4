import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../scripts/chromium.ts';
import { operatorHome, outsideOperator, sitDownAsOperator, skip } from './console-operator-world.ts';
import { isFilled, type Seat } from './console-world.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';
import { ask, firstOperator, newOperator, type Operator } from './operator-world.ts';
import { failSending, lockLogin } from './trouble.ts';

describe("the operator's console", { skip }, () => {
  let pappel: Pappel;
  let timber: Account;
  let furniture: Account;
  let browser: Browser;
  let admin: Operator;
  let agent: Operator;
  let viewer: Operator;
  let seat: Seat;

  before(async () => {
    pappel = await startPappel({ RETRY_SCHEDULE: '3600,3600,3600' });
    [timber, furniture] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
    await activeParticipant(pappel, timber, TIMBER);
    admin = await firstOperator(pappel);
    agent = await newOperator(pappel, admin, 'agent', 'Nils Holm');
    viewer = await newOperator(pappel, admin, 'viewer');
    browser = await openBrowser();
    seat = await sitDownAsOperator(browser, pappel, agent);
  });
  after(async () => {
    await browser?.close();
    await pappel?.stop();
  });

  const register = async (address: string, name: string): Promise<string> => {
    const [scheme, value] = address.split(':');
    const { status, body } = await pappel.call('POST', '/v1/participants', furniture.key, {
      companyId: furniture.companyId,
      scheme,
      value,
      name,
      capabilities: [{ documentTypeId: 'invoice', direction: 'BOTH' }],
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body.id;
  };
  const statusOf = async (id: string): Promise<string> =>
    (await pappel.call('GET', `/v1/participants/${id}`, furniture.key)).body.status;

  test('An address that waits shows what was looked at; approved by a key, it is on the network', async () => {
    const id = await register(FURNITURE, 'Fjord Furniture AS');
    const { page, go } = seat;
    await go('/');
    await page.getByRole('heading', { name: /^Waiting for approval/ }).waitFor();
    const row = page.getByRole('row').filter({ hasText: FURNITURE });
    await row.getByText('Fjord Furniture AS').first().waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('a');
    await page.getByText(`Approving ${FURNITURE}`).first().waitFor();
    const status = await until(
      () => statusOf(id),
      (now) => now === 'ACTIVE',
    );
    assert.equal(status, 'ACTIVE');
    await row.waitFor({ state: 'detached' });
  });

  test('The letters of a search approve nothing; an approval is taken back before it is sent; a rejection gives the customer its reason', async () => {
    const id = await register('0192:974760673', 'A second one');
    const { page, go } = seat;
    await go('/approvals');
    await page.getByRole('button', { name: 'Approve 0192:974760673' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('ax');
    assert.equal(await page.getByRole('combobox', { name: 'Find' }).inputValue(), 'ax');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Find' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Approve 0192:974760673' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Reject… 0192:974760673' }).click();
    await page.getByLabel('Why, for the customer to read').fill('We could not reach you.');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('No address waits').waitFor();
    const { body } = await pappel.call('GET', `/v1/participants/${id}`, furniture.key);
    assert.deepEqual([body.status, body.statusReason], ['REJECTED', 'We could not reach you.']);
  });

  test('A document that is stuck stands with its reason; after Retry it is sent', async () => {
    const submit = async () =>
      (
        await pappel.call('POST', '/v1/messages', timber.key, {
          sender: TIMBER,
          receiver: '0192:810418052',
          type: 'invoice',
          payload: fixture('invoice.xml').replaceAll('991825827', '810418052'),
        })
      ).body.id as string;
    const id = await submit();
    await until(
      () => pappel.call('GET', `/v1/messages/${id}`, timber.key),
      ({ body }) => body.status === 'DISCOVERY_FAILED',
    );
    const late = await register('0192:810418052', 'A late one');
    await ask(pappel, 'POST', `/operator/v1/participants/${late}/approve`, agent.token, {});
    await until(
      () => statusOf(late),
      (now) => now === 'ACTIVE',
    );
    const { page, go } = seat;
    await go('/documents');
    const group = page.getByRole('row').filter({ hasText: 'PARTICIPANT_NOT_FOUND' });
    await group.getByText('Not on Peppol.').waitFor();
    await group.getByRole('button', { name: /^Retry 1…/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Retry 1/ })
      .click();
    const { body } = await until(
      () => pappel.call('GET', `/v1/messages/${id}`, timber.key),
      (answer) => answer.body.status === 'AS4_ACCEPTED',
    );
    assert.equal(body.status, 'AS4_ACCEPTED');
    await go(`/documents/${id}`);
    await page.getByRole('heading', { name: /Delivered/ }).waitFor();
    await page
      .getByText(/Attempt \d+: accepted/)
      .first()
      .waitFor();
    assert.equal(await page.getByText('Nordic Timber AB').first().isVisible(), true);
    // Nothing of what stands in the document.
    assert.doesNotMatch(await page.locator('body').innerHTML(), /1250\.00/);
  });

  test('An account is found, suspended with a reason and resumed', async () => {
    const { page, go } = seat;
    await go('/accounts');
    await page.getByRole('searchbox').fill('Nordic');
    await page.getByRole('link', { name: /Nordic Timber AB/ }).click();
    await page.getByRole('button', { name: 'Suspend…' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Unpaid since March');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('heading', { name: /Suspended/ }).waitFor();
    const refused = await pappel.call('POST', '/v1/messages', timber.key, {
      sender: TIMBER,
      receiver: FURNITURE,
      type: 'invoice',
      payload: fixture('invoice.xml'),
    });
    assert.equal(refused.body.error.code, 'ACCOUNT_SUSPENDED');
    await page.getByRole('button', { name: 'Resume…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('heading', { name: 'Nordic Timber AB Active' }).waitFor();
    await go('/audit');
    await page.getByRole('cell', { name: 'account.suspended' }).waitFor();
    await page.getByText('Unpaid since March').first().waitFor();
  });

  test('A link that is followed while one types leads where it says, however late its page comes', async () => {
    const { page, go, context } = await sitDownAsOperator(browser, pappel, agent);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(/account-page/, (route) => held.then(() => route.continue()));
    await page.clock.install();
    await go('/accounts');
    const link = page.getByRole('link', { name: /Nordic Timber AB/ });
    await link.waitFor();
    await page.getByRole('searchbox').fill('Nordic');
    await link.click();
    await page.clock.fastForward(2_000);
    release();
    await page.getByRole('button', { name: 'Suspend…' }).waitFor();
    await context.close();
  });

  test('An admin closes an account, hands its export over, and takes the closing back', async () => {
    const leaving = await signUp(pappel, 'Leaving AS', 'NO');
    const { page, go, context } = await sitDownAsOperator(browser, pappel, admin);
    await go(`/accounts/${leaving.accountId}`);
    await page.getByRole('button', { name: 'Close…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It waits for nothing.').waitFor();
    await dialog.getByLabel(/^Why/).fill('The contract has ended');
    await dialog.getByLabel('Type Leaving AS to go on').fill('Leaving');
    await dialog.getByRole('button', { name: 'Close the account' }).click();
    assert.equal((await pappel.call('GET', '/v1/me', leaving.key)).status, 200);
    await dialog.getByLabel('Type Leaving AS to go on').fill('Leaving AS');
    await dialog.getByRole('button', { name: 'Close the account' }).click();
    await page.getByRole('heading', { name: 'Closing' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'The contract has ended' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Keys, logins and webhooks ended, done' }).waitFor();
    assert.equal((await pappel.call('GET', '/v1/me', leaving.key)).status, 401);
    await page.getByRole('button', { name: 'Link to the export…' }).click();
    const link = await page.locator('[data-secret]').textContent();
    const { headers } = await fetch(link ?? '');
    assert.equal(headers.get('content-type'), 'application/zip');
    await page.getByLabel('I have stored it').check();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Take it back…' }).click();
    await dialog.getByRole('textbox').fill('They stay');
    await dialog.getByRole('button', { name: 'Open again' }).click();
    await page.getByRole('heading', { name: 'Leaving AS Active' }).waitFor();
    await go('/audit');
    await page.getByText('They stay').first().waitFor();
    await context.close();
  });

  test('A job that fails is found by its document, run at once, and given up with a reason', async () => {
    const { page, go } = seat;
    const mended = await failSending(pappel, 'Error: mended since');
    const hopeless = await failSending(pappel, 'Error: hopeless');
    await go(`/jobs?q=${mended}`);
    await page.getByText('Error: mended since').waitFor();
    await page.getByRole('button', { name: /^Run now/ }).click();
    await page.getByText('None fits.').waitFor();
    await go('/jobs?q=outbound.send');
    const row = page.getByRole('row').filter({ hasText: 'Error: hopeless' });
    await row.getByRole('button', { name: /^Give up/ }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('It is sent anew');
    await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
    await row.getByText('Given up', { exact: true }).waitFor();
    assert.equal(await row.getByRole('button').count(), 0);
    await go(`/audit?q=${hopeless}`);
    await page.getByText('It is sent anew').first().waitFor();
    await go(`/audit?q=${mended}`);
    await page.getByRole('cell', { name: 'job.hurried' }).waitFor();
  });

  test('An SFTP login says for which address it is locked, and is unlocked [SFT-16]', async () => {
    const { page, go } = seat;
    const login = { accountId: timber.accountId, username: 'till-9', authMethod: 'PASSWORD' };
    const made = await ask(pappel, 'POST', '/operator/v1/sftp/logins', agent.token, login);
    await lockLogin(pappel, made.body.login.id, '192.0.2.7');
    await go('/sftp');
    const row = page.getByRole('row').filter({ hasText: 'till-9' });
    await row.getByText('Locked for 192.0.2.7 until').waitFor();
    await row.getByRole('button', { name: /^Unlock/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Unlock/ })
      .click();
    await row.getByText('Locked for').waitFor({ state: 'detached' });
    await go('/audit');
    await page.getByRole('cell', { name: 'sftp_login.unlocked' }).waitFor();
  });

  test('An owner who is lost is let in again by a link or a password, each shown once', async () => {
    const { page, go } = seat;
    await go(`/accounts/${furniture.accountId}`);
    const lost = page.getByRole('button', { name: /^Lost the way in/ });
    const letIn = async (how: string): Promise<string> => {
      await lost.click();
      await page.getByLabel('With').selectOption(how);
      await page.getByLabel('How you made sure').fill('Called back under the number in the register');
      await page.getByRole('button', { name: 'Let in' }).click();
      const shown = await page.locator('[data-secret]').textContent();
      await page.getByLabel('I have stored it').check();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.locator('[data-secret]').waitFor({ state: 'detached' });
      return shown ?? '';
    };
    const password = await letIn('password');
    const credentials = { email: furniture.email, password };
    const { body } = await pappel.call('POST', '/v1/auth/login', undefined, credentials);
    assert.equal(body.user.mustChangePassword, true);

    const link = await letIn('link');
    const { page: owner } = await outsideOperator(browser, pappel);
    await owner.goto(link);
    await owner.getByLabel('New password').fill('chosen by the owner themselves');
    await owner.getByLabel('Once more').fill('chosen by the owner themselves');
    await owner.getByRole('button', { name: 'Set the password' }).click();
    await owner.getByRole('heading', { name: 'Your password is set' }).waitFor();
    await owner.context().close();
    await go('/audit');
    await page.getByText('Called back under the number in the register').nth(1).waitFor();
  });

  test('A desk opens the customer’s console with the operator’s name and reason, is listed, and is ended', async () => {
    const { page, go, context } = seat;
    await go('/');
    await page.getByRole('button', { name: 'Sit at a customer’s desk…' }).click();
    await page.getByRole('combobox', { name: 'Account' }).fill('Nordic');
    await page.getByRole('option', { name: /Nordic Timber AB/ }).click();
    await page.getByLabel('Why; the customer sees this').fill('Ticket 8812');
    await page.getByRole('button', { name: 'Make a link' }).click();
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Open their console' }).click();
    const desk = await opened;
    const strip = desk.getByRole('complementary', { name: 'Operator at this desk' });
    await strip.getByText('Ticket 8812').waitFor();
    await strip.getByText('Nils Holm, operator,').waitFor();
    await go('/desks');
    await page.getByText('“Ticket 8812” The customer sees this too.').waitFor();
    await page.getByRole('button', { name: 'End the session at Nordic Timber AB' }).click();
    await page.getByText('Nobody sits at a customer’s desk').waitFor();
    await desk.close();
  });

  test('An access point is held back and let go again', async () => {
    const { page, go } = seat;
    await go('/network');
    await page.getByRole('button', { name: 'Hold an access point back…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Its endpoint').fill('https://as4.leverance.example/as4');
    await dialog.getByLabel('Why').fill('They asked for an hour');
    await dialog.getByRole('button', { name: 'Hold back' }).click();
    await page.getByText(/^Open until/).waitFor();
    await page.getByText('They asked for an hour').waitFor();
    await page.getByRole('button', { name: 'Close… the circuit of as4.leverance.example' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close the circuit' }).click();
    await page.getByText(/^Open until/).waitFor({ state: 'detached' });
  });

  test('A viewer sees every screen and no button that writes', async () => {
    const { page, go, problems } = await sitDownAsOperator(browser, pappel, viewer);
    const account = `/accounts/${timber.accountId}`;
    for (const path of [
      '/',
      '/approvals',
      '/documents',
      '/accounts',
      account,
      '/addresses',
      '/desks',
      '/network',
      '/reports',
      '/sftp',
      '/jobs',
      '/certificates',
    ]) {
      await go(path);
      await isFilled(page);
      // To copy an id writes nothing.
      const words = await page.locator('main button:not(.copy)').allTextContents();
      assert.deepEqual(words, [], path);
    }
    assert.deepEqual(problems, []);
    const path = `/operator/v1/accounts/${timber.accountId}/suspend`;
    const refused = await ask(pappel, 'POST', path, viewer.token, {});
    assert.equal(refused.status, 403);
  });

  test('A link of this console restores its view', async () => {
    const { page, go } = seat;
    await go('/accounts?q=Fjord&status=ACTIVE');
    await page.getByRole('link', { name: /Fjord Furniture AS/ }).waitFor();
    assert.equal(await page.getByRole('link', { name: /Nordic Timber AB/ }).count(), 0);
    assert.equal(page.url(), `${operatorHome(pappel)}/accounts?q=Fjord&status=ACTIVE`);
  });
});
