import type { Page } from 'playwright-core';
import type { OpenIdProvider } from './openid-provider.ts';

/** Fills in the forms of the identity provider as somebody, until it has sent the browser back below `home`. */
export async function passProvider(
  page: Page,
  { issuer }: Pick<OpenIdProvider, 'issuer'>,
  subject: string,
  home: string,
): Promise<void> {
  await page.waitForURL(`${issuer}/**`);
  await page.locator('input[name=login]').fill(subject);
  await page.locator('input[name=password]').fill('x');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]').click();
  await page.waitForURL(`${home}/**`);
}
