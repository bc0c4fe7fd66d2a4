import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AppError } from './errors.ts';
import { FairTurns } from './fair-turns.ts';
import { newId } from './ids.ts';

const [flooding, other, third] = [newId<'Account'>(), newId<'Account'>(), newId<'Account'>()];

/** Work that is noted when it begins, and ends when it is told to. */
function newWork(turns: FairTurns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const done: Promise<void>[] = [];
  return {
    begun,
    ask: (account: typeof flooding, name: string) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(name, resolve);
      done.push(
        turns.take(account, () => {
          begun.push(name);
          return promise;
        }),
      );
    },
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise(setImmediate);
    },
    allDone: () => Promise.all(done),
  };
}

describe('more is asked for than is done at once [MSG-26]', () => {
  test('Accounts have their turn one after the other, however much one of them asks for', async () => {
    const work = newWork(new FairTurns(2));
    for (const name of ['f1', 'f2', 'f3', 'f4', 'f5']) work.ask(flooding, name);
    for (const name of ['o1', 'o2']) work.ask(other, name);
    work.ask(third, 't1');
    await new Promise(setImmediate);
    const order = ['f1', 'f2', 'f3', 'o1', 't1', 'f4', 'o2', 'f5'];
    for (const name of order) {
      assert.ok(work.begun.includes(name), `${name} in ${work.begun}`);
      await work.end(name);
    }
    await work.allDone();
    assert.deepEqual(work.begun, order);
  });

  test('What fails passes its turn on, and never more are under way than may be', async () => {
    const turns = new FairTurns(3);
    let [running, most] = [0, 0];
    const asked = Array.from({ length: 50 }, (_, i) =>
      turns.take(i % 2 === 0 ? flooding : other, async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
        if (i % 5 === 0) throw new Error('did not work');
      }),
    );
    const settled = await Promise.allSettled(asked);
    assert.equal(settled.filter(({ status }) => status === 'rejected').length, 10);
    assert.equal(most, 3);
    assert.equal(await turns.take(other, async () => 'free again'), 'free again');
  });

  test('Who waits too long is answered UNAVAILABLE with the time to wait, and nothing of it was begun', async () => {
    const turns = new FairTurns(1, 20);
    const work = newWork(turns);
    work.ask(flooding, 'f1');
    await assert.rejects(
      turns.take(other, async () => assert.fail('begun')),
      (error) => error instanceof AppError && error.code === 'UNAVAILABLE' && error.retryAfter === 2,
    );
    await work.end('f1');
    assert.equal(await turns.take(other, async () => 'free again'), 'free again');
  });
});
