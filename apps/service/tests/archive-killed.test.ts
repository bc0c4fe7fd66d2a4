import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { Killable } from '../../../localnet/tests/killable.ts';
import { verifyExport } from '../src/export/verify.ts';
import { bareEnvironment, runPappel } from './command.ts';
import { fillAccount } from './export-world.ts';
import { type Account, newEnvironment, signUp, until } from './harness.ts';

const CLI = join(import.meta.dirname, '../src/cli.ts');
const DOCUMENTS = 450;
const OURS = 'archive-killed.test';
const EVIDENCE = 'lock table message_evidence in access exclusive mode';
const folder = mkdtempSync(join(tmpdir(), 'pappel-archive-killed-'));
const ARCHIVE_DIR = join(folder, 'archives');

let node: Killable;
let pool: pg.Pool;
let account: Account;
let env: Record<string, string>;
let ids: string[];

before(async () => {
  env = await newEnvironment({ ARCHIVE_DIR, RETENTION_DAYS: '400' });
  node = new Killable(env);
  await node.start();
  pool = new pg.Pool({ connectionString: env['DATABASE_URL'] ?? '', application_name: OURS });
  // Ends of connections that are cut off are no news.
  pool.on('error', () => undefined);
  account = await signUp(node.asPappel());
  await fillAccount(pool, env['DATA_DIR'] ?? '', account, DOCUMENTS, 1_000, 500);
  ids = await remaining();
  // What is locked here is needed by nobody else.
  await node.end();
});
after(async () => {
  await pool.end();
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
});

const rows = (text: string, values: unknown[] = []) => pool.query(text, values).then((answer) => answer.rows);
const remaining = async (): Promise<string[]> =>
  (
    await rows('select id from messages where account_id = $1 order by created_at, id', [account.accountId])
  ).map(({ id }) => id);
const archives = async () => rows('select status, removed from archives');

function files(ending: string): string[] {
  const own = join(ARCHIVE_DIR, account.accountId);
  return existsSync(own)
    ? readdirSync(own)
        .filter((name) => name.endsWith(ending))
        .map((name) => join(own, name))
    : [];
}

/** Each document as often as it stands in an archive that is whole. */
async function archived(): Promise<string[]> {
  const all: string[] = [];
  for (const file of files('.zip')) {
    const { paths, problems } = await verifyExport(file);
    assert.deepEqual(problems, []);
    all.push(...[...paths].flatMap((path) => /^payloads\/(.+)\.xml$/.exec(path)?.[1] ?? []));
  }
  return all;
}

/** While it is held, whoever needs it waits. */
async function held(text: string, values: unknown[] = []): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(text, values);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** Runs the command until it stands where it should, kills it there, and frees what held it. */
async function killedWhen(
  isThere: () => Promise<boolean>,
  free: () => Promise<void>,
  args: readonly string[] = [],
): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [CLI, 'archive', ...args], {
    env: { ...bareEnvironment(), ...env },
    stdio: 'inherit',
  });
  const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  await until(isThere, Boolean, 120_000);
  child.kill('SIGKILL');
  assert.equal(await ended, 'SIGKILL');
  // What the dead one asked for last is not done after its death, and its lease is over.
  const others = () =>
    rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and application_name <> $1`,
      [OURS],
    );
  // Some end by themselves.
  assert.deepEqual(await until(others, ({ length }) => length === 0, 60_000), []);
  await free();
  await rows("update archives set leased_until = now() - interval '1 s'");
}

test('Wherever kill -9 meets a night, no document is gone that stands in no whole archive, and none stands in two [MSG-29]', async () => {
  // Begun, and nothing written.
  const freeHead = await held('lock table event_head in access exclusive mode');
  await killedWhen(async () => (await archives())[0]?.status === 'BEGUN', freeHead);
  assert.deepEqual([files('.zip'), files('.part'), await remaining()], [[], [], ids]);

  // In the middle of its file.
  const freeEvidence = await held(EVIDENCE);
  await killedWhen(async () => files('.part').length > 0, freeEvidence);
  assert.deepEqual([files('.zip'), await remaining()], [[], ids]);

  // The file is there, and nobody has said so.
  const freeAgain = await held(EVIDENCE);
  let freeRow: (() => Promise<void>) | undefined;
  const isThere = async () => {
    if (!freeRow && files('.part').length > 1) {
      freeRow = await held('select from archives for update');
      await freeAgain();
    }
    return files('.zip').length > 0;
  };
  await killedWhen(isThere, async () => freeRow?.());
  assert.deepEqual(
    (await archives()).map(({ status }) => status),
    ['BEGUN'],
  );
  assert.deepEqual([(await archived()).sort(), await remaining()], [ids, ids]);

  // Some are removed, others are not yet.
  const freeAttempt = await held('select from message_attempts where message_id = $1 for update', [ids[300]]);
  await killedWhen(async () => (await archives())[0]?.removed > 0, freeAttempt);
  assert.deepEqual(await archives(), [{ status: 'WRITTEN', removed: 200 }]);
  assert.deepEqual(await remaining(), ids.slice(200));

  const { status, stdout } = await runPappel(['archive'], env);
  assert.equal(status, 0);
  assert.match(stdout, new RegExp(`-0001\\.zip: ${DOCUMENTS} documents, .* ${DOCUMENTS - 200} removed`));
  assert.deepEqual([await remaining(), (await archived()).sort()], [[], ids]);
  assert.equal(files('.zip').length, 1);
  assert.deepEqual(await rows('select from archive_documents'), []);
});

test('Wherever kill -9 meets a decision about lost bytes, it stands whole or not at all, and no document is gone that stands in no archive [MSG-41]', async () => {
  const before = files('.zip').length;
  await fillAccount(pool, env['DATA_DIR'] ?? '', account, 3, 1_000, 500);
  const lost = await remaining();
  const keys = await rows('select payload_key as key from messages where id = any($1)', [lost]);
  for (const { key } of keys) rmSync(join(env['DATA_DIR'] ?? '', 'payloads', key));
  const command = ['--without-bytes', ...lost, '--reason', 'Lost for good'];
  const open = async () => rows("select status from archives where status <> 'REMOVED'");
  const audited = async () =>
    (await rows('select from account_audit where target_id = any($1)', [lost])).length;

  // In the middle of the decision.
  const freeAudit = await held('lock table account_audit in access exclusive mode');
  const waits =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'account_audit'";
  await killedWhen(async () => (await rows(waits)).length > 0, freeAudit, command);
  assert.deepEqual([await open(), await audited(), await remaining()], [[], 0, lost]);

  // Decided, and nothing written.
  const freeHead = await held('lock table event_head in access exclusive mode');
  await killedWhen(async () => (await open()).length > 0, freeHead, command);
  assert.deepEqual([files('.zip').length, await audited(), await remaining()], [before, 3, lost]);

  // Written and said so, and none removed.
  const freeAttempt = await held('select from message_attempts where message_id = $1 for update', [lost[1]]);
  await killedWhen(async () => (await open())[0]?.status === 'WRITTEN', freeAttempt, command);
  assert.deepEqual([await remaining(), files('.zip').length], [lost, before + 1]);

  const { status, stdout } = await runPappel(['archive'], env);
  assert.equal(status, 0);
  assert.match(stdout, /\.zip: 3 documents, .* 3 removed/);
  assert.deepEqual([await remaining(), await open(), await audited()], [[], [], 3]);
  const verified = await Promise.all(files('.zip').map((file) => verifyExport(file)));
  assert.deepEqual(
    verified.flatMap((one) => [...one.problems, ...one.lost]).sort(),
    lost.map((id) => `payloads/${id}.xml`).sort(),
  );
});
