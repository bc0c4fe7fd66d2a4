/** What may be in memory at a time: a large document comes alone. */
const WINDOW_BYTES = 16 * 1024 * 1024;
const WINDOW_COUNT = 8;

/**
 * Reads some of what comes next at once and answers all in its order: an object of S3 takes its time, and a hundred
 * thousand of them one after the other take the day.
 */
export async function* readAhead<Item extends { bytes: number }, Value>(
  items: AsyncIterable<Item>,
  read: (item: Item) => Promise<Value>,
): AsyncGenerator<[Item, Value]> {
  const window: { item: Item; value: Promise<Value> }[] = [];
  let bytes = 0;
  const isFull = (next: Item): boolean =>
    window.length >= WINDOW_COUNT || (window.length > 0 && bytes + next.bytes > WINDOW_BYTES);
  for await (const item of items) {
    while (isFull(item)) {
      const first = window.shift();
      if (!first) break;
      yield [first.item, await first.value];
      bytes -= first.item.bytes;
    }
    const value = read(item);
    // Told when its turn comes.
    value.catch(() => undefined);
    window.push({ item, value });
    bytes += item.bytes;
  }
  for (const { item, value } of window) yield [item, await value];
}
