import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { newDatabase } from '../../tests/harness.ts';
import { countWithin } from './connections.ts';

let pool: pg.Pool;
before(async () => {
  const url = new URL(await newDatabase());
  pool = new pg.Pool({ connectionString: url.href, max: 1 });
  await pool.query(`alter database ${url.pathname.slice(1)} connection limit 150`);
});
after(() => pool.end());

const log = { warn: () => undefined };

test('What other nodes may take is taken off, and the sentence says how many processes there may be [OPR-30]', async () => {
  const alone = { nodes: 0, processes: 0 };
  const others = { nodes: 1, processes: 2 };
  const four = { wanted: 4, isAuto: false, log };
  assert.deepEqual(await countWithin(pool, { ...four, others: alone }), { count: 4 });
  assert.deepEqual(await countWithin(pool, { ...four, others }), {
    problem:
      'PROCESSES=4: 4 processes take up to 136 connections to PostgreSQL, which has 78 for us, beside those of other nodes. Give it more (max_connections), or set PROCESSES=2.',
  });
  assert.deepEqual(await countWithin(pool, { ...four, isAuto: true, others }), { count: 2 });
});
