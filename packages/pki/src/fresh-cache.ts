import { LRUCache } from 'lru-cache';
import { CLOCK_SKEW_MS } from './clock-skew.ts';
import type { Statement } from './revocation-status.ts';

/** However long an authority stands by a statement: not used beyond this. */
const LONGEST_MS = 7 * 86_400_000;
/** A statement about to end is not asked for again with every use. */
const SHORTEST_MS = 10_000;

export interface FreshCacheOptions {
  clock: () => Date;
  /** Milliseconds after which a newer statement is looked for, although the old one may still stand. */
  refreshMs: number;
  /** Entries; the one unused for longest goes first. */
  size: number;
}

export type Attempt<Value> = Statement<Value> | { problem: string };

interface Entry<Value> {
  value: Value;
  refreshAt: number;
  usableUntil: number;
}

/**
 * Keeps signed statements while they stand. One is asked for again after `refreshMs` or its `nextUpdate`, whichever comes
 * first; when none can be had, the old one serves until its `nextUpdate`. Who asks while it is on its way waits for the same.
 */
export class FreshCache<Value> {
  readonly #options: FreshCacheOptions;
  readonly #isFinal: (value: Value) => boolean;
  readonly #entries: LRUCache<string, Entry<Value>>;
  readonly #underWay = new Map<string, Promise<{ value: Value } | { problem: string }>>();

  /** @param isFinal whether a value can never change: then it serves beyond its `nextUpdate` when no newer can be had */
  constructor(options: FreshCacheOptions, isFinal: (value: Value) => boolean = () => false) {
    this.#options = options;
    this.#entries = new LRUCache({ max: options.size });
    this.#isFinal = isFinal;
  }

  get(key: string, load: () => Promise<Attempt<Value>>): Promise<{ value: Value } | { problem: string }> {
    const entry = this.#entries.get(key);
    if (entry && this.#now() < entry.refreshAt) return Promise.resolve({ value: entry.value });
    const underWay = this.#underWay.get(key);
    if (underWay) return underWay;
    const loading = this.#refresh(key, load).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, loading);
    return loading;
  }

  #now(): number {
    return this.#options.clock().getTime();
  }

  async #refresh(key: string, load: () => Promise<Attempt<Value>>) {
    const attempt = await load();
    const entry = 'problem' in attempt ? attempt : this.#entryOf(attempt);
    if (!('problem' in entry)) {
      this.#entries.set(key, entry);
      return { value: entry.value };
    }
    const former = this.#entries.get(key);
    return former && this.#now() < former.usableUntil ? { value: former.value } : entry;
  }

  #entryOf({ value, thisUpdate, nextUpdate }: Statement<Value>): Entry<Value> | { problem: string } {
    const now = this.#now();
    if (thisUpdate.getTime() > now + CLOCK_SKEW_MS)
      return { problem: `the answer is from the future, ${thisUpdate.toISOString()}` };
    const until = nextUpdate?.getTime() ?? thisUpdate.getTime() + this.#options.refreshMs;
    if (until + CLOCK_SKEW_MS < now)
      return { problem: `the answer is outdated since ${new Date(until).toISOString()}` };
    return {
      value,
      refreshAt: Math.max(now + SHORTEST_MS, Math.min(until, now + this.#options.refreshMs)),
      usableUntil:
        now + (this.#isFinal(value) ? LONGEST_MS : Math.min(until + CLOCK_SKEW_MS - now, LONGEST_MS)),
    };
  }
}
