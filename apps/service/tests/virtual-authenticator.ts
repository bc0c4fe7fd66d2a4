import type { CDPSession, Page } from 'playwright-core';

export interface VirtualAuthenticator {
  devtools: CDPSession;
  authenticatorId: string;
}

/** Puts an authenticator into the device of a page, with a person before it who says yes to everything. */
export async function giveAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, authenticatorId };
}
