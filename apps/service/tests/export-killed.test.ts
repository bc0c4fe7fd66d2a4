import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { Killable } from '../../../localnet/tests/killable.ts';
import { directoryPayloadStore } from '../src/platform/payload-directory.ts';
import { ended, fillAccount } from './export-world.ts';
import { type Account, newEnvironment, signUp, until } from './harness.ts';

const DOCUMENTS = 400;
const folder = mkdtempSync(join(tmpdir(), 'pappel-export-killed-'));

let env: Record<string, string>;
let node: Killable;
let pool: pg.Pool;
let account: Account;
let last: { path: string; bytes: Buffer };

before(async () => {
  env = await newEnvironment();
  node = new Killable(env);
  await node.start();
  pool = new pg.Pool({ connectionString: env['DATABASE_URL'] ?? '' });
  account = await signUp(node.asPappel());
  await fillAccount(pool, env['DATA_DIR'] ?? '', account, DOCUMENTS);
  const { rows } = await pool.query('select payload_key as key from messages order by id desc limit 1');
  const path = join(env['DATA_DIR'] ?? '', 'payloads', rows[0].key);
  last = { path, bytes: readFileSync(path) };
});
after(async () => {
  await node.stop();
  await pool.end();
  rmSync(folder, { recursive: true, force: true });
});

const call = (method: string, path: string, token?: string) => node.asPappel().call(method, path, token);
const rowOf = async (id: string) =>
  (await pool.query('select status, attempts, progress_done::int as done from exports where id = $1', [id]))
    .rows[0];

/** Until it is put back, who reads the bytes of the last document waits for them, as a pipe has no end. */
function holdLast(): void {
  rmSync(last.path);
  execFileSync('mkfifo', [last.path]);
}

function putBackLast(): void {
  rmSync(last.path);
  writeFileSync(last.path, last.bytes);
}

/** Ends the process in the middle of writing. */
async function killWhileWriting(id: string, attempt: number): Promise<void> {
  const row = await until(
    () => rowOf(id),
    ({ status, attempts, done }) => ['DONE', 'FAILED'].includes(status) || (attempts === attempt && done > 0),
  );
  assert.deepEqual([row.status, row.attempts], ['RUNNING', attempt]);
  await node.kill();
}

test('An export that kill -9 cut off is taken up again and is whole [EXP-4]', async () => {
  holdLast();
  const { body } = await call('POST', '/v1/account/export', account.session);
  const { id } = body.export;
  for (const attempt of [1, 2]) {
    await killWhileWriting(id, attempt);
    if (attempt === 2) putBackLast();
    await node.start();
  }
  const done = await ended(call, account.session, id);
  assert.equal(done.status, 'DONE');
  const file = join(folder, 'export.zip');
  writeFileSync(file, Buffer.from(await (await fetch(done.downloadUrl)).arrayBuffer()));
  const cli = join(import.meta.dirname, '../src/cli.ts');
  const said = execFileSync(process.execPath, [cli, 'export', 'verify', file], { encoding: 'utf8' });
  assert.match(said, new RegExp(`payloads: ${DOCUMENTS}`));
  // What the dead ones had begun is swept; what is done stays.
  const store = directoryPayloadStore(join(env['DATA_DIR'] ?? '', 'payloads'));
  const soon = new Date(Date.now() + 60_000);
  await store.sweepUnfinished('exports', soon);
  const left: string[] = [];
  for await (const key of store.olderThan('exports', soon)) left.push(key);
  assert.equal(left.length, 1, left.join());
});

test('One that takes the process along three times is FAILED, and the next one can be asked for [EXP-4]', async () => {
  holdLast();
  const { body } = await call('POST', '/v1/account/export', account.session);
  const { id } = body.export;
  for (const attempt of [1, 2, 3]) {
    await killWhileWriting(id, attempt);
    await node.start();
  }
  putBackLast();
  const { status } = await ended(call, account.session, id);
  assert.equal(status, 'FAILED');
  assert.equal((await call('POST', '/v1/account/export', account.session)).status, 201);
});
