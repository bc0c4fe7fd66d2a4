/**
 * What it costs to commit a fact with its job: by graphile-worker's add_job, which notifies within the transaction, and by
 * ours, which wakes workers after it. Prints commits a second and what the connections waited for.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  type Database,
  type Db,
  openDatabase,
  transaction,
} from '../apps/service/src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../apps/service/src/platform/db/embedded-postgres.ts';
import { overAll } from '../apps/service/src/platform/db/roots.ts';
import { newId } from '../apps/service/src/platform/ids.ts';
import { enqueue } from '../apps/service/src/platform/jobs/enqueue.ts';
import { prepareJobs } from '../apps/service/src/platform/jobs/run.ts';
import { Wake } from '../apps/service/src/platform/jobs/wake.ts';

const SECONDS = Number(process.env['SECONDS'] ?? 8);
const WRITERS = 16;
const SAMPLE_MS = 10;

type Write = (db: Db) => Promise<unknown>;

const WAYS: [string, Write][] = [
  [
    'add_job',
    (db) =>
      transaction(db, async (tx) => {
        await sql`insert into facts default values`.execute(overAll(tx, 'job'));
        await sql`select graphile_worker.add_job('outbound.send', payload => '{}')`.execute(
          overAll(tx, 'job'),
        );
      }),
  ],
  [
    'ours',
    (db) =>
      transaction(db, async (tx) => {
        await sql`insert into facts default values`.execute(overAll(tx, 'job'));
        await enqueue(tx, 'outbound.send', { messageId: newId<'Message'>() });
      }),
  ],
];

async function measure({ db, pool }: Database, write: Write) {
  const end = Date.now() + SECONDS * 1_000;
  let commits = 0;
  const waits = new Map<string, number>();
  let samples = 0;
  const writer = async (): Promise<void> => {
    while (Date.now() < end) {
      await write(db);
      commits++;
    }
  };
  const sampler = async (): Promise<void> => {
    const client = await pool.connect();
    for (; Date.now() < end; await sleep(SAMPLE_MS)) {
      samples++;
      const { rows } = await client.query(
        `select coalesce(wait_event_type || '/' || wait_event, 'processor') as wait from pg_stat_activity
         where state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
      for (const { wait } of rows) waits.set(wait, (waits.get(wait) ?? 0) + 1);
    }
    client.release();
  };
  await Promise.all([sampler(), ...Array.from({ length: WRITERS }, writer)]);
  return { commits: commits / SECONDS, waits, samples };
}

const dir = mkdtempSync(join(tmpdir(), 'pappel-bench-'));
const server = await startEmbeddedPostgres(dir, () => undefined);
const wake = new Wake();
const database = openDatabase(server.nearUrl, { onError: () => undefined, watch: wake });
wake.by(database.pool);
try {
  await prepareJobs(database.pool);
  await database.pool.query('create table facts (id bigint generated always as identity)');
  for (const [name, write] of WAYS) {
    const { commits, waits, samples } = await measure(database, write);
    console.log(
      `${name}: ${commits.toFixed(0)} commits/s by ${WRITERS} writers; connections active on average:`,
    );
    for (const [wait, count] of [...waits].sort((one, other) => other[1] - one[1]).slice(0, 6))
      console.log(`  ${wait.padEnd(28)} ${(count / samples).toFixed(2)}`);
  }
} finally {
  await database.close();
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
}
