/**
 * `npm run bench:console`: how quick the console is in an account of 100,000 documents and 2,000 companies, measured in
 * the browser. Needs Chromium and the built console.
 */
import { randomUUID } from 'node:crypto';
import { availableParallelism, cpus } from 'node:os';
import type { CDPSession, Page } from 'playwright-core';
import { sitDown, skip } from '../apps/service/tests/console-world.ts';
import { signUp, startPappel } from '../apps/service/tests/harness.ts';
import { openBrowser } from '../scripts/chromium.ts';
import { globalSetup, globalTeardown } from '../scripts/test-setup.ts';
import { COMPANIES, DOCUMENTS, fill } from './large-account.ts';

const TIMES = 5;
/** Nothing that somebody waits for longer is measured: it is told as not there, and the next step begins. */
const LIMIT_MS = 30_000;

/** What the page spends its time on, as Chromium counts it. */
const SPENT = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'] as const;

/** One thing that somebody does, and when it stands on the screen. */
interface Step {
  name: string;
  /** Where it begins. */
  from: string;
  act(page: Page): Promise<unknown>;
  /** An expression in the page that is true once it stands. */
  stands: string;
  /** The beginning of the path whose answer it draws. */
  answer?: string;
}

const rail = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
const atLeast = (selector: string, count: number): string =>
  `document.querySelectorAll(${JSON.stringify(selector)}).length >= ${count}`;
const hasText = (text: string): string => `document.body.innerText.includes(${JSON.stringify(text)})`;
const ROWS = 'table.docs tbody tr';

const STEPS: readonly Step[] = [
  {
    name: 'overview',
    from: '/network/check',
    act: rail('Overview'),
    stands: atLeast('main .lede', 1),
  },
  {
    name: 'list of 100 documents',
    from: '/network/check',
    act: rail('Documents'),
    stands: atLeast(ROWS, 100),
    answer: '/v1/messages',
  },
  {
    name: 'the next 100 documents',
    from: '/documents',
    act: (page) => page.getByRole('button', { name: /more/i }).click(),
    stands: atLeast(ROWS, 200),
    answer: '/v1/messages',
  },
  {
    name: 'documents of one status',
    from: '/documents?direction=INBOUND',
    act: (page) => page.getByRole('button', { name: 'Sent' }).click(),
    stands: `location.search.includes('OUTBOUND') && ${atLeast(ROWS, 100)}`,
    answer: '/v1/messages',
  },
  {
    name: 'a number, found',
    from: '/network/check',
    act: async ({ keyboard }) => {
      await keyboard.press('Control+k');
      await keyboard.type('B977777');
    },
    stands: `document.querySelector('[role=option] b')?.textContent === 'Invoice B977777'`,
    answer: '/v1/messages',
  },
  {
    name: 'list of all companies in the scope',
    from: '/network/check',
    act: (page) => page.getByRole('button', { name: /All companies/ }).click(),
    stands: atLeast('[role=option]', 1),
  },
  {
    name: 'list of 100 companies',
    from: '/network/check',
    act: rail('Companies'),
    stands: atLeast('main table tbody tr', 100),
    answer: '/v1/companies',
  },
  {
    name: 'usage of every company',
    from: '/network/check',
    act: rail('Usage'),
    stands: hasText('By company'),
    answer: '/v1/usage',
  },
  {
    name: 'a form with every company',
    from: '/access',
    act: (page) => page.getByRole('button', { name: 'Make a key' }).click(),
    stands: atLeast('[role=dialog] option', COMPANIES),
  },
];

if (skip) {
  console.error(skip);
  process.exit(2);
}
await globalSetup();
const pappel = await startPappel();
try {
  const account = await signUp(pappel);
  await fill(pappel, account);
  const browser = await openBrowser();
  const { page, go } = await sitDown(browser, pappel, account.session);
  console.log(
    `${cpus()[0]?.model}, ${availableParallelism()} cores; ${DOCUMENTS} documents, ${COMPANIES} companies`,
  );
  console.log(
    `milliseconds of ${TIMES}: from the act, and from the end of the answer, until it was drawn; of that script, style, layout`,
  );
  say('what', ['act', 'worst', 'answer', 'worst', 'script', 'style', 'layout']);
  const profile = await page.context().newCDPSession(page);
  await profile.send('Performance.enable');
  for (const step of STEPS) {
    const taken = [];
    for (let i = 0; i < TIMES; i++) {
      await go(step.from);
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await page.evaluate('localStorage.setItem("pappel.firstRun", "put away")');
      taken.push(await timeOf(page, profile, step));
    }
    const stood = taken.filter((each) => each !== undefined);
    if (stood.length < TIMES)
      say(step.name, [`${TIMES - stood.length} of ${TIMES} did not stand within ${LIMIT_MS / 1000} s`]);
    else
      say(step.name, [
        ...figures(stood.map(({ act }) => act)),
        ...(step.answer ? figures(stood.map(({ answer }) => answer)) : ['', '']),
        ...SPENT.map((_, i) => figures(stood.map(({ spent }) => spent[i] ?? 0))[0] ?? ''),
      ]);
  }
  await browser.close();
} finally {
  await pappel.stop();
  await globalTeardown();
}

/**
 * How long the page took for it, by its own clock, up to the frame in which it was painted; undefined where it did not
 * stand in time.
 */
async function timeOf(
  page: Page,
  profile: CDPSession,
  { act, stands, answer = randomUUID() }: Step,
): Promise<{ act: number; answer: number; spent: number[] } | undefined> {
  const before = await spentIn(profile);
  await page.evaluate(`
    performance.clearResourceTimings();
    globalThis.drawn = new Promise((resolve) => {
      setTimeout(() => { observer.disconnect(); resolve(); }, ${LIMIT_MS});
      const look = () => {
        if (!(${stands})) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, characterData: true });
    });
    globalThis.begun = performance.now();`);
  await act(page);
  const times = await page.evaluate<[number, number, number] | undefined>(`
    globalThis.drawn.then((drawn) => drawn && [
      globalThis.begun,
      Math.max(...performance.getEntriesByType('resource')
        .filter(({ name, responseEnd }) => new URL(name).pathname.endsWith(${JSON.stringify(answer)}) && responseEnd <= drawn)
        .map(({ responseEnd }) => responseEnd), 0),
      drawn,
    ])`);
  if (!times) return undefined;
  const [begun, answered, drawn] = times;
  const spent = (await spentIn(profile)).map((milliseconds, i) => milliseconds - (before[i] ?? 0));
  return { act: drawn - begun, answer: drawn - answered, spent };
}

async function spentIn(profile: CDPSession): Promise<number[]> {
  const { metrics } = await profile.send('Performance.getMetrics');
  return SPENT.map((name) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000);
}

/** The median, and the worst. */
function figures(values: readonly number[]): string[] {
  const sorted = values.toSorted((a, b) => a - b);
  return [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((value) => (value ?? 0).toFixed(0));
}

function say(name: string, columns: readonly string[]): void {
  console.log(name.padEnd(36) + columns.map((column) => column.padStart(8)).join(''));
}
