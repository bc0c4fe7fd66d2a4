import { LRUCache } from 'lru-cache';
import { AppError, type LimitState } from '../errors.ts';
import type { Taken } from '../siblings.ts';

export interface Limit {
  /** How many calls may come at once. */
  burst: number;
  /** How many calls a second are given back. */
  perSecond: number;
}

export const perMinute = (calls: number): Limit => ({ burst: calls, perSecond: calls / 60 });
export const perHour = (calls: number): Limit => ({ burst: calls, perSecond: calls / 3600 });

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Callers remembered at once; who called longest ago is forgotten, and has the whole limit again. */
const MOST_BUCKETS = 50_000;

export interface RateLimiterOptions {
  off?: boolean;
  /** Limits by name, in place of those that `take` is given. */
  limits?: Readonly<Record<string, Limit>>;
  /** Milliseconds. */
  now?: () => number;
  /** Hears of each call that was taken. */
  onTaken?: (bucket: string, limit: Limit) => void;
}

/** Token buckets by name and key, in this process. `off` lets everything through (load tests). */
export class RateLimiter {
  readonly #buckets = new LRUCache<string, Bucket>({ max: MOST_BUCKETS });
  readonly #off: boolean;
  readonly #limits: Readonly<Record<string, Limit>>;
  readonly #now: () => number;
  readonly #onTaken: RateLimiterOptions['onTaken'];

  constructor(options: RateLimiterOptions = {}) {
    this.#off = options.off ?? false;
    this.#limits = options.limits ?? {};
    this.#now = options.now ?? Date.now;
    this.#onTaken = options.onTaken;
  }

  /** How many are remembered. */
  get callers(): number {
    return this.#buckets.size;
  }

  /** What holds for a limit that is counted elsewhere; undefined where limits are off. */
  limitOf(name: string, usual: Limit): Limit | undefined {
    return this.#off ? undefined : (this.#limits[name] ?? usual);
  }

  /** Takes one call from the bucket; throws RATE_LIMITED with Retry-After when it is empty. [LIM-4] */
  take(name: string, key: string, usual: Limit): LimitState {
    const limit = this.#limits[name] ?? usual;
    if (this.#off) return { limit: limit.burst, remaining: limit.burst, reset: 0 };
    const now = this.#now();
    const id = idOf(name, key);
    const bucket = this.#callIn(id, limit, now);
    bucket.tokens -= 1;
    this.#onTaken?.(id, limit);
    return {
      limit: limit.burst,
      remaining: Math.floor(bucket.tokens),
      reset: Math.ceil((limit.burst - bucket.tokens) / limit.perSecond),
    };
  }

  /** Throws as `take` would, and takes nothing: asked before a secret is looked at, so that a right guess has to wait too. */
  check(name: string, key: string, usual: Limit): void {
    if (!this.#off) this.#callIn(idOf(name, key), this.#limits[name] ?? usual, this.#now());
  }

  /**
   * Calls that other processes let through by their own buckets. What all took together beyond the limit is owed, and comes
   * back before anything is let through again.
   */
  takenElsewhere(taken: readonly Taken[]): void {
    const now = this.#now();
    for (const [id, calls, burst, perSecond] of taken)
      this.#filled(id, { burst, perSecond }, now).tokens -= calls;
  }

  /** The bucket, which has a call left; throws when it has not. */
  #callIn(id: string, limit: Limit, now: number): Bucket {
    const bucket = this.#filled(id, limit, now);
    if (bucket.tokens < 1)
      throw new AppError('RATE_LIMITED', {
        retryAfter: (1 - bucket.tokens) / limit.perSecond,
        limit: { limit: limit.burst, remaining: 0, reset: Math.ceil(limit.burst / limit.perSecond) },
      });
    return bucket;
  }

  /** The bucket with what came back since it was last looked at. */
  #filled(id: string, limit: Limit, now: number): Bucket {
    const bucket = this.#buckets.get(id) ?? { tokens: limit.burst, filledAt: now };
    bucket.tokens = Math.min(limit.burst, bucket.tokens + ((now - bucket.filledAt) / 1000) * limit.perSecond);
    bucket.filledAt = now;
    this.#buckets.set(id, bucket);
    return bucket;
  }
}

const idOf = (name: string, key: string): string => `${name}\0${key}`;

/** The part of a source address that one caller cannot change at will: IPv4 whole, IPv6 the /64. [LIM-6] */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
