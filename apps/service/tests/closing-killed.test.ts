import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { Killable } from '../../../localnet/tests/killable.ts';
import { type Account, activeParticipant, newEnvironment, signUp, TIMBER, until } from './harness.ts';

const LOCK = 4_343;
const STEPS = ['UPLOADS', 'ADDRESSES', 'DOCUMENTS', 'EXPORT', 'ACCESS', 'KEPT', 'DELETING'];

let env: Record<string, string>;
let node: Killable;
let pool: pg.Pool;
/** Holds back whoever is at the end of a step, at a gate of its own: one that is open need not be shut in time. */
let gate: pg.PoolClient;
let account: Account;

before(async () => {
  env = await newEnvironment();
  node = new Killable(env);
  await node.start();
  pool = new pg.Pool({ connectionString: env['DATABASE_URL'] ?? '' });
  account = await signUp(node.asPappel());
  await activeParticipant(node.asPappel(), account, TIMBER);
  await pool.query(`create function wait_at_the_gate() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${LOCK}, hashtext(old.step)); return new; end $$`);
  await pool.query(`create trigger gate after update of step on account_closings
    for each row when (old.step is distinct from new.step) execute function wait_at_the_gate()`);
  gate = await pool.connect();
  for (const one of STEPS) await shut(one);
});
after(async () => {
  gate?.release();
  await pool?.end();
  await node?.stop();
});

/** Whoever waits has done all of its step but the commit. */
async function somebodyWaits(): Promise<void> {
  const count = await until(
    async () => {
      await pool.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()');
      const { rows } = await pool.query(
        `select count(*)::int as count from pg_locks where locktype = 'advisory' and classid = ${LOCK} and not granted`,
      );
      return rows[0].count;
    },
    (waiting) => waiting > 0,
    120_000,
  );
  if (count > 0) return;
  const { rows } = await pool.query(
    `select identifier, run_at, attempts, locked_by, last_error
     from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id`,
  );
  assert.fail(`the closing does not come to the end of ${await step()}: ${JSON.stringify(rows)}`);
}

const shut = (at: string) => gate.query(`select pg_advisory_lock(${LOCK}, hashtext($1))`, [at]);
const open = (at: string) => gate.query(`select pg_advisory_unlock(${LOCK}, hashtext($1))`, [at]);
const step = async (): Promise<string> =>
  (await pool.query('select step from account_closings where account_id = $1', [account.accountId])).rows[0]
    .step;

/** As if its days were over, and the clock had come. */
async function letDaysPass(): Promise<void> {
  await pool.query('update account_closings set delete_after = now()');
  await pool.query("select pappel_add_job('accounts.close-due', '{}', null, null)");
}

test('A closing that kill -9 cuts off in a step goes on with it, to the end [OPR-23]', async () => {
  const closed = await node.asPappel().operate(`accounts/${account.accountId}/close`, { reason: 'x' });
  assert.equal(closed.status, 200);
  const seen: string[] = [];
  for (const kills of [false, true, false, true, true, true, true]) {
    await somebodyWaits();
    const before = await step();
    seen.push(before);
    if (kills) {
      await node.kill();
      // The database hears of the death only at the gate: whoever stood there first is gone when it is shut again.
      await open(before);
      await shut(before);
      assert.equal(await step(), before, 'what was not committed did not happen');
      await node.start();
      await somebodyWaits();
    }
    await open(before);
    await until(step, (now) => now !== before);
    if (before === 'ACCESS') await letDaysPass();
  }
  assert.deepEqual(seen, STEPS);
  const { rows } = await pool.query(
    `select accounts.status, step, (select count(*)::int from account_audit as a where a.account_id = accounts.id
       and event_type in ('account.closed', 'account.deleted')) as audited,
       (select count(*)::int from events where events.account_id = accounts.id) as events
     from accounts join account_closings on account_id = id where id = $1`,
    [account.accountId],
  );
  assert.deepEqual(rows, [{ status: 'DELETED', step: 'DELETED', audited: 2, events: 0 }]);
});
