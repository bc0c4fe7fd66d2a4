import { LRUCache } from 'lru-cache';
import { AppError, type LimitState } from '../errors.ts';

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
}

/** Token buckets by name and key, in this process. `off` lets everything through (load tests). */
export class RateLimiter {
  readonly #buckets = new LRUCache<string, Bucket>({ max: MOST_BUCKETS });
  readonly #off: boolean;
  readonly #limits: Readonly<Record<string, Limit>>;
  readonly #now: () => number;

  constructor(options: RateLimiterOptions = {}) {
    this.#off = options.off ?? false;
    this.#limits = options.limits ?? {};
    this.#now = options.now ?? Date.now;
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
    const bucket = this.#filled(name, key, limit, now);
    bucket.tokens -= 1;
    return {
      limit: limit.burst,
      remaining: Math.floor(bucket.tokens),
      reset: Math.ceil((limit.burst - bucket.tokens) / limit.perSecond),
    };
  }

  /** Throws as `take` would, and takes nothing: asked before a secret is looked at, so that a right guess has to wait too. */
  check(name: string, key: string, usual: Limit): void {
    if (!this.#off) this.#filled(name, key, this.#limits[name] ?? usual, this.#now());
  }

  /** The bucket with what came back since it was last looked at; throws when that is less than one call. */
  #filled(name: string, key: string, limit: Limit, now: number): Bucket {
    const id = `${name}\0${key}`;
    const bucket = this.#buckets.get(id) ?? { tokens: limit.burst, filledAt: now };
    bucket.tokens = Math.min(limit.burst, bucket.tokens + ((now - bucket.filledAt) / 1000) * limit.perSecond);
    bucket.filledAt = now;
    this.#buckets.set(id, bucket);
    if (bucket.tokens < 1)
      throw new AppError('RATE_LIMITED', {
        retryAfter: (1 - bucket.tokens) / limit.perSecond,
        limit: { limit: limit.burst, remaining: 0, reset: Math.ceil(limit.burst / limit.perSecond) },
      });
    return bucket;
  }
}

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
