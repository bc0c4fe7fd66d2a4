import type { Hit, Hits } from '../src/hit.ts';

/** Every hit by itself that is reported, however many there are. */
export function everyHit(report: (hits: Hits) => void): Hit[] {
  const all: Hit[] = [];
  report({
    isFull: false,
    add: (_key, place, describe) => void all.push({ ...place, ...describe() }),
    stop: () => undefined,
  });
  return all;
}
