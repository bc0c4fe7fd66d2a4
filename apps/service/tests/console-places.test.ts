import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../scripts/chromium.ts';
import { furnish, type HouseWorld, startHouse } from './console-house-world.ts';
import { sitDown, skip } from './console-world.ts';

describe('the addresses of the console', { skip, timeout: 240_000 }, () => {
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

  test('What an address does not know is dropped, and what it knows is kept', async () => {
    const { page, go } = await sitDown(browser, house.pappel, house.account.session);
    await go('/audit?eventType=api_key.created&colour=green');
    await page.getByRole('row').filter({ hasText: 'made a key' }).first().waitFor();
    assert.doesNotMatch(page.url(), /colour/);
    assert.match(page.url(), /eventType=api_key\.created/);
  });

  test('In a narrow window Overview leads to every place that the bottom has no word for, to You, and out', async () => {
    const { page, go, problems } = await sitDown(browser, house.pappel, house.account.session, {
      width: 390,
      height: 844,
    });
    const rest = page.getByRole('navigation', { name: 'More places' });
    for (const [word, heading] of [
      [/^Webhooks/, 'Webhooks'],
      [/^Events/, 'Events'],
      ['SFTP', 'SFTP'],
      ['Usage', 'Usage'],
      [/^Companies/, 'Companies'],
      ['People & keys', 'People & keys'],
      ['Audit', 'Audit'],
      ['Account', 'Account'],
      [/^Owner/, 'Owner'],
    ] as const) {
      await go('/');
      const link = rest.getByRole('link', { name: word });
      const box = await link.boundingBox();
      assert.ok(box && box.height >= 44, `${word}: ${box?.height} px`);
      await link.click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    await go('/');
    await rest.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    assert.deepEqual(problems, []);
  });
});
