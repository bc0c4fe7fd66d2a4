import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneAtATime } from './one-at-a-time.ts';

test('While one run is under way the next is left out, and after it there is another', async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const look = oneAtATime(() => {
    runs++;
    return end;
  });
  const first = look();
  await look();
  assert.equal(runs, 1);
  resolve();
  await first;
  await look();
  assert.equal(runs, 2);
});

test('A run that fails says so, and keeps nobody from the next', async () => {
  let runs = 0;
  const look = oneAtATime(async () => {
    runs++;
    throw new Error('no answer');
  });
  await assert.rejects(look, /no answer/);
  await assert.rejects(look, /no answer/);
  assert.equal(runs, 2);
});
