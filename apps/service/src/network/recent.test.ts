import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { atATime } from './at-a-time.ts';
import { Recent } from './recent.ts';

describe('answers of a while ago', () => {
  test('Within its time an answer is given again; afterwards, and when it is not to be kept, it is asked anew', async () => {
    let now = 0;
    let asked = 0;
    const recent = new Recent<number>({ most: 10, keptMs: 100, now: () => now });
    const ask = (isKept: boolean) =>
      recent.get(
        'a',
        async () => ++asked,
        () => isKept,
      );
    assert.equal(await ask(true), 1);
    now = 99;
    assert.equal(await ask(true), 1);
    now = 101;
    assert.equal(await ask(false), 2);
    assert.equal(await ask(true), 3);
  });
  test('Who asks while an answer is under way waits for it; one that fails is not remembered', async () => {
    const recent = new Recent<string>({ most: 10, keptMs: 100 });
    let asked = 0;
    const failing = async (): Promise<string> => {
      asked++;
      throw new Error('trouble');
    };
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => recent.get('a', failing, () => true)),
    );
    assert.ok(all.every(({ status }) => status === 'rejected'));
    assert.equal(asked, 1);
    assert.equal(
      await recent.get(
        'a',
        async () => 'well',
        () => true,
      ),
      'well',
    );
  });
  test('The oldest answers make room', async () => {
    const recent = new Recent<string>({ most: 3, keptMs: 1_000, now: () => 0 });
    const keep = (key: string, value: string) =>
      recent.get(
        key,
        async () => value,
        () => true,
      );
    for (const key of ['a', 'b', 'c', 'd']) await keep(key, key);
    assert.equal(await keep('b', 'again'), 'b');
    assert.equal(await keep('a', 'again'), 'again');
  });
});

describe('so many at a time', () => {
  test('All are done, in their order, and never more than the limit at once', async () => {
    let busy = 0;
    let busiest = 0;
    const results = await atATime(
      8,
      Array.from({ length: 50 }, (_, i) => i),
      async (i) => {
        busiest = Math.max(busiest, ++busy);
        await new Promise((resolve) => setTimeout(resolve, (50 - i) % 7));
        busy--;
        return i * 2;
      },
    );
    assert.deepEqual(
      results,
      Array.from({ length: 50 }, (_, i) => i * 2),
    );
    assert.equal(busiest, 8);
    assert.deepEqual(await atATime(8, [], async (i) => i), []);
  });
});
