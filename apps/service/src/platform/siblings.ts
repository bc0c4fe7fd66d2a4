import type { Registry } from 'prom-client';
import type { HealthPart } from './health.ts';

export type ProcessPhase = 'starting' | 'running' | 'stopping' | 'waiting';

/** One process of a node, as the one that started it sees it. */
export interface ProcessState {
  process: number;
  pid: number | undefined;
  /** `waiting` is one that ended by itself, and is started again after a pause. */
  phase: ProcessPhase;
  since: Date;
  /** How often it ended without being asked to. */
  crashes: number;
}

/** Calls that one process let through, by the bucket of a limit. */
export type Taken = readonly [bucket: string, calls: number, burst: number, perSecond: number];

/** What one process counts. */
export type Counted = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What one process may ask the others. */
export interface Questions {
  metrics: { about: null; answer: Counted };
  /** Parts that are not well. */
  health: { about: null; answer: HealthPart[] };
  /** How many streams an owner has open. */
  streams: { about: string; answer: number };
}

/** What one process tells the others. */
export interface News {
  taken: Taken[];
  logLevel: string;
  /** Reports that should have been accepted by now, as whoever looked last found. */
  lateReports: number;
}

/** The processes of a node, as one of them knows the others. */
export interface Siblings {
  /** Which one this is, from 1. */
  readonly number: number;
  readonly count: number;
  /** How all of them are. */
  states(): Promise<ProcessState[]>;
  /** Asks all others. Who does not answer in time is left out. */
  ask<Name extends keyof Questions>(
    name: Name,
    about: Questions[Name]['about'],
  ): Promise<{ process: number; answer: Questions[Name]['answer'] }[]>;
  answer<Name extends keyof Questions>(
    name: Name,
    give: (about: Questions[Name]['about']) => Promise<Questions[Name]['answer']>,
  ): void;
  /** Tells all others; it may be lost where one ends meanwhile. */
  tell<Name extends keyof News>(name: Name, news: News[Name]): void;
  hear<Name extends keyof News>(name: Name, listen: (news: News[Name]) => void): void;
  /** Waits until nobody of all has this turn. Answers how to pass it on; who ends without doing so loses it. */
  turn(key: string): Promise<() => void>;
}

/** Of a process without siblings. */
export const ALONE: Siblings = {
  number: 1,
  count: 1,
  states: async () => [],
  ask: async () => [],
  answer: () => undefined,
  tell: () => undefined,
  hear: () => undefined,
  turn: async () => () => undefined,
};

/** The part of a bound of the node that one of so many processes has, and what it needs at least. */
export const shareOf = (bound: number, count: number, least = 1): number =>
  Math.min(bound, Math.max(least, Math.ceil(bound / count)));
