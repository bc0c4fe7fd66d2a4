import type { Limit, RateLimiterOptions } from '../platform/http/rate-limit.ts';
import type { Siblings, Taken } from '../platform/siblings.ts';

/** Calls are told so much later, many at once. */
const GATHER_MS = 100;

/** What a rate limiter is given so that the other processes count its calls too; nothing where there are none. */
export function tellTaken(siblings: Siblings): Pick<RateLimiterOptions, 'onTaken'> {
  if (siblings.count === 1) return {};
  const gathered = new Map<string, { calls: number; limit: Limit }>();
  const tell = (): void => {
    const taken = [...gathered].map(
      ([bucket, { calls, limit }]): Taken => [bucket, calls, limit.burst, limit.perSecond],
    );
    gathered.clear();
    siblings.tell('taken', taken);
  };
  return {
    onTaken: (bucket, limit) => {
      if (gathered.size === 0) setTimeout(tell, GATHER_MS).unref();
      const one = gathered.get(bucket) ?? { calls: 0, limit };
      gathered.set(bucket, { calls: one.calls + 1, limit });
    },
  };
}
