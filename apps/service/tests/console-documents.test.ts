import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../../scripts/chromium.ts';
import { openSeat, type Seat, sitDown, skip } from './console-world.ts';
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

const run = promisify(execFile);
const numbered = (number: string): string =>
  fixture('invoice.xml').replace(/<cbc:ID>[^<]*<\/cbc:ID>/, `<cbc:ID>${number}</cbc:ID>`);

describe('documents in the console, for who looks closely', { skip, timeout: 900_000 }, () => {
  let pappel: Pappel;
  let account: Account;
  let browser: Browser;
  let seat: Seat;
  let page: Page;

  const submit = async (number: string, payload = numbered(number)): Promise<string> => {
    const { body } = await pappel.call('POST', '/v1/messages', account.key, {
      sender: TIMBER,
      receiver: FURNITURE,
      type: 'invoice',
      payload,
    });
    return (await settled(pappel, account, body.id)).id;
  };
  const waiting = async (): Promise<string[]> => {
    const path = '/v1/messages?status=CUSTOMER_DELIVERY_QUEUED&limit=1';
    return (await pappel.call('GET', path, account.key)).body.messages.map(({ id }: { id: string }) => id);
  };
  const sql = (text: string, values: unknown[]) => pappel.service.base.database.pool.query(text, values);
  const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');

  before(async () => {
    pappel = await startPappel();
    account = await signUp(pappel);
    await activeParticipant(pappel, account, TIMBER);
    await activeParticipant(pappel, account, FURNITURE);
    await submit('DOC-1');
    await until(waiting, (ids) => ids.length === 1);
    browser = await openBrowser();
    seat = await sitDown(browser, pappel, account.session);
    page = seat.page;
  });
  after(async () => {
    await browser?.close();
    await pappel?.stop();
  });

  test('n and p go through the findings on both sides, and the address says which one is looked at', async () => {
    const broken = numbered('DOC-2').replace(/>[\d.]+(<\/cbc:TaxInclusiveAmount>)/, '>1.00$1');
    await seat.go(`/documents/${await submit('DOC-2', broken)}`);
    const chosen = page.locator('article.finding[aria-current]');
    await page.locator('.xml .l.hit').first().waitFor();
    assert.equal(await chosen.count(), 0);
    for (const [key, finding] of ['n1', 'n2', 'p1'].map((step) => [...step]) as [string, string][]) {
      await page.keyboard.press(key);
      await page.waitForURL(`**?*finding=${finding}`);
      const line = /line (\d+)/.exec(await chosen.innerText())?.[1];
      await page.locator(`.xml .l.cur#line-${line}`).waitFor();
    }
    await page.locator('.xml .l.hit:not(.cur)').first().click();
    await page.waitForURL('**?*finding=2');
    await page.reload();
    await page.locator('.xml .l.cur').waitFor();
    assert.equal(await page.locator('article.finding').nth(1).getAttribute('aria-current'), 'true');
  });

  test('The history says how long was waited after an attempt that failed, and when the next one is', async () => {
    const id = await submit('DOC-3');
    await sql(
      `insert into message_attempts (message_id, account_id, number, started_at, finished_at, error_code, error_message, endpoint_url)
       select id, account_id, 0, created_at + interval '10 s', created_at + interval '10 s', 'TIMEOUT', 'No answer', 'https://far.example/as4'
       from messages where id = $1`,
      [id],
    );
    await sql(
      `update message_attempts set started_at = started_at + interval '47 s', finished_at = started_at + interval '48 s'
       where message_id = $1 and number = 1`,
      [id],
    );
    await sql(
      "update messages set status = 'SEND_RETRY', attempts = 2, last_error_code = 'TIMEOUT', next_attempt_at = now() + interval '20 minutes' where id = $1",
      [id],
    );
    await seat.go(`/documents/${id}`);
    await page.getByText(/^waited [34]\d\.\d s$/).waitFor();
    await page.getByText(/^Attempt 3 at \d\d:\d\d, in \d+ min$/).waitFor();
    await page.locator('.hist summary').first().click();
    await page.getByText('https://far.example/as4').first().waitFor();
  });

  test('The command of a page is copied whole, and does in a shell what the page shows', async () => {
    const [id] = await waiting();
    await seat.go(`/documents/${id}`);
    await page.getByRole('button', { name: 'Copy the command' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const env = { ...process.env, PAPPEL_KEY: account.key };
    const { stdout } = await run('bash', ['-c', `${await clipboard()} --silent`], { env });
    assert.equal(JSON.parse(stdout).id, id);
  });

  test('Reached by plain http from another machine it is live, copies, and makes keys, as it does here', async () => {
    const [id] = await waiting();
    const far = await openBrowser(['--host-resolver-rules=MAP far.test 127.0.0.1']);
    const home = `${pappel.api.replace('127.0.0.1', 'far.test')}/console`;
    const { page: there, context, go, problems } = await openSeat(far, home);
    await context.addCookies([
      {
        name: 'pappel',
        value: account.session,
        domain: 'far.test',
        path: '/',
        httpOnly: true,
        sameSite: 'Strict',
      },
    ]);
    await go(`/documents/${id}`);
    assert.equal(await there.evaluate('isSecureContext'), false);
    await there.getByText('Live', { exact: true }).waitFor();
    await there.getByRole('button', { name: 'Copy the command' }).click();
    await there.getByRole('button', { name: 'Copied' }).waitFor();
    await go('/documents');
    const field = there.getByLabel('Number, address, name or document id');
    await field.press('Control+v');
    assert.match(await field.inputValue(), /^curl -H/);
    await go('/documents/new');
    await there.getByText(/Idempotency-Key: [0-9a-f-]{36}/).waitFor();
    assert.deepEqual(problems, []);
    await far.close();
  });

  test('A row leads to its document within the company that one looks at, and Ctrl opens it in a tab of its own', async () => {
    await seat.go(`/documents?company=${account.companyId}`);
    const link = page.getByRole('link', { name: 'DOC-1' }).first();
    const href = await link.getAttribute('href');
    assert.match(href ?? '', new RegExp(`^/console/documents/[0-9a-f-]{36}\\?company=${account.companyId}$`));
    const [tab] = await Promise.all([
      seat.context.waitForEvent('page'),
      link.click({ modifiers: ['Control'] }),
    ]);
    await tab.getByRole('heading', { name: /Invoice DOC-1/ }).waitFor();
    await tab.close();
    await link.click();
    await page.getByRole('heading', { name: /Invoice DOC-1/ }).waitFor();
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, href);
  });

  test('The key c copies the id of a row', async () => {
    await seat.go('/documents');
    await page.getByRole('link', { name: 'DOC-1' }).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.getByText(/^Copied 01/).waitFor();
    assert.match(await clipboard(), /^[0-9a-f-]{36}$/);
  });

  test('What is downloaded from a test says so by its name', async () => {
    const [id] = await waiting();
    await seat.go('/documents');
    const nameOf = async (link: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: link }).first().click(),
      ]);
      return download.suggestedFilename();
    };
    assert.equal(await nameOf('CSV of this list'), 'messages-TEST.csv');
    await seat.go(`/documents/${id}`);
    assert.match(await nameOf('XML'), /-TEST\.xml$/);
    assert.match(await nameOf('Download all, zip'), /-TEST\.zip$/);
    const { headers } = await pappel.call('GET', '/v1/messages?format=csv', account.key);
    assert.equal(headers.get('content-disposition'), 'attachment; filename="messages.csv"');
  });

  test('The tab of a test is told from one of production by its title and by a hollow mark', async () => {
    await seat.go('/');
    assert.match(await page.title(), /^\[TEST\] /);
    const mark = await page.locator('link[rel=icon]').getAttribute('href');
    assert.match(mark ?? '', /favicon-test/);
    assert.equal((await page.request.get(mark ?? '')).headers()['content-type'], 'image/svg+xml');
  });

  test('Where no document fits, one click drops what excludes most; a status that is not known is said, and dropped', async () => {
    await seat.go('/documents?status=SEND_FAILED&q=DOC-1');
    await page.getByRole('link', { name: /^Without the status, [12] documents?$/ }).click();
    await page.getByRole('link', { name: 'DOC-1' }).first().waitFor();
    await seat.go('/documents?direction=INBOUND&q=DOC-2');
    await page.getByRole('link', { name: 'Without the direction, 1 document' }).waitFor();
    await page.getByRole('link', { name: 'Without the words, 2 documents' }).waitFor();
    assert.match(await page.locator('.ways a').first().innerText(), /^Without the words/);
    await seat.go('/documents?status=VALIDATION_FAILED');
    assert.deepEqual(await page.locator('.sieve [aria-current]').allInnerTexts(), ['1\nRejected']);
    await seat.go('/documents?status=LOST');
    await page.getByRole('link', { name: /status: LOST, not known here/ }).click();
    await page.waitForURL((url) => !url.search.includes('status'));
  });

  test('What came in while one looked is marked once it is shown', async () => {
    await seat.go('/documents?direction=INBOUND');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'DOC-1' }).waitFor();
    await submit('DOC-4');
    await page.getByRole('button', { name: /1 new document, show/ }).click();
    await page.locator('table.docs tr.new').getByRole('link', { name: 'DOC-4' }).waitFor();
    assert.equal(await page.locator('table.docs tr.new').count(), 1);
  });

  const LIST = '**/v1/messages?*limit=100*';

  test('A list that was asked for too often is asked for again by itself, once it may be', async () => {
    let isRefused = true;
    await page.route(LIST, (route) => {
      if (!isRefused) return route.continue();
      isRefused = false;
      return route.fulfill({ status: 429, headers: { 'retry-after': '5' }, body: '{}' });
    });
    await seat.go('/documents?direction=OUTBOUND');
    await page.getByText(/by itself in \d s/).waitFor();
    await page.getByRole('link', { name: 'DOC-1' }).waitFor();
    await page.unroute(LIST);
  });

  test('What the service cannot say anew stays, and says as of when it is', async () => {
    await seat.go('/documents?direction=OUTBOUND');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'DOC-1' }).waitFor();
    await page.route(LIST, (route) => route.fulfill({ status: 503, body: '{}' }));
    await submit('DOC-5');
    await page.getByRole('button', { name: /1 new document, show/ }).click();
    await page.getByText(/What stands below is as of \d\d:\d\d/).waitFor();
    await page.getByRole('link', { name: 'DOC-1' }).waitFor();
    await page.unroute(LIST);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'DOC-5' }).waitFor();
  });

  test('What one reads in the inbox stays open when something newer arrives above it', async () => {
    await seat.go('/inbox');
    const heading = page.getByRole('heading', { level: 2 }).first();
    await page.getByText('Live', { exact: true }).waitFor();
    const read = await heading.innerText();
    await submit('DOC-6');
    await page.getByRole('link', { name: /DOC-6/ }).waitFor();
    assert.equal(await heading.innerText(), read);
    assert.doesNotMatch(read, /DOC-6/);
  });

  test('More than a hundred are acknowledged a hundred at a time, and the others stay selected', async () => {
    const [id] = await waiting();
    const { fields } = await sql('select * from messages limit 0', []);
    const own = ['id', 'created_at', 'as4_message_id', 'sbdh_instance_id'];
    const others = fields.map(({ name }) => name).filter((name) => !own.includes(name));
    await sql(
      `insert into messages (${own.join()}, ${others.join()})
       select gen_random_uuid(), created_at - n * interval '1 second', gen_random_uuid(), gen_random_uuid(), ${others.join()}
       from messages, generate_series(1, 101) n where id = $1`,
      [id],
    );
    await sql("select recount_messages('-infinity', 'infinity')", []);
    await seat.go('/documents?status=CUSTOMER_DELIVERY_QUEUED');
    await page.getByRole('button', { name: 'Show more' }).click();
    const boxes = page.locator('table.docs input[type=checkbox]');
    await boxes.nth(101).waitFor({ state: 'attached' });
    await page.evaluate("for (const box of document.querySelectorAll('table.docs input')) box.click()");
    const selected = await boxes.count();
    await page.getByText(`${selected} documents selected`).waitFor();
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
    await page.getByText(`the other ${selected - 100} stay selected`).waitFor();
    await page.getByRole('button', { name: 'Acknowledge 100 in test' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText(new RegExp(`^${selected - 100} documents? selected$`)).waitFor();
  });
});
