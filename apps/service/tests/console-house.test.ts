import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../../scripts/chromium.ts';
import { furnish, type HouseWorld, startHouse } from './console-house-world.ts';
import { isFilled, sitDown, skip } from './console-world.ts';
import { until } from './harness.ts';
import { newGln } from './new-gln.ts';
import { newSftpClient } from './sftp-world.ts';
import { verify } from './webhook-receiver.ts';

describe('webhooks, people, keys and the rest of the house in the console', { skip }, () => {
  let house: HouseWorld;
  let browser: Browser;

  before(async () => {
    house = await startHouse();
    await furnish(house);
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await house?.close();
  });

  const call = (method: string, path: string, body?: unknown) =>
    house.pappel.call(method, path, house.account.session, body);
  const open = async (path: string, session = house.account.session): Promise<Page> => {
    const { page, go } = await sitDown(browser, house.pappel, session);
    await go(path);
    return page;
  };
  const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
  /** No row has its role while a dialog stands before it, so the dialog has to be gone first. */
  const isGone = async (page: Page, text: string): Promise<void> => {
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor({ state: 'detached' });
    await rowOf(page, text).waitFor({ state: 'detached' });
  };
  const more = async (page: Page, row: string, item: string): Promise<void> => {
    await rowOf(page, row)
      .getByRole('button', { name: /^More for/ })
      .click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  /** Takes the value that is shown once, and shows that nothing but the box and the button closes it. */
  const takeSecret = async (page: Page, title: string): Promise<string> => {
    const sheet = page.getByRole('dialog', { name: title });
    await sheet.waitFor();
    const secret = await sheet.locator('[data-secret]').innerText();
    await page.keyboard.press('Escape');
    await sheet.getByRole('button', { name: 'Close' }).click({ force: true });
    assert.equal(await sheet.isVisible(), true);
    await sheet.getByRole('checkbox', { name: 'I have stored it' }).check();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'detached' });
    assert.ok(!(await page.content()).includes(secret));
    return secret;
  };
  /** Something happens that endpoints and the stream are told of. */
  const happen = () =>
    call('POST', '/v1/participants', {
      companyId: house.branch,
      scheme: '0088',
      value: newGln(),
      countryCode: 'SE',
      name: 'Depot',
    });

  test('An endpoint is added, its secret shown once verifies what comes, and a new secret replaces it', async () => {
    const page = await open('/webhooks');
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await page.getByLabel('Address that we call').fill('not an address');
    await page.getByLabel('Address that we call').fill(`${house.well.url}/journey`);
    await page.getByLabel('What it is for').fill('The journey');
    await page.getByRole('button', { name: 'Add it' }).click();
    const secret = await takeSecret(page, 'Copy the signing secret now');
    await happen();
    const mine = () => house.well.deliveries.filter(({ path }) => path === '/hook/journey');
    const [told] = await until(
      async () => mine(),
      (all) => all.length > 0,
    );
    assert.ok(told);
    assert.deepEqual(verify(secret, told), told.body);
    await more(page, '/hook/journey', 'New secret');
    await page.getByRole('button', { name: 'Make it in test' }).click();
    const rotated = await takeSecret(page, 'Copy the signing secret now');
    assert.notEqual(rotated, secret);
    const count = mine().length;
    await happen();
    const all = await until(
      async () => mine(),
      (some) => some.length > count,
    );
    const last = all.at(-1);
    assert.ok(last);
    assert.deepEqual(verify(rotated, last), last.body);
    await page.context().close();
  });

  test('The signature tester says what fits, and names a body that was written anew', async () => {
    const { body } = await call('POST', '/v1/webhooks', { url: `${house.well.url}/tester` });
    await call('POST', `/v1/webhooks/${body.id}/test`);
    const told = house.well.deliveries.findLast(({ path }) => path === '/hook/tester');
    assert.ok(told);
    const page = await open('/webhooks');
    await page.getByRole('button', { name: 'Check a signature' }).click();
    const sheet = page.getByRole('dialog', { name: 'Check a signature' });
    await sheet.getByLabel('Signing secret').fill(body.secret);
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      await sheet.getByLabel(name).fill(String(told.headers[name]));
    const check = async (text: string, says: RegExp) => {
      await sheet.getByLabel(/^Body/).fill(text);
      await sheet.getByRole('button', { name: 'Check' }).click();
      await sheet.getByText(says).waitFor();
    };
    await check(told.raw, /It fits: this call is ours/);
    await check(JSON.stringify(told.body, null, 2), /Take the raw body/);
    await check('{}', /It does not fit\. Another secret/);
    await page.context().close();
  });

  test('A failing endpoint stands first; its delivery shows request and answer, and goes out again once it is repaired', async () => {
    const page = await open('/webhooks?status=PENDING');
    const first = page.getByRole('table').first().getByRole('row').nth(1);
    assert.match(await first.innerText(), /Failing[\s\S]*waiting[\s\S]*502/);
    await page
      .getByRole('link', { name: /^participant\./ })
      .first()
      .click();
    await page.getByText('Answered 502 Bad Gateway').waitFor();
    await page.getByRole('img', { name: /Attempts: 2 of 3, next at/ }).waitFor();
    const request = page.getByRole('region', { name: 'Request' });
    assert.match(await request.innerText(), /POST \/hook[\s\S]*webhook-id[\s\S]*"type": "participant\./);
    await page.getByRole('tab', { name: 'They answered' }).click();
    assert.match(await page.getByRole('region', { name: 'Answer' }).innerText(), /<h1>Bad gateway<\/h1>/);
    const address = page.url();
    const broken = house.ill.answer;
    house.ill.answer = (_delivered, response) => response.writeHead(204).end();
    await page.getByRole('button', { name: 'Send again now' }).click();
    await page.getByText('Answered 204 No Content').waitFor();
    await page.reload();
    await page.getByText('Answered 204 No Content').waitFor();
    assert.equal(page.url(), address);
    await page.getByRole('button', { name: /^Replay all/ }).click();
    await page.getByRole('button', { name: 'Send again in test' }).click();
    await page.getByText('No delivery fits.').waitFor();
    house.ill.answer = broken;
    await page.context().close();
  });

  test('A test is sent and shown; an endpoint is switched off and on, told what it missed, and deleted', async () => {
    const made = await call('POST', '/v1/webhooks', { url: `${house.well.url}/switch` });
    const page = await open('/webhooks');
    await rowOf(page, '/hook/switch').getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('heading', { name: 'webhook.test' }).waitFor();
    await page.getByText('Answered 204 No Content').waitFor();
    await more(page, '/hook/switch', 'Switch off');
    await page.getByRole('button', { name: 'Switch off in test' }).click();
    await rowOf(page, '/hook/switch').getByText('Switched off', { exact: true }).waitFor();
    await happen();
    await rowOf(page, '/hook/switch').getByRole('button', { name: 'Switch on' }).click();
    await rowOf(page, '/hook/switch').getByText('Working').waitFor();
    await more(page, '/hook/switch', 'Send again what was missed');
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await until(
      async () => house.well.deliveries.filter(({ path }) => path === '/hook/switch'),
      (all) => all.some(({ body }) => body.type === 'participant.pending_approval'),
    );
    await more(page, '/hook/switch', 'Delete');
    await page.getByRole('button', { name: 'Delete in test' }).click();
    await isGone(page, '/hook/switch');
    const { body } = await call('GET', '/v1/webhooks');
    assert.ok(!body.webhooks.some(({ id }: { id: string }) => id === made.body.id));
    await page.context().close();
  });

  test('What happens stands on the page of events as it happens, and can be held still', async () => {
    const page = await open('/events');
    await page.getByText('Live', { exact: true }).waitFor();
    await isFilled(page);
    const count = () => page.getByRole('button', { name: 'participant.pending_approval' }).count();
    const before = await count();
    await happen();
    await until(count, (now) => now === before + 1);
    await page.getByRole('button', { name: 'participant.pending_approval' }).first().click();
    await page.getByRole('region', { name: 'Event as it is told' }).waitFor();
    await page.getByRole('button', { name: 'Hold still' }).click();
    await happen();
    await page.getByRole('button', { name: 'Go on, 1 new' }).waitFor();
    assert.equal(await count(), before + 1);
    await page.context().close();
  });

  test('A key is made with nothing preselected, shown once, opens what it may, and is revoked at once', async () => {
    const page = await open('/access');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByLabel('Name, of the program').fill('Nordlys sender');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByText('Choose at least one').waitFor();
    await page.getByLabel('Reaches').selectOption({ label: 'Almvik Bygg AB' });
    await page.getByRole('checkbox', { name: /^read/ }).check();
    await page.getByRole('button', { name: 'Make it' }).click();
    const key = await takeSecret(page, 'Copy the key now');
    const seen = async () => (await house.pappel.call('GET', '/v1/companies', key)).status;
    assert.equal(await seen(), 200);
    await rowOf(page, 'Nordlys sender').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke in test' }).click();
    await isGone(page, 'Nordlys sender');
    assert.equal(await seen(), 401);
    await page.context().close();
  });

  test('Somebody is invited, given another role, switched off and on; the last owner cannot be', async () => {
    const email = `${randomUUID()}@example.org`;
    const page = await open('/access');
    await page.getByRole('button', { name: 'Invite someone' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Petter Holm');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('radio', { name: 'Only these' }).check();
    await page.getByRole('checkbox', { name: 'Almvik Bygg AB' }).check();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await rowOf(page, email)
      .getByText(/invited, 47 h/)
      .waitFor();
    await house.mailbox.mailTo(email);
    await rowOf(page, email).getByRole('button', { name: 'Invite again' }).click();
    await house.mailbox.mailTo(email, 2);
    await more(page, email, 'Change role and companies');
    await page.getByLabel('Role').selectOption('company_admin');
    await page.getByRole('button', { name: 'Save' }).click();
    await rowOf(page, email).getByText('Company admin').waitFor();
    await more(page, email, 'Switch off');
    await page.getByRole('button', { name: 'Switch off in test' }).click();
    await isGone(page, email);
    await page.getByRole('link', { name: 'Show switched off' }).click();
    await rowOf(page, email).getByRole('button', { name: 'Switch on' }).click();
    await rowOf(page, email)
      .getByText(/invited, 47 h/)
      .waitFor();
    const own = rowOf(page, house.account.email).getByRole('button', { name: 'Switch off' });
    assert.equal(await own.getAttribute('aria-disabled'), 'true');
    await page.context().close();
  });

  test('The password of an SFTP login is made anew, shown once, and signs in', async () => {
    const page = await open('/sftp');
    await rowOf(page, 'almvik').getByRole('button', { name: 'New password' }).click();
    await page.getByRole('button', { name: 'Make it in test' }).click();
    const password = await takeSecret(page, 'Copy the password now');
    const { body } = await call('GET', '/v1/sftp/connection');
    await page.getByText(body.hostKeyFingerprint).waitFor();
    const client = newSftpClient();
    await client.connect({ host: '127.0.0.1', port: body.port, username: 'almvik', password });
    const names = (await client.list('/')).map(({ name }) => name);
    assert.ok(names.length > 0);
    await client.end();
    await page.context().close();
  });

  test('Usage is shown by day and by company, and its CSV is what the API answers', async () => {
    const from = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const to = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const page = await open(`/usage?from=${from}&to=${to}`);
    await rowOf(page, 'Almvik Bygg AB').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV of this period' }).click();
    const file = await download;
    assert.match(file.suggestedFilename(), /^usage-(\d{4}-\d\d-\d\d)-to-(\d{4}-\d\d-\d\d)-TEST\.csv$/);
    const { body } = await call('GET', `/v1/usage?format=csv&from=${from}&to=${to}`);
    assert.equal(readFileSync(await file.path(), 'utf8'), body);
    await page.getByRole('button', { name: 'As a table' }).click();
    assert.equal(await page.getByRole('table').first().getByRole('row').count(), 5);
    await page.context().close();
  });

  test('The address of the audit is its filter; Back takes a word away again', async () => {
    const page = await open('/audit?eventType=api_key.created');
    const rows = page.getByRole('row').filter({ hasText: 'made a key' });
    await rows.first().waitFor();
    assert.equal(await page.getByRole('row').filter({ hasText: 'signed in' }).count(), 0);
    await page.getByLabel('What was done').selectOption('');
    await page.getByRole('row').filter({ hasText: 'signed in' }).first().waitFor();
    await page.goBack();
    await page.getByRole('row').filter({ hasText: 'signed in' }).first().waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('An export is asked for, made, and downloaded', async () => {
    const page = await open('/account');
    await page.getByRole('button', { name: 'Make an export' }).click();
    const link = page.getByRole('link', { name: /^Download, 2[34] h/ });
    await link.waitFor({ timeout: 60_000 });
    const download = page.waitForEvent('download');
    await link.click();
    const bytes = readFileSync(await (await download).path());
    assert.equal(bytes.subarray(0, 2).toString(), 'PK');
    await page.context().close();
  });

  test('What one wants to be mailed, the theme and other sessions are changed under You', async () => {
    const page = await open('/me');
    const box = page.getByRole('checkbox', { name: /^Documents that did not arrive/ });
    await box.check();
    await until(
      async () => (await call('GET', '/v1/me')).body.user.notifications.documentsFailed,
      (isOn) => isOn === true,
    );
    await page.getByRole('button', { name: 'dark', exact: true }).click();
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
    await page.getByText('this one').waitFor();
    await page.context().close();
  });
});
