import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../scripts/chromium.ts';
import { freePorts } from '../../../scripts/free-ports.ts';
import { operatorHome, outsideOperator, sitDownAsOperator, skip } from './console-operator-world.ts';
import { isFilled, type Seat } from './console-world.ts';
import { type Pappel, startPappel } from './harness.ts';
import { CLIENT, type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';
import { ask, newOperator, OPERATOR_PASSWORD, type Operator, signInOperator } from './operator-world.ts';
import { passProvider } from './pass-provider.ts';
import { giveAuthenticator } from './virtual-authenticator.ts';

describe("the doors of the operator's console", { skip }, () => {
  let pappel: Pappel;
  let browser: Browser;
  let admin: Operator;
  let provider: OpenIdProvider;
  const email = `${randomUUID()}@operator.example`;

  before(async () => {
    const [port = 0] = await freePorts(1);
    const home = `http://localhost:${port}`;
    provider = await startOpenIdProvider([`${home}/sso/callback`]);
    pappel = await startPappel({
      OPERATOR_PORT: String(port),
      OPERATOR_URL: home,
      OPERATOR_OIDC_ISSUER: provider.issuer,
      OPERATOR_OIDC_CLIENT_ID: CLIENT.id,
      OPERATOR_OIDC_CLIENT_SECRET: CLIENT.secret,
      OPERATOR_OIDC_PROVIDER: 'Company directory',
    });
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await pappel?.stop();
    await provider?.close();
  });

  test('The shared token makes the first operator in the browser, who is in at once; nobody is made so again', async () => {
    const { page, go, problems } = await outsideOperator(browser, pappel);
    await go('/');
    await page.getByRole('heading', { name: 'Nobody runs this yet' }).waitFor();
    await page.getByRole('link', { name: 'Make the first operator' }).click();
    await page.getByLabel('Token of this installation').fill('not the token of this installation');
    await page.getByLabel('Your name').fill('Maja Ek');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel(/^New password/).fill(OPERATOR_PASSWORD);
    await page.getByLabel('Once more').fill(OPERATOR_PASSWORD);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Token of this installation').fill(pappel.service.base.operatorToken);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByText('Maja Ek').waitFor();
    assert.deepEqual(problems, []);
    const token = await signInOperator(pappel, email);
    const { body } = await ask(pappel, 'GET', '/operator/v1/me', token);
    admin = { id: body.operator.id, email, token };

    const again = await outsideOperator(browser, pappel);
    await again.go('/');
    await again.page.getByRole('heading', { name: 'Operator, sign in' }).waitFor();
  });

  test('Who is not signed in comes back to where they wanted; the session is in a cookie that no script reads', async () => {
    const { page, go, context } = await outsideOperator(browser, pappel);
    await go('/audit?q=Maja');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill(OPERATOR_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Audit' }).waitFor();
    assert.match(page.url(), /\/audit\?q=Maja$/);
    const cookies = await context.cookies();
    const [kept] = cookies.filter(({ name }) => name === 'pappel-operator');
    assert.deepEqual([kept?.httpOnly, kept?.sameSite], [true, 'Strict']);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Operator, sign in' }).waitFor();
    const refused = await context.request.get(`${operatorHome(pappel)}/api/operator/v1/me`);
    assert.equal(refused.status(), 401);
  });

  test('In a narrow window Overview leads to every place that the bottom has no word for, to You, and out of every tab', async () => {
    const token = await signInOperator(pappel, email);
    const narrow = { width: 390, height: 844 };
    const { page, go, context, problems } = await sitDownAsOperator(browser, pappel, { token }, narrow);
    const rest = page.getByRole('navigation', { name: 'More places' });
    const places = [
      'Addresses',
      'Desks',
      'Certificates',
      'Reports',
      'SFTP logins',
      'Jobs',
      'Operators',
      'Audit',
    ];
    for (const place of [...places, 'Maja Ek']) {
      await go('/');
      await rest.getByRole('link', { name: new RegExp(`^${place}`) }).click();
      await page.getByRole('heading', { level: 1, name: place }).waitFor();
    }
    const other = await context.newPage();
    await other.goto(`${operatorHome(pappel)}/jobs`);
    await other.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    await go('/');
    await rest.getByRole('button', { name: 'Sign out' }).click();
    for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Operator, sign in' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  test('A write that no script of our own origin sent has no session, and an address of another site in next leads nowhere', async () => {
    const { page, context } = await sitDownAsOperator(browser, pappel, admin);
    const home = operatorHome(pappel);
    const without = await context.request.post(`${home}/api/operator/v1/auth/logout`);
    assert.equal(without.status(), 401);
    const foreign = await context.request.get(`${home}/api/operator/v1/me`, {
      headers: { origin: 'https://elsewhere.example' },
    });
    assert.equal(foreign.status(), 401);
    await page.goto(`${home}/sign-in?next=https://elsewhere.example/`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(OPERATOR_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    assert.equal(new URL(page.url()).origin, home);
    const answer = await context.request.get(`${home}/nothing-of-ours`);
    assert.equal(answer.status(), 404);
    assert.equal((await answer.json()).error.code, 'NOT_FOUND');
  });

  test('An admin adds an operator, whose password is shown once and changed at the first sign-in', async () => {
    const { page, go } = await sitDownAsOperator(browser, pappel, admin);
    await go('/operators');
    await page.getByRole('button', { name: 'Add an operator' }).click();
    const invited = `${randomUUID()}@operator.example`;
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Nils <b>Holm</b>');
    await dialog.getByLabel('E-mail').fill(invited);
    await dialog.getByLabel('Role').selectOption('agent');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const password = await page.locator('[data-secret]').innerText();
    await page.getByLabel('I have stored it').check();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Nils <b>Holm</b>').first().waitFor();

    const theirs = await outsideOperator(browser, pappel);
    await theirs.go('/');
    await theirs.page.getByLabel('E-mail').fill(invited);
    await theirs.page.getByLabel('Password').fill(password);
    await theirs.page.getByRole('button', { name: 'Sign in' }).click();
    await theirs.page.getByRole('heading', { name: 'Choose a password' }).waitFor();
    await theirs.page.getByLabel('Present password').fill(password);
    await theirs.page.getByLabel(/^New password/).fill(OPERATOR_PASSWORD);
    await theirs.page.getByLabel('Once more').fill(OPERATOR_PASSWORD);
    await theirs.page.getByRole('button', { name: 'Set the password' }).click();
    await theirs.page.getByRole('navigation', { name: 'Main' }).getByText('Agent').waitFor();
  });

  test('The provider leads who is an operator to where they wanted, and tells who is none [OPR-39]', async () => {
    const nils = await newOperator(pappel, admin, 'agent', 'Nils Holm');
    const known = (mail: string) => {
      const subject = randomUUID();
      provider.people.set(subject, { email: mail, email_verified: true });
      return subject;
    };
    const leave = async (seat: Seat, subject: string) => {
      await seat.go('/audit?q=Nils');
      await seat.page.getByRole('button', { name: 'Continue with Company directory' }).click();
      await passProvider(seat.page, provider, subject, operatorHome(pappel));
    };
    const stranger = await outsideOperator(browser, pappel);
    await leave(stranger, known('stranger@operator.example'));
    await stranger.page.getByText('Nobody here comes in by that identity').waitFor();
    const seat = await outsideOperator(browser, pappel);
    await leave(seat, known(nils.email));
    await seat.page.getByRole('heading', { name: 'Audit' }).waitFor();
    assert.match(seat.page.url(), /\/audit\?q=Nils$/);
    await seat.go('/me');
    await seat.page.getByText(/Signed in with single sign-on until/).waitFor();
    await seat.page.getByText('You came by single sign-on').waitFor();
    assert.deepEqual([...stranger.problems, ...seat.problems], []);
  });

  test('A passkey is added under You and opens the door without a name; an admin removes it, and its session ends [OPR-35, OPR-38]', async () => {
    const pia = await newOperator(pappel, admin, 'agent', 'Pia Berg');
    const { page, go, problems } = await sitDownAsOperator(browser, pappel, pia);
    await go('/me');
    await giveAuthenticator(page);
    await page.getByLabel('Name of the device').fill('Desk');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Desk' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Operator, sign in' }).waitFor();
    // The field of the e-mail address offers it too, and this authenticator may say yes before the button is pressed.
    await page
      .getByRole('button', { name: 'Use a passkey' })
      .click({ timeout: 5000 })
      .catch(() => undefined);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await go('/me');
    await page.getByText(/Signed in with a passkey until/).waitFor();

    const theirs = await sitDownAsOperator(browser, pappel, admin);
    await theirs.go('/operators');
    await theirs.page.getByRole('button', { name: 'Passkeys… Pia Berg' }).click();
    await theirs.page.getByRole('button', { name: 'Remove Desk' }).click();
    const question = theirs.page.getByRole('dialog', { name: 'Remove Desk of Pia Berg' });
    await question.getByRole('button', { name: 'Remove in test' }).click();
    await question.waitFor({ state: 'detached' });
    await theirs.page.getByRole('button', { name: 'Passkeys… Pia Berg' }).waitFor({ state: 'detached' });
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    assert.deepEqual([...problems, ...theirs.problems], []);
  });

  test('A token is shown once and revoked; the audit names who did it', async () => {
    const { page, go } = await sitDownAsOperator(browser, pappel, admin);
    await go('/operators');
    await page.getByRole('button', { name: 'Make a token…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Name/).fill('Prometheus');
    await dialog.getByRole('button', { name: 'Make it' }).click();
    const value = await page.locator('[data-secret]').innerText();
    assert.match(value, /^pop_/);
    await page.getByLabel('I have stored it').check();
    await page.getByRole('button', { name: 'Close' }).click();
    assert.equal((await ask(pappel, 'GET', '/operator/v1/me', value)).status, 200);
    await page.getByRole('button', { name: 'Revoke… Prometheus' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Revoke/ })
      .click();
    await page.getByText('None. The command line').waitFor();
    assert.equal((await ask(pappel, 'GET', '/operator/v1/me', value)).status, 401);
    await go('/audit?q=Prometheus');
    await page.getByRole('cell', { name: 'Maja Ek' }).first().waitFor();
  });

  test('A viewer is shown no button that adds, changes or switches off', async () => {
    const viewer = await newOperator(pappel, admin, 'viewer');
    const { page, go } = await sitDownAsOperator(browser, pappel, viewer);
    for (const path of ['/operators', '/reports']) {
      await go(path);
      await isFilled(page);
      const words = await page.locator('main').getByRole('button').allInnerTexts();
      // One's own tokens are one's own: at most what one may anyhow.
      assert.deepEqual(
        words.filter((word) => word !== 'Make a token…'),
        [],
        path,
      );
    }
  });

  test('A session that ends while somebody works is begun again over the page', async () => {
    const agent = await newOperator(pappel, admin, 'agent');
    const { page, go } = await sitDownAsOperator(browser, pappel, agent);
    await go('/audit');
    await page.getByLabel(/^Name, or what/).fill('something that is typed');
    await ask(pappel, 'POST', '/operator/v1/auth/logout', agent.token);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await dialog.getByLabel('Password').fill(OPERATOR_PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel(/^Name, or what/).inputValue(), 'something that is typed');
  });
});
