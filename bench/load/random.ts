/** Numbers from 0 to 1 that are the same again for the same seed (mulberry32). */
export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The pause until the next arrival of a Poisson process, in milliseconds. */
export const nextPause = (random: Random, perSecond: number): number =>
  (-Math.log(1 - random()) / perSecond) * 1_000;

/** One of them by its weight. */
export function pick<Item>(random: Random, items: readonly (readonly [Item, weight: number])[]): Item {
  let left = random() * items.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [item, weight] of items) {
    left -= weight;
    if (left < 0) return item;
  }
  const [last] = items.at(-1) ?? [];
  if (last === undefined) throw new Error('there is nothing to pick from');
  return last;
}
