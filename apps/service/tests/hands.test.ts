import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { overAll } from '../src/platform/db/roots.ts';
import { type AccountId, type MessageId, newId } from '../src/platform/ids.ts';
import { adding, jobOf } from '../src/platform/jobs/enqueue.ts';
import { Hands, type HeldJob } from '../src/platform/jobs/hands.ts';
import { Leases } from '../src/platform/jobs/leases.ts';
import { makeTasksKnown, strikeOff } from '../src/platform/jobs/queue-table.ts';
import { type JobRunner, prepareJobs, runJobs } from '../src/platform/jobs/run.ts';
import type { JobHandlers } from '../src/platform/jobs/work.ts';
import { newDatabase } from './harness.ts';

let database: Database;
before(async () => {
  database = openDatabase(await newDatabase(), { onError: () => undefined });
  await prepareJobs(database.pool);
  await makeTasksKnown(database.pool, ['outbound.send']);
});
after(() => database.close());
beforeEach(async () => {
  await database.pool.query('delete from graphile_worker._private_jobs; delete from worker_leases');
});

const ACCOUNT = newId<'Account'>();

type Run = (messageId: MessageId, held: HeldJob | undefined) => Promise<void>;

function start(hands: Hands, run: Run, concurrency = 2): Promise<JobRunner> {
  const handlers = {
    'outbound.send': {
      run: ({ messageId }: { messageId: MessageId }, held?: HeldJob) => run(messageId, held),
    },
  };
  return runJobs(handlers as unknown as JobHandlers, {
    database,
    log: pino({ level: 'silent' }),
    nodeId: 'test',
    concurrency,
    hands,
    clock: [],
  });
}

/** Writes a job as held, and begins with it. */
async function make(hands: Hands, brings?: object): Promise<MessageId> {
  const messageId = newId<'Message'>();
  using hand = hands.take(ACCOUNT);
  const job = jobOf('outbound.send', { messageId }, { heldBy: hand?.worker });
  const { rows } = await sql<{ id: string }>`select ${adding(job)} as id`.execute(
    overAll(database.db, 'job'),
  );
  assert.ok(hand && rows[0]);
  hand.begin('outbound.send', { messageId }, rows[0].id, brings);
  return messageId;
}

const waiting = async (): Promise<number> => {
  const { rows } = await database.pool.query('select from graphile_worker._private_jobs');
  return rows.length;
};

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(10);
}

describe('jobs that their maker does', () => {
  test('It is done with what its maker had in hand, once, and its row is struck off', async () => {
    const hands = new Hands();
    const done: [MessageId, object | undefined][] = [];
    const runner = await start(hands, async (id, held) => void done.push([id, held?.brings]));
    const bag = { of: 'tools' };
    const id = await make(hands, bag);
    await until(async () => (await waiting()) === 0);
    await runner.stop();
    assert.deepEqual(done, [[id, bag]]);
  });

  test('A row that was struck off together with what the job did is not asked for again', async () => {
    const hands = new Hands();
    const seen: HeldJob[] = [];
    const runner = await start(hands, async (_id, held) => {
      assert.ok(held);
      await strikeOff(held).execute(overAll(database.db, 'job'));
      held.isStruckOff = true;
      seen.push(held);
    });
    await make(hands);
    await until(() => seen.length === 1);
    assert.equal(await waiting(), 0);
    await runner.stop();
  });

  test('What fails in its hands is tried again from the queue, where nothing is in hand', async () => {
    const hands = new Hands();
    const tries: (object | undefined)[] = [];
    const runner = await start(hands, async (_id, held) => {
      tries.push(held);
      if (tries.length === 1) throw new Error('dropped');
    });
    await make(hands, {});
    await until(async () => tries.length === 2 && (await waiting()) === 0);
    assert.deepEqual([tries[0] !== undefined, tries[1]], [true, undefined]);
    await runner.stop();
  });

  test('There are as many hands as jobs may be done at once, and none before the start or after the stop', async () => {
    const hands = new Hands();
    assert.equal(hands.take(ACCOUNT), undefined);
    const ends: (() => void)[] = [];
    const runner = await start(hands, () => new Promise((resolve) => ends.push(resolve)));
    await make(hands);
    await make(hands);
    assert.equal(hands.take(ACCOUNT), undefined, 'both are at work');
    await until(() => ends.length === 2);
    for (const end of ends) end();
    await until(async () => (await waiting()) === 0);
    // Free again, as soon as its node has heard that the rows are gone.
    await until(() => {
      using one = hands.take(ACCOUNT);
      return one !== undefined;
    });
    await runner.stop();
    assert.equal(hands.take(ACCOUNT), undefined);
  });

  test('One account takes three quarters of the hands at most, and two leave one to a third [MSG-25]', () => {
    const hands = new Hands();
    hands.open({ worker: 'held', width: 16, do: async () => undefined });
    const takeAll = (account: AccountId): number => {
      let taken = 0;
      while (hands.take(account)) taken++;
      return taken;
    };
    const taken = Array.from({ length: 4 }, () => takeAll(newId<'Account'>()));
    assert.deepEqual(taken, [12, 3, 1, 0]);
  });

  test('What an account let go it may take again', () => {
    const hands = new Hands();
    hands.open({ worker: 'held', width: 4, do: async () => undefined });
    const held = Array.from({ length: 3 }, () => hands.take(ACCOUNT));
    assert.equal(hands.take(ACCOUNT), undefined);
    held[0]?.[Symbol.dispose]();
    assert.ok(hands.take(ACCOUNT));
  });

  test('A stop waits for what is in hand', async () => {
    const hands = new Hands();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let isDone = false;
    const runner = await start(hands, async () => {
      await released;
      isDone = true;
    });
    await make(hands);
    const stopping = runner.stop();
    assert.equal(await Promise.race([stopping.then(() => 'stopped'), sleep(100, 'waits')]), 'waits');
    release();
    await stopping;
    assert.deepEqual([isDone, await waiting()], [true, 0]);
  });

  test('What a maker held when it died is done by another, and what a living one mislaid by itself', async () => {
    const hold = async (worker: string, secondsAgo: number): Promise<void> => {
      const told = JSON.stringify({ messageId: newId<'Message'>() });
      await database.pool.query("select pappel_hold_job('outbound.send', $1, $2)", [told, worker]);
      await database.pool.query(
        'update graphile_worker._private_jobs set locked_at = now() - make_interval(secs => $2) where locked_by = $1',
        [worker, secondsAgo],
      );
    };
    await hold('of the dead', 40);
    await hold('of ours', 30);
    const leases = new Leases(database.pool, 'living');
    leases.hold('of ours');
    await leases.beat();
    const { rows } = await database.pool.query(
      'select locked_by from graphile_worker._private_jobs where locked_by is not null',
    );
    assert.deepEqual(rows, []);
    let done = 0;
    const runner = await start(new Hands(), async () => void done++);
    await until(() => done === 2);
    await runner.stop();
  });
});
