import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../scripts/seeded-random.ts';

/** Milliseconds by the clock of the machine, which all processes share. */
export const now = (): number => performance.timeOrigin + performance.now();

/** How many a second; what changes it is heard at the next arrival. */
export interface Pace {
  perSecond: number;
  isOver: boolean;
}

const LONG_MS = 500;

/** The pause until the next arrival of a Poisson process, in milliseconds. */
const nextPause = (random: Random, perSecond: number): number =>
  (-Math.log(1 - random()) / perSecond) * 1_000;

/**
 * Arrivals as independent customers make them: each has its moment whatever became of those before, and one that this
 * process comes late to is told when it should have been, so that no wait is hidden.
 */
export async function poisson(random: Random, pace: Pace, arrive: (due: number) => void): Promise<void> {
  let due = now();
  while (!pace.isOver) {
    if (pace.perSecond === 0) {
      await sleep(50);
      due = now();
      continue;
    }
    due += nextPause(random, pace.perSecond);
    const early = due - now();
    // The rest of a long pause is drawn again, perhaps at a new pace: such arrivals have no memory.
    if (early > LONG_MS) {
      await sleep(LONG_MS);
      due = now();
      continue;
    }
    if (early > 0) await sleep(Math.ceil(early));
    if (!pace.isOver) arrive(due);
  }
}
