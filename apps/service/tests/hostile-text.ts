import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { pathOf } from './console-screens.ts';
import { isFilled, type Seat } from './console-world.ts';

/** Says by itself where it came through: an image that cannot be loaded runs its handler, a script runs. */
export const HOSTILE = '<img src=x onerror=alert(1)>"\'><script>alert(1)</script>';

/** None of it became an element of the page. */
export async function nothingWasMade(page: Page, where: string): Promise<void> {
  const made = await page.locator('[src=x], [onerror], body script:not([src])').count();
  assert.equal(made, 0, `made an element of it: ${where}`);
}

/** Goes to one place after the other, where it must be read as text and nothing of it may run. */
export async function isReadEverywhere(
  { page, go, walk, problems }: Seat,
  paths: readonly string[],
  ids: Readonly<Record<string, string>>,
): Promise<void> {
  const unread: string[] = [];
  await go('/me');
  for (const path of paths) {
    // An address that is hostile itself is opened as a link from outside is.
    const reach = path.includes('%3Cimg') ? go : walk;
    await reach(pathOf(path, ids));
    await isFilled(page);
    await page
      .locator('main')
      .getByText('<img src=x')
      .first()
      .waitFor({ timeout: 30_000 })
      .catch(() => unread.push(path));
    await nothingWasMade(page, path);
  }
  assert.deepEqual(problems, []);
  assert.deepEqual(unread, []);
}
