import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { atATime } from './at-a-time.ts';

test('As many are begun as may be, the next one when one has ended, and answers keep the order of what was asked', async () => {
  const begun: number[] = [];
  const gates = Array.from({ length: 16 }, () => Promise.withResolvers<void>());
  const all = atATime(8, [...gates.keys()], async (i) => {
    begun.push(i);
    await gates[i]?.promise;
    return `answer ${i}`;
  });
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6, 7]);
  for (const [ended, next] of [
    [7, 8],
    [0, 9],
  ] as const) {
    gates[ended]?.resolve();
    await turn();
    assert.equal(begun.at(-1), next);
    assert.equal(begun.length, next + 1);
  }
  for (const { resolve } of gates) resolve();
  assert.deepEqual(
    await all,
    [...gates.keys()].map((i) => `answer ${i}`),
  );
});
