import { mock } from 'node:test';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The time of `Date` in this process: it stands still until it is set. Timers, sockets and other threads keep the real one. */
export class SimulatedTime implements Disposable {
  #now: number;

  constructor(start: number) {
    this.#now = start;
    mock.timers.enable({ apis: ['Date'], now: start });
  }

  get now(): number {
    return this.#now;
  }

  set(moment: number): void {
    this.#now = moment;
    mock.timers.setTime(moment);
  }

  [Symbol.dispose](): void {
    mock.timers.reset();
  }
}

/** Has `Math.random` follow the seed too, on which pauses between tries depend. */
export function seedRandom(random: () => number): Disposable {
  const real = Math.random;
  Math.random = random;
  return {
    [Symbol.dispose]: () => {
      Math.random = real;
    },
  };
}

/** As a trace writes it. */
export const momentText = (moment: number): string => new Date(moment).toISOString().slice(0, 19);
