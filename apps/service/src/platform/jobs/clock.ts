import { setTimeout as sleep } from 'node:timers/promises';

/** Time as jobs see it; a test gives one of its own. */
export interface Clock {
  now(): Date;
  sleep(ms: number): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => new Date(),
  sleep: async (ms) => {
    await sleep(ms, undefined, { ref: false });
  },
};
