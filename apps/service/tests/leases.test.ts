import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Database, openDatabase, transaction } from '../src/platform/db/database.ts';
import { newId } from '../src/platform/ids.ts';
import { enqueue } from '../src/platform/jobs/enqueue.ts';
import { Leases } from '../src/platform/jobs/leases.ts';
import { newDatabase } from './harness.ts';

let database: Database;
before(async () => {
  database = openDatabase(await newDatabase(), { onError: () => undefined });
});
after(() => database.close());
beforeEach(async () => {
  await database.pool.query('delete from graphile_worker._private_jobs; delete from worker_leases');
});

/** A job that a worker took so many seconds ago. */
async function takenBy(worker: string, secondsAgo: number): Promise<string> {
  await transaction(database.db, (tx) => enqueue(tx, 'outbound.send', { messageId: newId<'Message'>() }));
  const { rows } = await database.pool.query<{ id: string }>(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - make_interval(secs => $2)
     where id = (select max(id) from graphile_worker._private_jobs) returning id`,
    [worker, secondsAgo],
  );
  return rows[0]?.id ?? '';
}

/** When a node last said that the worker lives. */
const seen = (worker: string, node: string, secondsAgo: number) =>
  database.pool.query(
    'insert into worker_leases (worker_id, node_id, seen_at) values ($1, $2, now() - make_interval(secs => $3))',
    [worker, node, secondsAgo],
  );

const holderOf = async (job: string): Promise<string | null | undefined> =>
  (
    await database.pool.query<{ locked_by: string | null }>(
      'select locked_by from graphile_worker._private_jobs where id = $1',
      [job],
    )
  ).rows[0]?.locked_by;

describe('taking over jobs', () => {
  test('What a node holds that was silent for half a minute is free for others', async () => {
    const job = await takenBy('of the dead', 40);
    await seen('of the dead', 'dead', 31);
    const other = new Leases(database.pool, 'living');
    other.hold('of the living');
    await other.beat();
    assert.equal(await holderOf(job), null);
  });
  test('What a node holds that still says it lives is left to it, however long the work takes', async () => {
    const job = await takenBy('at work', 3_600);
    await seen('at work', 'busy', 20);
    const other = new Leases(database.pool, 'other');
    other.hold('of the other');
    await other.beat();
    assert.equal(await holderOf(job), 'at work');
  });
  test('A worker that took a job just now, before its first sign of life, keeps it', async () => {
    const job = await takenBy('quite new', 1);
    await new Leases(database.pool, 'other').beat();
    assert.equal(await holderOf(job), 'quite new');
  });
  test('Two that take over at once free it once, and neither fails', async () => {
    const job = await takenBy('of the dead', 40);
    const nodes = ['a', 'b', 'c'].map((name) => new Leases(database.pool, name));
    await Promise.all(nodes.map((node) => node.beat()));
    assert.equal(await holderOf(job), null);
  });
  test('What was interrupted again and again comes back later each time, a minute at most; others at once [MSG-16]', async () => {
    const delays: number[] = [];
    for (const attempts of [1, 3, 5, 8, 30_000]) {
      const job = await takenBy(`killed ${attempts} times`, 40);
      await database.pool.query('update graphile_worker._private_jobs set attempts = $2 where id = $1', [
        job,
        attempts,
      ]);
      await new Leases(database.pool, 'other').beat();
      assert.equal(await holderOf(job), null);
      const { rows } = await database.pool.query<{ seconds: number }>(
        'select extract(epoch from run_at - now())::float8 as seconds from graphile_worker._private_jobs where id = $1',
        [job],
      );
      delays.push(rows[0]?.seconds ?? 0);
    }
    const [once = 1, thrice = 1, five = 0, eight = 0, often = 0] = delays;
    assert.ok(once <= 0 && thrice <= 0, `${delays}`);
    assert.ok(five > 0 && five < eight && eight < often && often <= 75, `${delays}`);
  });
  test('After a restart on the same data directory what it held before is free at once', async () => {
    const mine = await takenBy('before the kill', 1);
    const other = await takenBy('of another', 1);
    await seen('before the kill', 'me', 1);
    await seen('of another', 'another', 1);
    await new Leases(database.pool, 'me').endFormerLife();
    assert.deepEqual([await holderOf(mine), await holderOf(other)], [null, 'of another']);
  });
  test('A job that is locked for a worker of ours, and that nobody works on, is freed; one under way is not', async () => {
    const [mislaid, underWay] = [await takenBy('mine', 26), await takenBy('mine', 26)];
    const leases = new Leases(database.pool, 'me');
    leases.hold('mine');
    leases.begin(underWay);
    await leases.beat();
    assert.deepEqual([await holderOf(mislaid), await holderOf(underWay)], [null, 'mine']);
  });
});
