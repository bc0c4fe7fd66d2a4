import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { executablePath, withoutChromium } from '../../../scripts/chromium.ts';
import { signUp, startPappel, until } from './harness.ts';
import { linkIn, signIn, startMailbox } from './people.ts';

const NEW_PASSWORD = 'a passphrase of her own';

interface Tab {
  /** The value of an expression in the page. */
  look(expression: string): Promise<unknown>;
  open(url: string): Promise<void>;
  close(): Promise<void>;
}

/** A tab of a real browser, spoken to by its DevTools protocol. */
async function openTab(): Promise<Tab> {
  const profile = mkdtempSync(join(tmpdir(), 'pappel-chromium-'));
  const flags = ['--headless=new', '--no-sandbox', '--no-first-run', '--disable-background-networking'];
  const browser = spawn(executablePath ?? '', [
    ...flags,
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ]);
  const port = await debuggingPort(browser);
  const page = await until(
    async () => {
      const pages = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
        type: string;
        webSocketDebuggerUrl: string;
      }[];
      return pages.find(({ type }) => type === 'page');
    },
    (found) => found !== undefined,
  );
  const socket = new WebSocket(page?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  // Without a result where a page is left while it is asked.
  type Answer = { result?: { value?: unknown } } | undefined;
  const waiting = new Map<number, (result: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
  });
  let last = 0;
  const send = (method: string, params: object) =>
    new Promise<Answer>((resolve) => {
      waiting.set(++last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return {
    look: async (expression) =>
      (await send('Runtime.evaluate', { expression, returnByValue: true }))?.result?.value,
    open: async (url) => {
      await send('Page.navigate', { url });
    },
    close: async () => {
      socket.close();
      const ended = new Promise((resolve) => browser.once('exit', resolve));
      browser.kill('SIGKILL');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function debuggingPort(browser: ChildProcess): Promise<string> {
  if (!browser.stderr) throw new Error('Chromium says nothing');
  for await (const line of createInterface(browser.stderr)) {
    const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (port) {
      browser.stderr.resume();
      return port;
    }
  }
  throw new Error('Chromium ended');
}

test('A person follows the mailed link in a browser, sets a password and can sign in', {
  skip: withoutChromium,
  timeout: 60_000,
}, async () => {
  const mailbox = await startMailbox();
  const pappel = await startPappel({ SMTP_URL: mailbox.url, MAIL_FROM: 'a@example.org' });
  const tab = await openTab();
  try {
    const account = await signUp(pappel);
    const email = `${randomUUID()}@example.org`;
    await pappel.call('POST', '/v1/users', account.session, { name: 'Eva', email, role: 'member' });
    const { url } = linkIn(await mailbox.mailTo(email));
    // Mails lead to the console; this page stays for those that were sent before there was one.
    await tab.open(new URL(`/set-password${url.hash}`, url).href);
    await until(
      () => tab.look('document.readyState + location.pathname'),
      (at) => at === 'complete/set-password',
    );
    // The token is out of the address, and so out of the history.
    assert.equal(await tab.look('location.hash'), '');
    const fill = (password: string, again: string) =>
      tab.look(`(() => {
        const form = document.querySelector('form');
        form.password.value = ${JSON.stringify(password)};
        form.again.value = ${JSON.stringify(again)};
        form.requestSubmit();
      })()`);
    const says = (wanted: RegExp) =>
      until(
        () => tab.look('document.querySelector("main").innerText'),
        (text) => wanted.test(String(text)),
        10_000,
      );
    await fill(NEW_PASSWORD, `${NEW_PASSWORD}x`);
    assert.match(String(await says(/not the same/)), /not the same/);
    await fill('passwordpassword', 'passwordpassword');
    assert.match(String(await says(/many people use/)), /many people use/);
    await fill(NEW_PASSWORD, NEW_PASSWORD);
    assert.match(String(await says(/is set/)), /Your password is set/);
    assert.ok((await signIn(pappel, email, NEW_PASSWORD)).startsWith('pus_'));
    // Styles and script were let in by their hashes.
    assert.equal(await tab.look('getComputedStyle(document.querySelector("main")).borderRadius'), '10px');
  } finally {
    await tab.close();
    await pappel.stop();
    await mailbox.close();
  }
});
