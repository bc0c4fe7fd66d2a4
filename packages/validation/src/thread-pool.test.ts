import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ThreadPool } from './thread-pool.ts';

test('A document leaves the thread when it is answered, whether it goes back or not', async () => {
  const module = new URL('../tests/memory-thread.ts', import.meta.url);
  const pool = new ThreadPool(module, { threads: 1, heapMegabytes: 64 });
  after(() => pool.close());
  const ask = () => {
    const bytes = new Uint8Array(1_000_000);
    return pool.ask<number | undefined>({ bytes }, 60_000, { given: bytes });
  };
  assert.deepEqual(await ask(), { kind: 'answer', answer: undefined });
  assert.deepEqual(await ask(), { kind: 'answer', answer: 0 });
});

test('Threads leave the processor to whoever answers requests: their priority is lower than that of the process', {
  skip: process.platform !== 'linux' && 'only Linux has priorities of threads',
}, async () => {
  const module = new URL('../tests/priority-thread.ts', import.meta.url);
  const pool = new ThreadPool(module, { threads: 1, heapMegabytes: 64 });
  after(() => pool.close());
  const answered = await pool.ask<[number, number]>(undefined, 60_000);
  assert.equal(answered.kind, 'answer');
  if (answered.kind !== 'answer') return;
  const [thread, process] = answered.answer;
  assert.equal(thread, Math.min(19, process + 10));
});

test('A thread answers one question after the other, until one with a large document: what that took is given back', async () => {
  const module = new URL('../tests/identity-thread.ts', import.meta.url);
  const pool = new ThreadPool(module, { threads: 1, heapMegabytes: 64 });
  after(() => pool.close());
  const threads: number[] = [];
  for (const bytes of [1_000, 1_000, 9_000_000, 1_000, 1_000]) {
    const given = new Uint8Array(bytes);
    const answered = await pool.ask<number>(given, 60_000, { given });
    assert.equal(answered.kind, 'answer');
    if (answered.kind === 'answer') threads.push(answered.answer);
  }
  const [first, second, third, fourth, fifth] = threads;
  assert.deepEqual([second, third, fifth], [first, first, fourth]);
  assert.notEqual(fourth, first);
});

test('Whoever waits for a thread has a turn after each of the others, however many questions one of them asks', async () => {
  const module = new URL('../tests/memory-thread.ts', import.meta.url);
  const pool = new ThreadPool(module, { threads: 1, heapMegabytes: 64 });
  after(() => pool.close());
  const answered: string[] = [];
  const ask = async (whose: string): Promise<void> => {
    await pool.ask({ bytes: new Uint8Array(1) }, 60_000, { whose });
    answered.push(whose);
  };
  const flood = Array.from({ length: 5 }, () => ask('flood'));
  await Promise.all([...flood, ask('timber'), ask('furniture'), ask('timber')]);
  assert.deepEqual(answered, [
    ...['flood', 'flood', 'timber', 'furniture'],
    ...['flood', 'timber', 'flood', 'flood'],
  ]);
});

test('When the threads are closed, whoever waits is told so', async () => {
  const module = new URL('../tests/memory-thread.ts', import.meta.url);
  const pool = new ThreadPool(module, { threads: 1, heapMegabytes: 64 });
  const asked = Array.from({ length: 3 }, () => pool.ask({ bytes: new Uint8Array(1) }, 60_000));
  const all = Promise.allSettled(asked);
  await pool.close();
  assert.deepEqual(
    (await all).map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
});
