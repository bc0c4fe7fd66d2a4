import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBrowser } from '../../../scripts/chromium.ts';
import { freePortSettings } from '../../../scripts/free-ports.ts';
import { bareEnvironment } from './command.ts';
import { skip } from './console-operator-world.ts';
import { openSeat } from './console-world.ts';
import { FURNITURE, fixture, PASSWORD, TIMBER } from './harness.ts';
import { OPERATOR_PASSWORD } from './operator-world.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** From an empty directory: what `npm start` runs, and until it says that it is ready. */
async function startInstallation() {
  const ports = await freePortSettings();
  const dataDir = mkdtempSync(join(tmpdir(), 'pappel-first-'));
  const env = { ...bareEnvironment(), ...ports, DATA_DIR: dataDir };
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  const customers = `http://localhost:${ports.PORT}/console`;
  await new Promise<void>((resolve, reject) => {
    const listen = (piece: Buffer) => {
      said += piece;
      if (said.includes('Look around')) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', () => reject(new Error(said)));
  });
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // npm and what it has started.
    if (child.pid) process.kill(-child.pid, 'SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  const token = readFileSync(join(dataDir, 'operator-token'), 'utf8').trim();
  return { customers, operator: `http://localhost:${ports.OPERATOR_PORT}`, token, stop };
}

test('From an empty directory, with nothing but the browser after npm start: signed up, addresses approved in the operator’s face, an invoice sent, received and acknowledged', {
  skip,
}, async (t) => {
  const began = performance.now();
  const seconds = (): string => ((performance.now() - began) / 1000).toFixed(1);
  const { customers, operator, token, stop } = await startInstallation();
  t.diagnostic(`${seconds()} s: npm start says what to do`);
  const browser = await openBrowser();
  try {
    const customer = await openSeat(browser, customers);
    const staff = await openSeat(browser, operator);

    const { page } = customer;
    await customer.go('/sign-up');
    await page.getByLabel('Company, as registered').fill('Nordic Timber AB');
    await page.getByLabel('Country, two letters').fill('SE');
    await page.getByLabel('Your name').fill('Sanna Lind');
    await page.getByLabel('E-mail').fill('sanna@example.org');
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Open the account' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    t.diagnostic(`${seconds()} s: signed up`);

    await staff.go('/');
    await staff.page.getByRole('link', { name: 'Make the first operator' }).click();
    await staff.page.getByLabel('Token of this installation').fill(token);
    await staff.page.getByLabel('Your name').fill('Maja Ek');
    await staff.page.getByLabel('E-mail').fill('maja@example.org');
    await staff.page.getByLabel(/^New password/).fill(OPERATOR_PASSWORD);
    await staff.page.getByLabel('Once more').fill(OPERATOR_PASSWORD);
    await staff.page.getByRole('button', { name: 'Begin' }).click();
    await staff.page.getByRole('navigation', { name: 'Main' }).waitFor();
    t.diagnostic(`${seconds()} s: the first operator is in`);

    await customer.go('/companies/new');
    await page.getByLabel('Name', { exact: true }).fill('Fjord Furniture AS');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Fjord Furniture AS' }).waitFor();
    t.diagnostic(`${seconds()} s: a company is added`);

    for (const [company, country, address] of [
      ['Nordic Timber AB', 'SE', TIMBER],
      ['Fjord Furniture AS', 'NO', FURNITURE],
    ] as const) {
      const [scheme = '', value = ''] = address.split(':');
      await customer.go('/addresses/new');
      await page.locator('select#company').selectOption({ label: company });
      await page.getByLabel('Country').selectOption(country);
      await page.getByLabel('Kind of number').selectOption(scheme);
      await page.getByLabel('Number', { exact: true }).fill(value);
      await page.getByText('Free: nobody has it on the network.').waitFor();
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByText('Waits for the operator').first().waitFor();
      await staff.go('/approvals');
      await staff.page.getByRole('button', { name: `Approve ${address}` }).click();
      await page.getByRole('heading', { name: `${address} On the network` }).waitFor();
    }
    t.diagnostic(`${seconds()} s: two addresses are approved and on the network`);

    await customer.go('/documents/new');
    await page.getByLabel('Document').fill(fixture('invoice.xml'));
    await page.getByText('Keeps the rules').waitFor();
    await page
      .getByText(/reachable/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: /Delivered/ }).waitFor();
    t.diagnostic(`${seconds()} s: the invoice is delivered`);

    await customer.go('/inbox');
    await page.getByRole('heading', { name: /^Invoice / }).waitFor();
    await page.keyboard.press('e');
    await page.getByText('Nothing waits to be collected').waitFor();
    t.diagnostic(`${seconds()} s: received and acknowledged`);
    assert.deepEqual([...customer.problems, ...staff.problems], []);
  } finally {
    await browser.close();
    await stop();
  }
});
