import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../../scripts/chromium.ts';
import { sitDown, skip } from './console-world.ts';
import { type CutLine, startCutLine } from './cut-line.ts';
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

describe('the console, while things happen', { skip, timeout: 900_000 }, () => {
  let pappel: Pappel;
  let line: CutLine;
  let account: Account;
  let browser: Browser;
  let count = 0;

  before(async () => {
    pappel = await startPappel();
    account = await signUp(pappel);
    await activeParticipant(pappel, account, TIMBER);
    await activeParticipant(pappel, account, FURNITURE);
    line = await startCutLine(Number(new URL(pappel.api).port));
    browser = await openBrowser();
    await arrive();
    await until(
      () => pappel.call('GET', '/v1/messages?direction=INBOUND', account.key),
      ({ body }) => body.messages.length === 1,
    );
  });
  after(async () => {
    await browser?.close();
    await line?.close();
    await pappel?.stop();
  });

  /** One document more, that is waiting to be collected. */
  const arrive = async (): Promise<void> => {
    const payload = fixture('invoice.xml').replace(/<cbc:ID>[^<]*</, `<cbc:ID>LIVE-${++count}<`);
    const document = { sender: TIMBER, receiver: FURNITURE, type: 'invoice', payload };
    const { body } = await pappel.call('POST', '/v1/messages', account.key, document);
    assert.ok(body.id);
  };
  const live = (page: Page) => page.getByText('Live', { exact: true });
  const fresh = (page: Page) => page.getByRole('button', { name: /new documents?, show/ });
  const opened = async (page: Page): Promise<void> => {
    await page.getByRole('link', { name: 'LIVE-1' }).first().waitFor();
    await live(page).waitFor();
  };

  test('What happened while the line was cut is told once it is there again, without loading the page anew', async () => {
    const far = { ...pappel, api: `http://127.0.0.1:${line.port}` };
    const { page, go, context } = await sitDown(browser, far, account.session);
    await go('/documents?direction=INBOUND');
    await opened(page);
    await page.evaluate('globalThis.isTheSamePage = true');
    line.cut();
    await page.getByText('Catching up').waitFor();
    await arrive();
    line.mend();
    await live(page).waitFor();
    await fresh(page).click();
    await page.getByRole('link', { name: `LIVE-${count}` }).waitFor();
    assert.equal(await page.evaluate('globalThis.isTheSamePage'), true);
    await context.close();
  });

  test('Where the stream is refused the page says since when, and asks again when told to', async () => {
    const { page, go, context } = await sitDown(browser, pappel, account.session);
    let isRefused = true;
    await page.route('**/v1/stream*', (route) =>
      isRefused ? route.fulfill({ status: 503, body: '' }) : route.continue(),
    );
    await go('/documents');
    await page.getByText(/Not live, \d\d:\d\d/).waitFor();
    isRefused = false;
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await live(page).waitFor();
    await context.close();
  });

  test('Two tabs share one stream, both hear of what is new, and the second takes over from the first', async () => {
    const { page: first, go, context } = await sitDown(browser, pappel, account.session);
    const streams: string[] = [];
    context.on('request', (request) => {
      if (request.url().includes('/v1/stream')) streams.push(request.url());
    });
    await go('/documents?direction=INBOUND');
    await opened(first);
    const second = await context.newPage();
    await second.goto(first.url());
    await opened(second);
    assert.equal(streams.length, 1);
    await arrive();
    await Promise.all([fresh(first).waitFor(), fresh(second).waitFor()]);
    await fresh(second).click();
    await fresh(second).waitFor({ state: 'detached' });
    await first.close();
    await arrive();
    await fresh(second).waitFor();
    await live(second).waitFor();
    assert.equal(streams.length, 2);
    assert.match(streams[1] ?? '', /lastEventId=\d+/);
    await context.close();
  });
});
