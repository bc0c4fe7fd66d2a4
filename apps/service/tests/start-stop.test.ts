import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePortSettings, freePorts } from '../../../scripts/free-ports.ts';
import { bareEnvironment } from './command.ts';
import { newDatabase, until } from './harness.ts';
import { Line } from './line.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');
/** `START_POINTS=50 node --test …` for all of them. */
const POINTS = Number(process.env['START_POINTS'] ?? 6);
/** `START_PAIRS=20` likewise. */
const PAIRS = Number(process.env['START_PAIRS'] ?? 2);

let home: string;
before(() => {
  home = mkdtempSync(join(tmpdir(), 'pappel-start-stop-'));
});
after(() => rmSync(home, { recursive: true, force: true }));

async function environment(dataDir: string): Promise<Record<string, string>> {
  return { ...(await freePortSettings()), DATA_DIR: dataDir, RATE_LIMITS: 'off' };
}

interface Started {
  child: ChildProcess;
  output(): string;
  ended: Promise<{ code: number | null; signal: string | null }>;
}

function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  return { child, output: () => output, ended };
}

const isReady = (env: Record<string, string>): Promise<boolean> =>
  fetch(`http://127.0.0.1:${env['PORT']}/health/ready`).then(
    (answer) => answer.ok,
    () => false,
  );

/** Processes that stand in the cluster: a server and its children. */
function serversIn(dataDir: string): string[] {
  const cluster = join(dataDir, 'postgres/cluster');
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === cluster;
    } catch {
      return false;
    }
  });
}

test(`SIGTERM at any of ${POINTS} moments of the start leaves no PostgreSQL behind, and ends with status 0`, async () => {
  const measured = start(await environment(join(home, 'measured')));
  const env = await environment(join(home, 'measured'));
  measured.child.kill('SIGKILL');
  await measured.ended;
  const begun = Date.now();
  const whole = start(env);
  assert.ok(await until(() => isReady(env), Boolean, 90_000), whole.output());
  const length = Date.now() - begun;
  whole.child.kill('SIGTERM');
  assert.equal((await whole.ended).code, 0);
  for (let point = 0; point < POINTS; point++) {
    // Every other one starts on an empty folder, where the database has to be made.
    const dataDir = join(home, point % 2 ? 'measured' : `new-${point}`);
    const one = start(await environment(dataDir));
    await sleep((length * 1.2 * point) / POINTS);
    one.child.kill('SIGTERM');
    const { code, signal } = await one.ended;
    // Before anything of ours runs, the signal ends the process itself.
    assert.ok(code === 0 || signal === 'SIGTERM', `point ${point}: ${code} ${signal} ${one.output()}`);
    assert.deepEqual(serversIn(dataDir), [], `point ${point}: ${one.output()}`);
    assert.equal(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid')), false);
  }
});

test(`Of two starts on one DATA_DIR the first survives, ${PAIRS} times; the second says who has it`, async () => {
  for (let pair = 0; pair < PAIRS; pair++) {
    const dataDir = join(home, 'shared');
    const [one, other] = [await environment(dataDir), await environment(dataDir)];
    const first = start(one);
    // The first has the folder from the moment on when it says so.
    await until(async () => existsSync(join(dataDir, 'holder.json')), Boolean, 90_000);
    if (pair % 2) await until(() => isReady(one), Boolean, 90_000);
    const second = start(other);
    assert.equal((await second.ended).code, 2, second.output());
    assert.match(
      second.output(),
      new RegExp(`is in use by process ${first.child.pid} on .*It was left alone`),
    );
    assert.equal(await until(() => isReady(one), Boolean, 90_000), true, first.output());
    const [server] = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n');
    assert.ok(serversIn(dataDir).includes(server ?? ''));
    first.child.kill('SIGTERM');
    assert.equal((await first.ended).code, 0);
  }
});

test('Two that start on one DATA_DIR at the same instant are one that runs and one that ends', async () => {
  const dataDir = join(home, 'instant');
  const envs = [await environment(dataDir), await environment(dataDir)];
  const both = envs.map(start);
  const codes = await Promise.race(both.map(async ({ ended }) => (await ended).code));
  assert.equal(codes, 2);
  const alive = both.findIndex(({ child }) => child.exitCode === null);
  assert.equal(await until(() => isReady(envs[alive] ?? {}), Boolean, 90_000), true);
  both[alive]?.child.kill('SIGTERM');
  assert.equal((await both[alive]?.ended)?.code, 0);
});

test('A process that was killed lets go of the DATA_DIR at once', async () => {
  const dataDir = join(home, 'shared');
  const env = await environment(dataDir);
  const first = start(env);
  await until(async () => existsSync(join(dataDir, 'holder.json')), Boolean, 90_000);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = start(env);
  assert.equal(await until(() => isReady(env), Boolean, 90_000), true, second.output());
  second.child.kill('SIGTERM');
  assert.equal((await second.ended).code, 0);
});

test('All that is wrong is said at once, a sentence each, before anything is set up; ports are tried too', async () => {
  const dataDir = join(home, 'wrong');
  const env = await environment(dataDir);
  const taken = createServer().listen(Number(env['SMP_PORT']), '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const wrong = start({
    ...env,
    AUTO_APPROVE: 'on',
    DATABASE_URL: 'mysql://localhost/x',
    TRUST_ANCHORS: '/nowhere/anchors.pem',
    PUBLC_URL: 'https://example.org',
    OPERATOR_PORT: env['PORT'] ?? '',
  });
  assert.equal((await wrong.ended).code, 2);
  taken.close();
  const lines = wrong.output().trim().split('\n').sort();
  assert.deepEqual(lines, [
    'AUTO_APPROVE=on is neither true nor false. Set one of them.',
    'DATABASE_URL is no URL that begins with postgres:// or postgresql://. Correct it.',
    `OPERATOR_PORT=${env['PORT']} is the port of PORT too. Give each its own.`,
    'PUBLC_URL is no setting. The nearest is PUBLIC_URL: set that, or remove it.',
    `SMP_PORT=${env['SMP_PORT']} is taken on 127.0.0.1 by another program. Stop that one, or set SMP_PORT to a free port.`,
    'TRUST_ANCHORS=/nowhere/anchors.pem: There is no such file. Correct the path or the rights.',
  ]);
  assert.equal(existsSync(join(dataDir, 'postgres')), false);
});

test('The database may come later: the start waits for it, says so, and ends when asked to meanwhile', async () => {
  const [port = 0] = await freePorts(1);
  const url = new URL(await newDatabase());
  const DATABASE_URL = `postgresql://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`;
  const impatient = start({ ...(await environment(join(home, 'later'))), DATABASE_URL });
  const waits = ({ output }: Started) =>
    until(async () => output().includes('the database does not answer yet'), Boolean, 90_000);
  assert.ok(await waits(impatient), impatient.output());
  impatient.child.kill('SIGTERM');
  assert.equal((await impatient.ended).code, 0);
  const env = { ...(await environment(join(home, 'later'))), DATABASE_URL };
  const patient = start(env);
  assert.ok(await waits(patient), patient.output());
  const line = await Line.to(url, port);
  assert.equal(await until(() => isReady(env), Boolean, 90_000), true, patient.output());
  patient.child.kill('SIGTERM');
  assert.equal((await patient.ended).code, 0);
  await line.cut();
});

test('A database that will not have us is said in one sentence, and not waited for', async () => {
  const url = new URL(await newDatabase());
  for (const [name, value] of [
    ['password', 'wrong'],
    ['pathname', '/no_such_database'],
  ] as const) {
    const wrong = new URL(url);
    wrong[name] = value;
    const one = start({ ...(await environment(join(home, 'refused'))), DATABASE_URL: wrong.href });
    assert.equal((await one.ended).code, 2);
    assert.match(
      one.output(),
      /^DATABASE_URL: the server refuses us \(.+\)\. Correct the URL or the rights\.\n$/m,
    );
  }
});

test('A DATA_DIR that cannot be written, or is a file, is said in one sentence', async () => {
  const dir = join(MAIN, 'data');
  const wrong = start(await environment(dir));
  assert.equal((await wrong.ended).code, 2);
  assert.match(wrong.output(), /^DATA_DIR=.* cannot be written \(ENOTDIR\)\. Name a folder/);
});

test('The first start on a local network prints what to do next in five lines that work as they stand, the second does not', async () => {
  const dataDir = join(home, 'first');
  for (const isFirst of [true, false]) {
    const env = await environment(dataDir);
    const one = start({ ...env, LOG_LEVEL: 'fatal' });
    assert.equal(await until(() => isReady(env), Boolean, 90_000), true, one.output());
    const lines = () => one.output().split('\n').length - 1;
    if (isFirst) await until(async () => lines() >= 5, Boolean);
    if (isFirst) {
      const command = /curl .*/.exec(one.output())?.[0] ?? '';
      const answer = JSON.parse(execFileSync('sh', ['-c', `${command} -s`], { encoding: 'utf8' }));
      assert.ok(answer.token, JSON.stringify(answer));
    }
    one.child.kill('SIGTERM');
    await one.ended;
    assert.equal(one.output().trim().split('\n').filter(Boolean).length, isFirst ? 5 : 0, one.output());
    if (isFirst) assert.ok(one.output().includes(`http://127.0.0.1:${env['PORT']}/docs`));
  }
});

test('The first start says what to do next, with its settings; a stop says that it stopped, and of nothing that it is not well [GEN-19]', async () => {
  const dataDir = join(home, 'told');
  const env = await environment(dataDir);
  const one = start(env);
  assert.ok(await until(() => isReady(env), Boolean, 90_000), one.output());
  await until(async () => one.output().includes('Pappel is ready'), Boolean);
  const settings = `DATA_DIR='${dataDir}' OPERATOR_PORT=${env['OPERATOR_PORT']}`;
  await until(async () => one.output().includes(`${settings} npm run pappel -- participants list`), Boolean);
  one.child.kill('SIGINT');
  assert.equal((await one.ended).code, 0);
  assert.match(one.output(), /"isFirstStart":true,"msg":"Pappel is starting"/);
  const [, ofTheStop = ''] = one.output().split('"msg":"stopping"');
  assert.match(ofTheStop, /"msg":"stopped"/);
  assert.doesNotMatch(ofTheStop, /this part is not well/);
});
