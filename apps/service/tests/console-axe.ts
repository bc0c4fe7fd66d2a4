import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Seat } from './console-world.ts';

/** What only colours can break: the dark theme is the light one in other colours. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds in a page, by WCAG 2.2 AA and its best practices; with rules, only by those. Frames are left out: the
 * readable document stands in one that allows no script, not axe's either, and is a page of its own.
 */
export async function axeFinds(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    iframes: false,
    resultTypes: ['violations'],
    ...(rules ? { runOnly: { type: 'rule', values: [...rules] } } : {}),
  };
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 300)} ${failureSummary}`).join('\n')}`,
  );
}

/** How far a page is wider than its window, in CSS pixels; what scrolls in itself does not count. */
const tooWide = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** What follows a change of the window has been drawn: a table that scrolls now is reached by keyboard. */
const DRAWN = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))';

/**
 * Looks at what is on the screen in every size and theme, and leaves it as it was: light, dark, a window of 390 px, and
 * one of 320, which is 1280 at 400 %, as WCAG 1.4.10 asks.
 */
export async function faultsOf(page: Page, where: string): Promise<string[]> {
  const faults: string[] = [];
  const note = (look: string, found: readonly string[]) =>
    faults.push(...found.map((fault) => `${where}, ${look}: ${fault}`));
  note('light', await axeFinds(page));
  await page.emulateMedia({ colorScheme: 'dark' });
  note('dark', await axeFinds(page, OF_COLOUR));
  await page.emulateMedia({ colorScheme: 'light' });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 256 });
    await page.evaluate(DRAWN);
    const excess = await tooWide(page);
    if (excess > 0) note(`${width} px`, [`${excess} px wider than the window`]);
    if (width === 390) note('390 px', await axeFinds(page));
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  return faults;
}

/** Looks at one screen after the other in one window; each must come, and none may have a fault. */
export async function lookAtEach(
  { page, problems }: Seat,
  paths: readonly string[],
  come: (path: string) => Promise<unknown>,
): Promise<void> {
  const faults: string[] = [];
  for (const path of paths) {
    await come(path).catch((problem: Error) => faults.push(`${path}: ${problem.message}`));
    faults.push(...(await faultsOf(page, path)));
  }
  assert.deepEqual(faults, []);
  assert.deepEqual(problems, []);
}
