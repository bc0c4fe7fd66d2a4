import type { Installation } from './installation.ts';

/** What is sent at once, made ready before the clock runs. */
export interface Blow {
  /** Bytes that reach the service, or that it is made to fetch. */
  bytes: number;
  /** Sends it and answers, in a few words, how the service took it. */
  strike(): Promise<string>;
}

export interface Attack {
  name: string;
  prepare(target: Installation): Promise<Blow>;
}

/** An attack that needs nothing but itself. */
export const attack = (name: string, prepare: Attack['prepare']): Attack => ({ name, prepare });
