import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { freeMemory } from './free-memory.ts';

test('Memory is given back at once, but for parts of what others share', () => {
  const own = randomBytes(100_000);
  const shared = Buffer.alloc(300_000, 1);
  const part = shared.subarray(0, 100_000);
  const small = Buffer.from('small');
  const neighbour = Buffer.from('neighbour');
  freeMemory([own, part, small]);
  assert.deepEqual([own.length, part.length, shared.length], [0, 100_000, 300_000]);
  assert.deepEqual([String(small), String(neighbour)], ['small', 'neighbour']);
});
