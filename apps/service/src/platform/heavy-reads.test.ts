import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from './errors.ts';
import { HeavyReads } from './heavy-reads.ts';
import { newId } from './ids.ts';

const LARGE = 1_000_000;

/** Work that goes on until it is told to end. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, end: resolve };
}

test('Two large documents are read at once, and the others in the order in which they were asked for', async () => {
  const reads = new HeavyReads();
  const begun: number[] = [];
  const jobs = [0, 1, 2, 3].map(() => work());
  const taken = jobs.map((job, i) =>
    reads.take({ accountId: newId<'Account'>(), bytes: LARGE }, async () => {
      begun.push(i);
      await job.promise;
    }),
  );
  await new Promise(setImmediate);
  assert.deepEqual(begun, [0, 1]);
  jobs[1]?.end();
  await taken[1];
  await new Promise(setImmediate);
  assert.deepEqual(begun, [0, 1, 2]);
  for (const job of jobs) job.end();
  await Promise.all(taken);
  assert.deepEqual(begun, [0, 1, 2, 3]);
});

test('What one account asks for beyond its turns is RATE_LIMITED; small documents and other accounts go on', async () => {
  const reads = new HeavyReads();
  const accountId = newId<'Account'>();
  const job = work();
  const taken = Array.from({ length: 6 }, () => reads.take({ accountId, bytes: LARGE }, () => job.promise));
  await assert.rejects(
    reads.take({ accountId, bytes: LARGE }, async () => undefined),
    (error) => error instanceof AppError && error.code === 'RATE_LIMITED',
  );
  assert.equal(await reads.take({ accountId, bytes: 100 }, async () => 'small'), 'small');
  const other = reads.take({ accountId: newId<'Account'>(), bytes: LARGE }, async () => 'other');
  job.end();
  await Promise.all(taken);
  assert.equal(await other, 'other');
  assert.equal(await reads.take({ accountId, bytes: LARGE }, async () => 'again'), 'again');
});
