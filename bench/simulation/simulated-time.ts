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

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
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
