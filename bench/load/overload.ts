import { now } from './clock.ts';
import { byRank, type Drive, evenly, type Phase } from './drive.ts';
import { acceptMs, endToEndMs, isDuring, isUploaded, pair, type Row, refusals, round } from './figures.ts';
import type { LoadOptions } from './options.ts';
import type { Tally } from './tally.ts';
import type { World } from './world.ts';

const TIMES = 3;
/** Of what it can do, what the other customers send throughout. */
const CALM_SHARE = 0.25;
const AT_ONCE = 16;
const CAPACITY_SECONDS = 20;
const PATIENCE_SECONDS = 900;

export interface Overload {
  phases: Phase[];
  /** Documents a second that it can do. */
  capacity: number;
  /** From the end of the flood until nothing waited any more; undefined when that did not come. */
  recoveredAfterMs: number | undefined;
}

/**
 * First what it can do, from as many as are taken until all of them have arrived; then a quarter of that, then three times
 * that, of which the first customer sends what is too much, then a quarter again. Everybody answers.
 */
export async function overload(
  drive: Drive,
  { customers, receivers }: World,
  { minutes }: LoadOptions,
): Promise<Overload> {
  const good = receivers.filter(({ manner }) => manner === 'good');
  await drive.asFastAsPossible(5, AT_ONCE, good);
  await drive.drained(PATIENCE_SECONDS);
  const before = drive.tally.outbound.size;
  const burst = await drive.asFastAsPossible(CAPACITY_SECONDS, AT_ONCE, good);
  await drive.drained(PATIENCE_SECONDS);
  const capacity = (drive.tally.outbound.size - before) / ((now() - burst.from) / 1_000);
  const [flooding, ...others] = byRank(customers);
  if (!flooding) throw new Error('there is no customer');
  const calm = { perSecond: capacity * CALM_SHARE, customers: others, receivers: evenly(good) };
  const flood = {
    ...calm,
    perSecond: capacity * (TIMES - CALM_SHARE),
    customers: [flooding],
  };
  const seconds = (minutes * 60) / 3;
  const phases = [await drive.during('before', seconds, [calm], 0)];
  phases.push(await drive.during(`${TIMES} times too much`, seconds, [calm, flood], 0));
  const floodEnded = now();
  phases.push(await drive.during('after', seconds, [calm], 0));
  const isDrained = await drive.drained(PATIENCE_SECONDS);
  return { phases, capacity, recoveredAfterMs: isDrained ? lastTold(drive.tally) - floodEnded : undefined };
}

/** When the flood was worked off: the last of its documents was told of. */
const lastTold = (tally: Tally): number =>
  [...tally.outbound.values()]
    .filter(({ account }) => account === 0)
    .reduce((last, { toldAt = 0 }) => Math.max(last, toldAt), 0);

export function overloadRows(tally: Tally, { phases }: Overload): Row[] {
  const all = [...tally.outbound.values()];
  const of = (what: (some: typeof all, phase: Phase) => string, group: (account: number) => boolean) =>
    phases.map((phase) =>
      what(
        all.filter(isDuring(phase)).filter(({ account }) => group(account)),
        phase,
      ),
    );
  const isFlooding = (account: number): boolean => account === 0;
  const isOther = (account: number): boolean => account !== 0;
  const perSecond = (some: readonly unknown[], { from, to }: Phase): string =>
    round(some.length / ((to - from) / 1_000), 1);
  const groups = [
    ['the flooding customer', isFlooding],
    ['the others', isOther],
  ] as const;
  return groups.flatMap(([name, group]): Row[] => [
    [`${name}: due a second`, ...of(perSecond, group)],
    [
      `${name}: accept of one request, p50 / p99 ms`,
      ...of(
        (some) =>
          pair(
            acceptMs(
              tally,
              some.filter((one) => !isUploaded(one)),
            ),
          ),
        group,
      ),
    ],
    [
      `${name}: accept with upload, p50 / p99 ms`,
      ...of((some) => pair(acceptMs(tally, some.filter(isUploaded))), group),
    ],
    [`${name}: end to end, p50 / p99 ms`, ...of((some) => pair(endToEndMs(some)), group)],
    [`${name}: not accepted`, ...of((some) => refusals(tally, some), group)],
  ]);
}
