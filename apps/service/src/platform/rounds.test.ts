import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import { Rounds } from './rounds.ts';

/** Keeps the thread busy for so long. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** What was done by the end of each round of the event loop, until all of it was. */
async function roundsOf(rounds: Rounds, pieces: readonly (() => unknown)[]): Promise<number[]> {
  let done = 0;
  for (const piece of pieces)
    rounds.do(() => {
      done++;
      return piece();
    });
  const after: number[] = [];
  while (done < pieces.length) {
    await nextRound();
    after.push(done);
  }
  return after;
}

test('Between two pieces everybody else has a turn, however fast they are done', async () => {
  const pieces = Array.from({ length: 4 }, () => () => undefined);
  assert.deepEqual(await roundsOf(new Rounds(), pieces), [1, 2, 3, 4]);
});

test('Those who wait for a round begin one after the other', async () => {
  const rounds = new Rounds();
  let begun = 0;
  const all = Promise.all([1, 2, 3].map(() => rounds.next().then(() => begun++)));
  for (const expected of [1, 2, 3]) {
    await nextRound();
    assert.equal(begun, expected);
  }
  await all;
});

test('What says that it has cost next to nothing is not held up: many pieces share a round', async () => {
  const pieces = Array.from({ length: 1_000 }, () => () => true);
  const after = await roundsOf(new Rounds(), pieces);
  assert.ok(after.length < 100, `${after.length} rounds`);
});

test('Pieces that say so and take long end the round all the same', async () => {
  const pieces = Array.from({ length: 3 }, () => () => {
    work(5);
    return true;
  });
  assert.deepEqual(await roundsOf(new Rounds(), pieces), [1, 2, 3]);
});
