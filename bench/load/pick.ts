import type { Random } from '../../scripts/seeded-random.ts';

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
