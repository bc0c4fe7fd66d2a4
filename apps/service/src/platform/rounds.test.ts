import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import { Rounds } from './rounds.ts';

/** Keeps the thread busy for so long. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('What costs next to nothing is not held up: many pieces share a round', async () => {
  const rounds = new Rounds();
  let done = 0;
  for (let i = 0; i < 1_000; i++) rounds.do(() => done++);
  assert.equal(done, 0);
  let took = 0;
  for (; done < 1_000; took++) await nextRound();
  assert.ok(took < 100, `${took} rounds`);
});

test('Between two pieces that take long everybody else has a turn', async () => {
  const rounds = new Rounds();
  const order: string[] = [];
  for (const piece of ['first', 'second'])
    rounds.do(() => {
      work(5);
      order.push(piece);
    });
  await nextRound();
  order.push('somebody else');
  await nextRound();
  assert.deepEqual(order, ['first', 'somebody else', 'second']);
});
