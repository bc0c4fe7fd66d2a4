import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The browser of this machine, where there is one. */
export const executablePath = process.env['CHROMIUM'] ?? PLACES.find((path) => existsSync(path));

/** Why nothing can be looked at in a browser here; false where it can. */
export const withoutChromium = executablePath
  ? false
  : 'needs Chromium: apt-get install chromium, or CHROMIUM=/path/to/it';

/** A browser that calls nobody by itself. */
export const openBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
      ...more,
    ],
  });
