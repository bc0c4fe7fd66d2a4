import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../../scripts/chromium.ts';
import { type HouseWorld, startHouse } from './console-house-world.ts';
import { consoleOf, sitDown, skip, standOutside } from './console-world.ts';
import { PASSWORD } from './harness.ts';
import { passProvider } from './pass-provider.ts';
import { linkIn, newPerson } from './people.ts';
import { giveAuthenticator } from './virtual-authenticator.ts';

const NEW_PASSWORD = 'a passphrase that only she knows';

describe('the doors of the console', { skip }, () => {
  let house: HouseWorld;
  let browser: Browser;
  let base: string;

  before(async () => {
    house = await startHouse();
    browser = await openBrowser();
    base = consoleOf(house.pappel);
  });
  after(async () => {
    await browser?.close();
    await house?.close();
  });

  const open = async (path: string, session?: string) => {
    const seat = await (session
      ? sitDown(browser, house.pappel, session)
      : standOutside(browser, house.pappel));
    await seat.page.goto(base + path);
    return seat;
  };
  const enter = async (page: Page, email: string, password: string) => {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const heading = (page: Page, name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name }).waitFor();
  const setPassword = async (page: Page, password: string) => {
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('Once more').fill(password);
    await page.getByRole('button', { name: 'Set the password' }).click();
  };

  test('Who is not signed in goes to the door and comes back to where they wanted; a wrong password says one sentence', async () => {
    const { page, problems } = await open('/audit?q=owner');
    await heading(page, 'Sign in');
    await enter(page, house.account.email, 'not the right passphrase');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    assert.match(await alert.innerText(), /e-mail address or the password is wrong/);
    await enter(page, house.account.email, PASSWORD);
    await heading(page, 'Audit');
    assert.match(page.url(), /\/console\/audit\?q=owner$/);
    const kept = await page.evaluate(
      'JSON.stringify({...localStorage, ...sessionStorage}) + document.cookie',
    );
    assert.doesNotMatch(String(kept), /pus_/);
    assert.deepEqual(problems, []);
    await page.context().close();
  });

  test('An address of another site in next leads nowhere', async () => {
    for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', '/console/../../x']) {
      const { page } = await open(`/sign-in?next=${encodeURIComponent(next)}`);
      await enter(page, house.account.email, PASSWORD);
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      assert.equal(new URL(page.url()).origin, new URL(base).origin);
      await page.context().close();
    }
  });

  test('After too many wrong passwords the door is locked, and counts down', async () => {
    const { email } = await newPerson(house.pappel, house.account.session, 'member');
    const { page } = await open('/sign-in');
    for (let i = 0; i < 6; i++) {
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/v1/auth/login'));
      await enter(page, email, `wrong passphrase ${i}`);
      await answered;
    }
    const button = page.getByRole('button', { name: /^Again in / });
    await button.waitFor();
    assert.equal(await button.getAttribute('aria-disabled'), 'true');
    await page.context().close();
  });

  test('A forgotten password: the mailed link opens the console, sets a new one, and is used up', async () => {
    const { email } = await newPerson(house.pappel, house.account.session, 'member');
    const { page } = await open('/sign-in');
    await page.getByRole('link', { name: 'Forgotten?' }).click();
    await heading(page, 'A new password');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Mail me a link' }).click();
    await heading(page, 'Look into your mail');
    const { url } = linkIn(await house.mailbox.mailTo(email));
    await page.goto(url.href);
    await heading(page, 'Choose a password');
    assert.doesNotMatch(page.url(), /token/);
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByLabel('Once more').fill(`${NEW_PASSWORD}?`);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('The two are not the same').waitFor();
    await setPassword(page, NEW_PASSWORD);
    await heading(page, 'Your password is set');
    await page.goto('about:blank');
    await page.goto(url.href);
    await setPassword(page, `${NEW_PASSWORD} again`);
    await page.getByText('The link is used or too old').waitFor();
    await page.goto(`${base}/sign-in`);
    await enter(page, email, NEW_PASSWORD);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.context().close();
  });

  test('Somebody who is invited chooses a password and is in', async () => {
    const email = `${randomUUID()}@example.org`;
    const body = { name: 'Sanna Virtanen', email, role: 'member', companyIds: [house.branch] };
    await house.pappel.call('POST', '/v1/users', house.account.session, body);
    const { page } = await open('/sign-in');
    await page.goto(linkIn(await house.mailbox.mailTo(email)).url.href);
    await setPassword(page, NEW_PASSWORD);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await enter(page, email, NEW_PASSWORD);
    await page.getByText('Sanna Virtanen').waitFor();
    await page.context().close();
  });

  test('Who must change the password sees nothing else before, and goes on afterwards', async () => {
    const { id, email } = await newPerson(house.pappel, house.account.session, 'member');
    await house.pappel.service.base.database.pool.query(
      'update users set must_change_password = true where id = $1',
      [id],
    );
    const { page } = await open('/sign-in?next=/console/usage');
    await enter(page, email, PASSWORD);
    await heading(page, 'Choose a password');
    await page.goto(`${base}/usage`);
    await heading(page, 'Choose a password');
    await page.getByLabel('Present password').fill(PASSWORD);
    await setPassword(page, NEW_PASSWORD);
    await heading(page, 'Usage');
    await page.context().close();
  });

  test('Single sign-on: linked under You, then it opens the door; who is not linked is told', async () => {
    const person = await newPerson(house.pappel, house.account.session, 'member');
    const subject = randomUUID();
    house.provider.people.set(subject, { email: person.email, email_verified: true });
    const atProvider = (page: Page) => passProvider(page, house.provider, subject, base);
    const stranger = await open('/sign-in');
    await stranger.page.getByRole('button', { name: 'Continue with Company directory' }).click();
    await atProvider(stranger.page);
    await stranger.page.getByText('Nobody here is linked to that identity').waitFor();
    await stranger.page.context().close();
    const own = await open('/me', person.session);
    await own.page.getByRole('button', { name: 'Link your identity' }).click();
    await atProvider(own.page);
    await own.page.getByRole('button', { name: 'Unlink' }).waitFor();
    await own.page.context().close();
    const { page } = await open('/sign-in?next=/console/sftp');
    await page.getByRole('button', { name: 'Continue with Company directory' }).click();
    await atProvider(page);
    await heading(page, 'SFTP');
    assert.equal(await page.evaluate("sessionStorage.getItem('pappel.sso')"), null);
    await page.context().close();
  });

  test('A passkey is added under You and opens the door without a name', async () => {
    const person = await newPerson(house.pappel, house.account.session, 'member');
    const { page, context } = await open('/me', person.session);
    await giveAuthenticator(page);
    await page.getByLabel('Name of the device').fill('Desk');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Desk' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading(page, 'Sign in');
    // The field of the e-mail address offers it too, and this authenticator may say yes before the button is pressed.
    await page
      .getByRole('button', { name: 'Use a passkey' })
      .click({ timeout: 5000 })
      .catch(() => undefined);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await context.close();
  });

  test('A session that ends while somebody types: they sign in again over the page, and what was typed goes out', async () => {
    const { session } = house.account;
    const other = await house.pappel.call('POST', '/v1/auth/login', undefined, {
      email: house.account.email,
      password: PASSWORD,
    });
    const { page } = await open('/access', other.body.token);
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByLabel('Name, of the program that gets it').fill('Typed before the end');
    await page.getByRole('checkbox', { name: /^read/ }).check();
    const { body } = await house.pappel.call('GET', '/v1/sessions', other.body.token);
    const { id } = body.sessions.find(({ current }: { current: boolean }) => current);
    await house.pappel.call('DELETE', `/v1/sessions/${id}`, session);
    await page.getByRole('button', { name: 'Make it' }).click();
    const sheet = page.getByRole('dialog', { name: 'Sign in again' });
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await sheet.isVisible(), true);
    assert.equal(await sheet.getByLabel('E-mail').inputValue(), house.account.email);
    await sheet.getByLabel('Password').fill(PASSWORD);
    await sheet.getByRole('button', { name: 'Sign in', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    assert.equal(
      await page.getByLabel('Name, of the program that gets it').inputValue(),
      'Typed before the end',
    );
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('dialog', { name: 'Copy the key now' }).waitFor();
    await page.context().close();
  });

  test('Who signs out in one tab has signed out in all: the others stand at the door, and lead back after it', async () => {
    const { email } = await newPerson(house.pappel, house.account.session, 'member');
    const { page, context, problems } = await open('/sign-in');
    await enter(page, email, PASSWORD);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    const other = await context.newPage();
    await other.goto(`${base}/documents?q=4711`);
    await heading(other, 'Documents');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading(page, 'Sign in');
    await heading(other, 'Sign in');
    await enter(other, email, PASSWORD);
    await heading(other, 'Documents');
    assert.match(other.url(), /\/console\/documents\?q=4711$/);
    assert.deepEqual(problems, []);
    await context.close();
  });

  test('Staff at a desk are named on every page, and make no credentials', async () => {
    const { body } = await house.pappel.operate('desk-sessions', {
      accountId: house.account.accountId,
      reason: 'Look into a <b>missing</b> invoice',
      operatorName: 'Maja Ek',
    });
    const { page, problems } = await open(`/desk#token=${body.token}`);
    const strip = page.getByRole('complementary', { name: 'Operator at this desk' });
    await strip.waitFor();
    assert.match(await strip.innerText(), /Maja Ek, operator,.*Look into a <b>missing<\/b> invoice/s);
    assert.doesNotMatch(page.url(), /token/);
    for (const [path, name] of [
      ['/access', 'Make a key'],
      ['/access', 'Invite someone'],
      ['/webhooks', 'Add an endpoint'],
    ] as const) {
      await page.goto(base + path);
      const button = page.getByRole('button', { name });
      await button.waitFor();
      assert.equal(await button.getAttribute('aria-disabled'), 'true', name);
    }
    await page.goto(`${base}/me`);
    await page.getByText('Staff at a desk change no passwords').waitFor();
    const again = await open(`/desk#token=${body.token}`);
    await again.page.getByText('This handoff cannot be used any more').waitFor();
    await again.page.context().close();
    await strip.getByRole('button', { name: 'End' }).click();
    await heading(page, 'Sign in');
    assert.deepEqual(problems, []);
    await page.context().close();
  });
});
