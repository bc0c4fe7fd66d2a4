import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { type Database, openDatabase, transaction } from '../src/platform/db/database.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { overAll } from '../src/platform/db/roots.ts';
import { type MessageId, newId } from '../src/platform/ids.ts';
import { INTERRUPTIONS, nextTry } from '../src/platform/jobs/backoff.ts';
import type { Clock } from '../src/platform/jobs/clock.ts';
import { enqueue } from '../src/platform/jobs/enqueue.ts';
import { failuresOf } from '../src/platform/jobs/failing.ts';
import { NotYet } from '../src/platform/jobs/not-yet.ts';
import { type JobRunner, prepareJobs, runJobs } from '../src/platform/jobs/run.ts';
import type { JobHandlers } from '../src/platform/jobs/work.ts';
import { newDatabase } from './harness.ts';
import { Line } from './line.ts';

const realTimeout = globalThis.setTimeout;
const breathe = (ms: number) => new Promise((resolve) => realTimeout(resolve, ms));

/** The clock of jobs, of graphile-worker and of pg: stands still until it is told to go on. */
const fakeClock: Clock = {
  now: () => new Date(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Lets `seconds` pass, or fewer when `until` comes true; answers how many. Sockets are real, and get a breath each time. */
async function pass(seconds: number, until?: () => boolean): Promise<number> {
  const started = Date.now();
  while (!until?.() && Date.now() < started + seconds * 1_000) {
    mock.timers.tick(until ? 250 : 1_000);
    if (until) await quiet(100, until);
    else await breathe(2);
  }
  return (Date.now() - started) / 1_000;
}

/** A breath, and a second more where the database is slow with what it was asked: time stands still meanwhile. */
async function quiet(ms: number, isOver: () => boolean = () => false): Promise<void> {
  await breathe(ms);
  for (let [idle, breaths] = [0, 0]; idle < 3 && breaths < 200 && !isOver(); breaths++) {
    await breathe(5);
    idle = line.isBusy ? 0 : idle + 1;
  }
}

let line: Line;
let database: Database;
let runner: JobRunner | undefined;

beforeEach(async () => {
  line = await Line.to(new URL(await newDatabase()));
  database = openDatabase(line.url, { onError: () => undefined });
  await migrate(database.pool);
  await prepareJobs(database.pool);
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() });
});
afterEach(async () => {
  await line.mend();
  let isStopped = false;
  void runner?.stop().then(() => {
    isStopped = true;
  });
  if (runner) await pass(120, () => isStopped);
  runner = undefined;
  mock.timers.reset();
  await database.close();
  await line.cut();
});

async function start(run: (messageId: string) => Promise<void>, end?: () => Promise<void>): Promise<void> {
  const handlers = {
    'outbound.send': { run: ({ messageId }: { messageId: string }) => run(messageId), end },
  };
  runner = await runJobs(handlers as unknown as JobHandlers, {
    database,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    nodeId: 'test',
    concurrency: 4,
    clock: [],
    time: fakeClock,
  });
}

const add = (messageId: MessageId) =>
  transaction(database.db, (tx) => enqueue(tx, 'outbound.send', { messageId }));

test('A database away for ten minutes counts no attempt, and work goes on within 5 s of its return', async () => {
  const tries: string[] = [];
  const done = new Set<string>();
  let isCut = false;
  await start(async (messageId) => {
    tries.push(messageId);
    // The line breaks while the statement of the first three is under way.
    await sql`select pg_sleep(${isCut ? 0 : 60})`.execute(overAll(database.db, 'job'));
    done.add(messageId);
  });
  const [a, b, c, d] = [newId<'Message'>(), newId<'Message'>(), newId<'Message'>(), newId<'Message'>()];
  for (const id of [a, b, c]) await add(id);
  await pass(20, () => tries.length === 3);
  await line.cut();
  isCut = true;
  assert.equal(await pass(600), 600);
  assert.equal(done.size, 0);
  await line.mend();
  await add(d);
  const seconds = await pass(60, () => done.size === 4);
  assert.ok(seconds <= 5, `${seconds} s after the return`);
  assert.equal(await failuresOf(database.db, 'outbound.send', { messageId: a }), 0);
  assert.deepEqual([...done].sort(), [a, b, c, d]);
});

test('A handler that fails is tried by our schedule, which a database away for ten minutes neither stretches nor resets', async () => {
  const tries: number[] = [];
  await start(async () => {
    tries.push(Date.now());
    throw new Error('broken by itself');
  });
  const bad = newId<'Message'>();
  await add(bad);
  await pass(30, () => tries.length === 2);
  const pause = ((tries[1] ?? 0) - (tries[0] ?? 0)) / 1_000;
  assert.ok(pause >= 0.9 && pause <= 3, `first pause ${pause} s`);
  await quiet(200);
  await line.cut();
  await pass(600);
  assert.equal(tries.length, 2);
  await line.mend();
  const seconds = await pass(60, () => tries.length === 3);
  assert.ok(seconds <= 5, `${seconds} s after the return`);
  await pass(60, () => tries.length === 4);
  const third = ((tries[3] ?? 0) - (tries[2] ?? 0)) / 1_000;
  assert.ok(third >= 9 && third <= 13, `the third pause is 10 s, not ${third}`);
  assert.equal(await failuresOf(database.db, 'outbound.send', { messageId: bad }), 4);
});

test('What has to wait is asked for later each time, counts no failure and is never given up, however often [MSG-16]', async () => {
  const tries: number[] = [];
  let isEnded = false;
  const run = async () => {
    tries.push(Date.now());
    throw new NotYet('the Directory answers tomorrow');
  };
  const end = async () => {
    isEnded = true;
  };
  await start(run, end);
  const id = newId<'Message'>();
  await add(id);
  const waiting = async (attempts: number): Promise<{ run_at: Date; last_error: string }> => {
    for (;;) {
      const { rows } = await database.pool.query(
        'select run_at, last_error from graphile_worker._private_jobs where locked_at is null and attempts >= $1',
        [attempts],
      );
      if (rows[0]) return rows[0];
      await pass(1);
    }
  };
  assert.equal((await waiting(2)).last_error, 'NotYet: the Directory answers tomorrow');
  // More often than what is interrupted may be fetched.
  const fetched = INTERRUPTIONS + 10;
  await database.pool.query('update graphile_worker._private_jobs set attempts = $1, run_at = now()', [
    fetched,
  ]);
  const before = tries.length;
  await pass(60, () => tries.length > before);
  const seconds = ((await waiting(fetched + 1)).run_at.getTime() - (tries.at(-1) ?? 0)) / 1_000;
  assert.ok(seconds >= 3_240, `an hour later, not ${seconds} s`);
  assert.deepEqual([isEnded, await failuresOf(database.db, 'outbound.send', { messageId: id })], [false, 0]);
});

test('What was given up is ended without another try, also where ending it fails at first [OPR-27]', async () => {
  let [tries, ends] = [0, 0];
  const run = async () => {
    tries++;
    throw new Error('broken by itself');
  };
  const end = async () => {
    ends++;
    if (ends === 1) throw new Error('its status cannot be written');
  };
  await start(run, end);
  await add(newId<'Message'>());
  await pass(30, () => tries === 1);
  const failing = async () => (await database.pool.query('select * from failing_jobs')).rows[0];
  // Time stands still meanwhile, so that it is not tried again.
  while (!(await failing())?.next_try_at) await breathe(10);
  await database.pool.query('update failing_jobs set given_up_at = now()');
  await pass(60, () => ends === 2);
  while (!(await failing()).ended_at) await breathe(10);
  assert.deepEqual([tries, ends], [1, 2]);
});

test('Pauses grow from a second to an hour and no further', () => {
  const now = new Date(0);
  const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1_000].map((n) => nextTry(n, now, 0.5).getTime() / 1_000);
  assert.deepEqual(seconds, [1, 3, 10, 30, 120, 600, 1_800, 3_600, 3_600, 3_600]);
});
