import type { Limit, RateLimiterOptions } from '../platform/http/rate-limit.ts';
import type { Siblings, Taken } from '../platform/siblings.ts';

/** Calls are told so much later, many at once. */
const GATHER_MS = 100;

/** Who counts the calls of this process too. */
export interface Audience {
  /** Whether anybody listens now. */
  isThere(): boolean;
  tell(taken: readonly Taken[]): void;
}

export const siblingsAsAudience = (siblings: Siblings): Audience => ({
  isThere: () => siblings.count > 1,
  tell: (taken) => siblings.tell('taken', [...taken]),
});

/** What a rate limiter is given so that others count its calls too: nothing is sent while a call is made. */
export function tellTaken(...audiences: readonly Audience[]): Required<Pick<RateLimiterOptions, 'onTaken'>> {
  const gathered = new Map<string, { calls: number; limit: Limit }>();
  const tell = (): void => {
    const taken = [...gathered].map(
      ([bucket, { calls, limit }]): Taken => [bucket, calls, limit.burst, limit.perSecond],
    );
    gathered.clear();
    for (const audience of audiences) if (audience.isThere()) audience.tell(taken);
  };
  return {
    onTaken: (bucket, limit) => {
      if (!audiences.some((audience) => audience.isThere())) return;
      if (gathered.size === 0) setTimeout(tell, GATHER_MS).unref();
      const one = gathered.get(bucket) ?? { calls: 0, limit };
      gathered.set(bucket, { calls: one.calls + 1, limit });
    },
  };
}
