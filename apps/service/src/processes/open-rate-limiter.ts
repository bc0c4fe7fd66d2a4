import type { NodeLine } from '../platform/db/node-line.ts';
import { RateLimiter } from '../platform/http/rate-limit.ts';
import type { Siblings, Taken } from '../platform/siblings.ts';
import type { Config } from '../settings/config.ts';
import { nodesAsAudience, type Place } from './nodes-as-audience.ts';
import { siblingsAsAudience, tellTaken } from './tell-taken.ts';

interface Others {
  siblings: Siblings;
  line: NodeLine;
  place: Place;
}

/** Each process lets through what a caller may have, less what all others tell that they let through. */
export function openRateLimiter(
  { rateLimits, limits }: Pick<Config, 'rateLimits' | 'limits'>,
  { siblings, line, place }: Others,
): RateLimiter {
  const hear = (taken: readonly Taken[]): void => rateLimiter.takenElsewhere(taken);
  const told = tellTaken(siblingsAsAudience(siblings), nodesAsAudience(line, place, hear));
  const rateLimiter = new RateLimiter({ off: !rateLimits, limits, ...told });
  siblings.hear('taken', hear);
  return rateLimiter;
}
