import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../scripts/chromium.ts';
import { type Seat, sitDown, skip } from './console-world.ts';
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

const invoice = fixture('invoice.xml');
const numbered = (number: string) => invoice.replace(/<cbc:ID>[^<]*<\/cbc:ID>/, `<cbc:ID>${number}</cbc:ID>`);

describe('the console, for who sends and receives', { skip }, () => {
  let pappel: Pappel;
  let timber: Account;
  let furniture: Account;
  let browser: Browser;
  let sender: Seat;
  let receiver: Seat;

  const submit = async (payload: string) =>
    (
      await pappel.call('POST', '/v1/messages', timber.key, {
        sender: TIMBER,
        receiver: FURNITURE,
        type: 'invoice',
        payload,
      })
    ).body.id as string;
  const waiting = async (): Promise<string[]> => {
    const { body } = await pappel.call(
      'GET',
      '/v1/messages?status=CUSTOMER_DELIVERY_QUEUED&limit=100',
      furniture.key,
    );
    return body.messages.map(({ id }: { id: string }) => id);
  };

  before(async () => {
    pappel = await startPappel();
    [timber, furniture] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
    await activeParticipant(pappel, furniture, FURNITURE);
    browser = await openBrowser();
    sender = await sitDown(browser, pappel, timber.session);
    receiver = await sitDown(browser, pappel, furniture.session);
  });
  after(async () => {
    await browser?.close();
    await pappel?.stop();
  });

  test('A number is checked while it is typed, registered, approved by the operator, and the page follows by itself', async () => {
    const { page, go } = sender;
    await go('/');
    await page.getByText('Two are done.').or(page.getByText('Three are done.')).waitFor();
    await go('/addresses/new');
    await page.getByLabel('Number', { exact: true }).fill('5567321708');
    await page.getByText('the check digit of 5567321708 is wrong').waitFor();
    await page.getByLabel('Number', { exact: true }).fill('556732-1707');
    await page.getByText('Free: nobody has it on the network.').waitFor();
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Waits for the operator').first().waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1);
    await pappel.operate(`participants/${id}/approve`);
    await page.getByRole('heading', { name: `${TIMBER} On the network` }).waitFor();
    await page.getByText('Entry written').waitFor();
  });

  test('Pasted XML is checked and its receiver looked up; sent, it arrives at the other side and is acknowledged there', async () => {
    const { page, go } = sender;
    await go('/documents/new');
    await page
      .getByLabel('Document')
      .fill(numbered('CON-1').replace(/>[\d.]+<\/cbc:TaxInclusiveAmount>/, '>1.00</cbc:TaxInclusiveAmount>'));
    await page
      .getByText(/broken rule/)
      .first()
      .waitFor();
    await page.getByLabel('Document').fill(numbered('CON-1'));
    await page.getByText('Keeps the rules').waitFor();
    await page
      .getByText(/reachable/)
      .first()
      .waitFor();
    assert.match(
      await page.getByRole('region', { name: 'Command' }).innerText(),
      /Idempotency-Key: [0-9a-f-]{36}/,
    );
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: 'Invoice CON-1 Delivered' }).waitFor();
    await page.getByText('Signature good').waitFor();
    await page.getByText('Sent and receipt').waitFor();

    await until(waiting, (ids) => ids.length === 1);
    await receiver.go('/inbox');
    await receiver.page.getByRole('heading', { name: 'Invoice CON-1' }).waitFor();
    await receiver.page.keyboard.press('e');
    await receiver.page.getByText('Nothing waits to be collected').waitFor();
    assert.deepEqual(await waiting(), []);
  });

  test('What arrives while one looks is announced and moves nothing; it enters when one asks for it', async () => {
    const { page, go } = receiver;
    await go('/documents');
    await page.getByText('Live', { exact: true }).waitFor();
    const rows = page.locator('table.docs tbody tr');
    await rows.first().waitFor();
    const before = await rows.count();
    await submit(numbered('CON-2'));
    const fresh = page.getByRole('button', { name: /1 new document, show/ });
    await fresh.waitFor();
    assert.equal(await rows.count(), before);
    assert.match(await page.locator('p[role=status].sr').last().innerText(), /1 new document/);
    await fresh.click();
    await page.getByRole('link', { name: 'CON-2' }).waitFor();
    assert.equal(await rows.count(), before + 1);
  });

  test('A row changes in its place when its document does', async () => {
    const { page, go } = receiver;
    await go('/documents?q=CON-2');
    const row = page.getByRole('row', { name: /CON-2/ });
    await row.getByText('To collect').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    const [id] = await waiting();
    await pappel.call('POST', `/v1/messages/${id}/ack`, furniture.key);
    await row.getByText('Collected').waitFor();
  });

  test('Several are selected by keyboard and acknowledged together', async () => {
    for (const number of ['CON-3', 'CON-4']) await settled(pappel, timber, await submit(numbered(number)));
    await until(waiting, (ids) => ids.length === 2);
    const { page, go } = receiver;
    await go('/documents?status=CUSTOMER_DELIVERY_QUEUED');
    await page.getByRole('link', { name: 'CON-4' }).waitFor();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('2 documents selected').waitFor();
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
    await page.getByRole('button', { name: 'Acknowledge 2 in test' }).click();
    await page.getByText('No document fits').waitFor();
    assert.deepEqual(await waiting(), []);
  });

  test('A corrected file is checked beside a rejected document: what is mended is struck, what is new is told, nothing is sent', async () => {
    const broken = (amount: string) =>
      numbered('CON-5').replace(
        /(<cbc:TaxInclusiveAmount[^>]*>)[^<]*/,
        (_, element: string) => element + amount,
      );
    const id = await submit(broken('1.00'));
    await settled(pappel, timber, id);
    const { page, go } = sender;
    await go(`/documents/${id}`);
    const findings = page.locator('article.finding');
    await findings.first().waitFor();
    const before = await findings.count();
    const correct = (xml: string) =>
      page
        .getByLabel('Check a corrected file')
        .setInputFiles({ name: 'corrected.xml', mimeType: 'application/xml', buffer: Buffer.from(xml) });
    await correct(numbered('CON-5').replace(/<cbc:DocumentCurrencyCode>.*<\/cbc:DocumentCurrencyCode>/, ''));
    await page.getByRole('heading', { name: /^New in it/ }).waitFor();
    await page.getByText(/\d errors? left, of which \d new\. Nothing was sent/).waitFor();
    await correct(numbered('CON-5'));
    await page.getByText('no rule is broken any more').waitFor();
    assert.equal(await findings.locator('del').count(), before);
    const { body } = await pappel.call('GET', '/v1/messages?q=CON-5', timber.key);
    assert.deepEqual(
      body.messages.map((one: { id: string }) => one.id),
      [id],
    );
  });

  test('The address of a list gives the same list again, and its CSV has exactly its rows', async () => {
    const { page, go } = receiver;
    await go('/documents?direction=INBOUND&q=CON-3');
    await page.getByRole('link', { name: 'CON-3' }).waitFor();
    assert.equal(await page.locator('table.docs tbody tr').count(), 1);
    assert.equal(await page.getByRole('button', { name: 'Received' }).getAttribute('aria-pressed'), 'true');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV of this list' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    assert.equal(csv.trim().split('\n').length, 2);
    assert.match(csv, /CON-3/);
  });

  test('A number typed after Ctrl K leads to its document without a mouse', async () => {
    const { page, go } = receiver;
    await go('/');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('CON-3');
    await page.getByRole('option', { name: /Invoice CON-3/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Invoice CON-3/ }).waitFor();
  });

  test('Enter right after a number leads to its document too, and not to what fewer letters had found', async () => {
    const { page, go } = receiver;
    await go('/');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('CON-');
    await page
      .getByRole('option', { name: /Invoice CON-/ })
      .first()
      .waitFor();
    await page.keyboard.press('3');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Invoice CON-3/ }).waitFor();
  });

  test('g and a letter lead to a place, ? lists the keys, and no letter acts in a field', async () => {
    const { page, go } = receiver;
    await go('/documents');
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'Network', level: 1 }).waitFor();
    await page.getByLabel('Number, address or name').fill('');
    await page.getByLabel('Number, address or name').pressSequentially('gd?');
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Network');
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
  });

  test('An address is looked up with what it takes, and a list of addresses is checked at once', async () => {
    const { page, go } = sender;
    await go(`/network?q=${FURNITURE}`);
    await page.getByText('Yes, reachable').waitFor();
    await page
      .getByRole('region', { name: `Address ${FURNITURE}` })
      .getByText('Credit note')
      .waitFor();
    await go('/network/check');
    await page.getByLabel('Addresses').fill(`${FURNITURE}\n0192:999999999\nnonsense`);
    await page.getByRole('button', { name: 'Check' }).click();
    for (const said of ['Reachable', 'Not found', 'Not an address'])
      await page.getByRole('cell', { name: said }).waitFor();
  });

  test('A type is added to an address and taken away again, each after the page has said what follows', async () => {
    const { page, go } = sender;
    await go('/addresses');
    await page.getByRole('link', { name: TIMBER }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('Type').selectOption('order');
    await page.locator('form.inline').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Remove Order' }).click();
    await page.getByText('Others can no longer send it').waitFor();
    await page.getByRole('button', { name: 'Remove in test' }).click();
    // What is behind a dialog has no role while it is open.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove Order' }).waitFor({ state: 'detached' });
  });

  test('A second company is added, and narrowing to it narrows every list and its links', async () => {
    const { page, go } = sender;
    await go('/companies/new');
    await page.getByLabel('Name', { exact: true }).fill('Timber Branch AB');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'Timber Branch AB' }).waitFor();
    await page.getByRole('button', { name: /All companies/ }).click();
    await page.getByRole('combobox', { name: 'Company' }).waitFor();
    await page.keyboard.type('Branch');
    await page.getByRole('option', { name: /Timber Branch AB/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Timber Branch AB/ }).waitFor();
    await page
      .getByRole('link', { name: /^Documents/ })
      .first()
      .click();
    await page.getByText('Nothing has been sent or received yet').waitFor();
    assert.match(page.url(), /company=/);
  });
});
