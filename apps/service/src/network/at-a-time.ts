/** Runs `work` on every item, at most `limit` at a time; answers in the order of the items. */
export async function atATime<Item, Result>(
  limit: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const open = items.entries();
  const worker = async (): Promise<void> => {
    for (const [i, item] of open) results[i] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
