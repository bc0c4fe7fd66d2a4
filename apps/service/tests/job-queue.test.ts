import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type SqlBool, sql } from 'kysely';
import pg from 'pg';
import { type Database, openDatabase, transaction } from '../src/platform/db/database.ts';
import { overAll } from '../src/platform/db/roots.ts';
import { newId, type ParticipantRowId } from '../src/platform/ids.ts';
import { adding, enqueue, jobOf } from '../src/platform/jobs/enqueue.ts';
import { makeTasksKnown, putBack, queueState } from '../src/platform/jobs/queue-table.ts';
import { cronItems, prepareJobs } from '../src/platform/jobs/run.ts';
import { Wake } from '../src/platform/jobs/wake.ts';
import { newDatabase, until } from './harness.ts';

let database: Database;
let listener: pg.Client;
const heard: pg.Notification[] = [];

before(async () => {
  const url = await newDatabase();
  const wake = new Wake();
  database = openDatabase(url, { onError: () => undefined, watch: wake });
  wake.by(database.pool);
  await prepareJobs(database.pool);
  listener = new pg.Client({ connectionString: url });
  await listener.connect();
  listener.on('notification', (message) => heard.push(message));
  await listener.query('listen "jobs:insert"');
});
after(async () => {
  await listener.end();
  await database.close();
});

/** Everything that was notified until now has arrived when this has. */
async function everythingHeard(): Promise<pg.Notification[]> {
  await database.pool.query(`select pg_notify('jobs:insert', 'end')`);
  while (heard.at(-1)?.payload !== 'end')
    await new Promise((resolve) => listener.once('notification', resolve));
  return heard.splice(0).slice(0, -1);
}

const rows = async () =>
  (await database.pool.query('select * from graphile_worker._private_jobs order by id')).rows;
const clear = () => database.pool.query('delete from graphile_worker._private_jobs');
const job = { participantId: newId<'Participant'>() };

test('The private table of the pinned graphile-worker has the columns that we write', async () => {
  const root = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  assert.equal(root.dependencies['graphile-worker'], '0.18.0', 'read its new migrations, then change this');
  const { rows: columns } = await database.pool.query(
    `select column_name || ' ' || data_type || case is_nullable when 'NO' then ' not null' else '' end as text
     from information_schema.columns where table_schema = 'graphile_worker' and table_name = '_private_jobs'
     order by column_name`,
  );
  assert.deepEqual(
    columns.map(({ text }) => text),
    [
      'attempts smallint not null',
      'created_at timestamp with time zone not null',
      'flags jsonb',
      'id bigint not null',
      'is_available boolean not null',
      'job_queue_id integer',
      'key text',
      'last_error text',
      'locked_at timestamp with time zone',
      'locked_by text',
      'max_attempts smallint not null',
      'payload json not null',
      'priority smallint not null',
      'revision integer not null',
      'run_at timestamp with time zone not null',
      'task_id integer not null',
      'updated_at timestamp with time zone not null',
    ],
  );
});

test('Our row is the one that add_job of graphile-worker makes', async () => {
  await clear();
  await transaction(database.db, (tx) => enqueue(tx, 'participants.index', job, { key: 'same' }));
  const [ours] = await rows();
  await clear();
  await database.pool.query(
    `select graphile_worker.add_job('participants.index', payload => $1, job_key => 'same', max_attempts => 30000)`,
    [JSON.stringify(job)],
  );
  const [theirs] = await rows();
  const fixed = { id: 0, created_at: 0, updated_at: 0, run_at: 0 };
  assert.deepEqual({ ...ours, ...fixed }, { ...theirs, ...fixed });
  // Both wake somebody; ours does so after its commit, which the next test must not hear.
  while (heard.length < 2) await new Promise((resolve) => listener.once('notification', resolve));
});

test('Nobody is woken where no job was added, nor for one that is not due yet', async () => {
  await clear();
  await everythingHeard();
  const add = (options: Parameters<typeof jobOf>[2]) =>
    sql`select ${adding(jobOf('participants.index', job, options))} as job`.execute(
      overAll(database.db, 'job'),
    );
  await add({ given: sql<SqlBool>`false` });
  assert.deepEqual([await everythingHeard(), await rows()], [[], []]);
  const runAt = new Date(Date.now() + 3_600_000);
  await add({ runAt });
  assert.deepEqual(await everythingHeard(), []);
  const [later] = await rows();
  assert.deepEqual([later.run_at, later.locked_by], [runAt, null]);
  await add({ given: sql<SqlBool>`true`, runAt: new Date(Date.now() - 1) });
  while (heard.length < 1) await new Promise((resolve) => listener.once('notification', resolve));
  await clear();
  await everythingHeard();
});

test('The row of a job that its maker does is one fetched at once: nobody is woken, and nobody else takes it', async () => {
  await clear();
  await everythingHeard();
  const hold = (name: 'participants.index' | 'participants.follow') =>
    sql`select ${adding(jobOf(name, job, { heldBy: 'maker' }))} as id`.execute(overAll(database.db, 'job'));
  await makeTasksKnown(database.pool, ['participants.index']);
  await hold('participants.index');
  assert.deepEqual(await everythingHeard(), []);
  const [ours] = await rows();
  assert.deepEqual(
    [ours.locked_by, ours.is_available, ours.attempts, ours.max_attempts],
    ['maker', false, 1, 30_000],
  );
  await clear();
  await database.pool.query(
    `select graphile_worker.add_job('participants.index', payload => $1, max_attempts => 30000)`,
    [JSON.stringify(job)],
  );
  await everythingHeard();
  const { rows: fetched } = await database.pool.query(
    `update graphile_worker._private_jobs set locked_by = 'maker', locked_at = now(), attempts = attempts + 1 returning *`,
  );
  const fixed = { id: 0, created_at: 0, updated_at: 0, run_at: 0, locked_at: 0 };
  assert.deepEqual({ ...ours, ...fixed }, { ...fetched[0], ...fixed });
  await database.pool.query(
    `delete from graphile_worker._private_tasks where identifier = 'participants.follow'`,
  );
  await assert.rejects(hold('participants.follow'), /null value in column "task_id"/);
});

test('Workers are woken after the commit, never within the transaction, and not at all when it is rolled back', async () => {
  await clear();
  await everythingHeard();
  await transaction(database.db, async (tx) => {
    await enqueue(tx, 'participants.index', job);
    assert.deepEqual(await everythingHeard(), []);
  });
  while (heard.length === 0) await new Promise((resolve) => listener.once('notification', resolve));
  const [message] = await everythingHeard();
  assert.equal(JSON.parse(message?.payload ?? '').count, 1);
  const { rows: functions } = await database.pool.query(
    `select prosrc from pg_proc where proname = 'pappel_add_job'`,
  );
  assert.equal(functions.length, 1);
  assert.doesNotMatch(functions[0].prosrc, /notify/i);
  const broken = transaction(database.db, async (tx) => {
    await enqueue(tx, 'participants.index', job);
    throw new Error('no');
  });
  await assert.rejects(broken);
  assert.deepEqual(await everythingHeard(), []);
  assert.equal((await rows()).length, 1);
});

test('A job waiting under the same key is replaced; one that runs gets a successor', async () => {
  await clear();
  const [one, two, three] = [newId<'Participant'>(), newId<'Participant'>(), newId<'Participant'>()];
  const add = (participantId: ParticipantRowId) =>
    transaction(database.db, (tx) => enqueue(tx, 'participants.index', { participantId }, { key: 'k' }));
  await add(one);
  await add(two);
  assert.deepEqual(
    (await rows()).map(({ payload }) => payload.participantId),
    [two],
  );
  await database.pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w'`);
  await add(three);
  assert.deepEqual(
    (await rows()).map(({ payload, key }) => [payload.participantId, key]),
    [
      [two, null],
      [three, 'k'],
    ],
  );
});

test('One that is being fetched when a job is added under its key gets a successor', async () => {
  await clear();
  const add = () => transaction(database.db, (tx) => enqueue(tx, 'participants.index', job, { key: 'k' }));
  await add();
  const fetching = await database.pool.connect();
  await fetching.query('begin');
  const [{ pid }] = (await fetching.query('select pg_backend_pid() as pid')).rows;
  await fetching.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w', attempts = 1`,
  );
  const added = add();
  const waiting = () =>
    database.pool.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [pid]);
  await until(waiting, ({ rowCount }) => rowCount === 1);
  await fetching.query('commit');
  fetching.release();
  await added;
  assert.deepEqual(
    (await rows()).map(({ key, locked_by }) => [key, locked_by]),
    [
      [null, 'w'],
      ['k', null],
    ],
  );
});

test('A job put back has another number, its key and its age, and comes once however often it is put back', async () => {
  await clear();
  await transaction(database.db, (tx) => enqueue(tx, 'participants.index', job, { key: 'k' }));
  const [fetched] = await rows();
  const runAt = new Date('2030-01-01T00:00:00Z');
  for (let i = 0; i < 2; i++)
    await putBack(database.pool, fetched, { runAt, attempts: 3, lastError: 'Error: no' });
  const found = await rows();
  assert.equal(found.length, 1);
  assert.notEqual(found[0].id, fetched.id);
  assert.deepEqual(
    [found[0].key, found[0].attempts, found[0].last_error, found[0].run_at, found[0].created_at],
    ['k', 3, 'Error: no', runAt, fetched.created_at],
  );
  assert.equal((await queueState(database.pool)).due, 0);
});

test('A job that was replaced while it ran is not put back', async () => {
  await clear();
  const add = () => transaction(database.db, (tx) => enqueue(tx, 'participants.index', job, { key: 'k' }));
  await add();
  const [fetched] = await rows();
  await database.pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w'`);
  await add();
  await putBack(database.pool, fetched, { runAt: new Date(), attempts: 1, lastError: null });
  assert.deepEqual(
    (await rows()).map(({ key, is_available }) => [key, is_available]),
    [
      [null, false],
      ['k', true],
    ],
  );
});

test('What the clock asks for while it waits or is done is there once, and is not given up after 25 failures [MSG-16]', async () => {
  await clear();
  const [item] = cronItems([{ task: 'jobs.sweep', match: '* * * * *' }]);
  const { jobKey, jobKeyMode, maxAttempts } = item?.options ?? {};
  const tick = () =>
    database.pool.query(
      `select graphile_worker.add_job($1, '{}', job_key => $2, job_key_mode => $3, max_attempts => $4)`,
      [item?.task, jobKey, jobKeyMode, maxAttempts],
    );
  const lock = (by: string | null) =>
    database.pool.query(
      'update graphile_worker._private_jobs set locked_by = $1, locked_at = case when $1::text is not null then now() end',
      [by],
    );
  await tick();
  await tick();
  const [waiting, ...others] = await rows();
  assert.deepEqual(others, []);
  await lock('somebody');
  await tick();
  assert.deepEqual(
    (await rows()).map(({ id, key }) => [id, key]),
    [[waiting.id, jobKey]],
  );
  const runAt = new Date(Date.now() + 3_600_000);
  await putBack(database.pool, waiting, { runAt, attempts: 26, lastError: 'Error: as before' });
  await tick();
  const [failed, ...more] = await rows();
  assert.deepEqual(more, []);
  assert.deepEqual(
    [failed.is_available, failed.run_at, failed.last_error],
    [true, runAt, 'Error: as before'],
  );
});
