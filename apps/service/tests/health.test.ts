import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { freePorts } from '../../../scripts/free-ports.ts';
import { newDatabase, type Pappel, request, startPappel, until } from './harness.ts';
import { Line } from './line.ts';

/** Within so many milliseconds trouble must be told. [issue: health within 10 s] */
const TOLD_WITHIN = 10_000;

let line: Line;
let databaseUrl: string;
let pappel: Pappel;
let probes: string;

before(async () => {
  databaseUrl = await newDatabase();
  line = await Line.to(new URL(databaseUrl));
  const [HEALTH_PORT] = (await freePorts(1)).map(String);
  pappel = await startPappel({ DATABASE_URL: line.url, HEALTH_PORT: HEALTH_PORT ?? '' });
  probes = `http://127.0.0.1:${HEALTH_PORT}`;
});
after(async () => {
  await pappel.stop();
  await line.cut();
});

const ready = (base = probes) => request('GET', `${base}/health/ready`);
const isReady = () => until(ready, ({ status }) => status === 200);

/** What health says of a part that is not well; fails when it says nothing in time. */
async function trouble(part: string): Promise<string> {
  const answer = await until(ready, ({ body }) => body.failing?.includes(part) ?? false, TOLD_WITHIN);
  assert.equal(answer.status, 503);
  assert.ok(answer.body.failing.includes(part), `${part} is not told: ${JSON.stringify(answer.body)}`);
  assert.ok(Number(answer.headers.get('retry-after')) > 0);
  const { body } = await request(
    'GET',
    `${pappel.operator}/operator/v1/health`,
    pappel.service.base.operatorToken,
  );
  assert.equal(body.status, 'unavailable');
  return body.parts.find((one: { part: string }) => one.part === part).reason;
}

test('Live and ready are answered without a credential on the port for probes, the API and the operator’s port', async () => {
  await isReady();
  for (const base of [probes, pappel.api, pappel.operator])
    for (const path of ['live', 'ready'])
      assert.deepEqual((await request('GET', `${base}/health/${path}`)).body, { status: 'ok' });
  assert.equal((await request('GET', `${probes}/v1/account`)).status, 404);
  assert.equal((await request('GET', `${pappel.operator}/operator/v1/health`)).status, 401);
});

test('GET /health says without a credential whether requests are served [GEN-19]', async () => {
  await isReady();
  const answer = await request('GET', `${pappel.api}/health`);
  assert.deepEqual([answer.status, answer.body], [200, { status: 'ok' }]);
});

test('The operator is told each part with its figures', async () => {
  await isReady();
  const { body } = await request(
    'GET',
    `${pappel.operator}/operator/v1/health`,
    pappel.service.base.operatorToken,
  );
  assert.equal(body.status, 'ok');
  const parts = new Map<string, { ok: boolean; figures?: Record<string, unknown> }>(
    body.parts.map((one: { part: string }) => [one.part, one]),
  );
  assert.deepEqual([...parts.keys()].sort(), [
    'api',
    'as4',
    'database',
    'disk',
    'jobs',
    'localNetwork',
    'payloads',
    'smp',
    'smpRegistration',
  ]);
  assert.ok([...parts.values()].every(({ ok }) => ok));
  assert.deepEqual(Object.keys(parts.get('jobs')?.figures ?? {}), ['due', 'oldestSeconds', 'running']);
  assert.ok(Number(parts.get('disk')?.figures?.['freeBytes']) > 0);
});

test('A database that stopped is told within 10 s, also to operators who came in of late, while live is still answered; and its return [OPR-22]', async () => {
  await isReady();
  const token = pappel.service.base.operatorToken;
  await request('GET', `${pappel.operator}/operator/v1/health`, token);
  await line.cut();
  // A look that was under way is cut off.
  assert.match(await trouble('database'), /ECONNREFUSED|ECONNRESET|terminated/);
  assert.equal((await request('GET', `${pappel.operator}/metrics`, token)).status, 200);
  assert.equal((await request('GET', `${pappel.operator}/operator/v1/health`, `${token}x`)).status, 401);
  assert.equal((await request('GET', `${probes}/health/live`)).status, 200);
  await line.mend();
  assert.equal((await isReady()).status, 200);
});

test('A job runner that is stuck is told within 10 s', async () => {
  await isReady();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin; lock table graphile_worker._private_jobs in access exclusive mode');
  assert.match(await trouble('jobs'), /no answer|no worker/);
  await client.query('rollback');
  await client.end();
  assert.equal((await isReady()).status, 200);
});

test('An SMP that does not listen any more is told within 10 s', async () => {
  const second = await startPappel();
  try {
    await until(
      () => ready(second.api),
      ({ status }) => status === 200,
    );
    const { smp } = second.service.servers;
    await new Promise((resolve) => smp.server.close(resolve));
    const answer = await until(
      () => ready(second.api),
      ({ status }) => status === 503,
      TOLD_WITHIN,
    );
    assert.deepEqual(answer.body.failing, ['smp']);
  } finally {
    await second.stop();
  }
});

test('A full disk is told within 10 s', {
  skip: process.getuid?.() !== 0 && 'needs root to mount a small disk',
}, async (t) => {
  const disk = mkdtempSync(join(tmpdir(), 'pappel-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk], { stdio: 'pipe' });
  } catch {
    rmSync(disk, { recursive: true });
    return t.skip('mounting is not allowed here');
  }
  const second = await startPappel({ DATA_DIR: disk });
  try {
    await until(
      () => ready(second.api),
      ({ status }) => status === 200,
    );
    const filler = join(disk, 'filler');
    assert.throws(() => writeFileSync(filler, Buffer.alloc(32 * 1_048_576)), { code: 'ENOSPC' });
    const full = await until(
      () => ready(second.api),
      ({ status }) => status === 503,
      TOLD_WITHIN,
    );
    assert.deepEqual(full.body.failing, ['disk']);
    unlinkSync(filler);
    const freed = await until(
      () => ready(second.api),
      ({ status }) => status === 200,
      TOLD_WITHIN,
    );
    assert.equal(freed.status, 200);
  } finally {
    await second.service.stop();
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true });
  }
});

test('Who has not been taken by the SML is not ready, and is as soon as it is', async () => {
  const [SML_PORT = 0] = await freePorts(1);
  const first = await startPappel();
  const { dnsServers } = first.service.base.identity;
  const second = await startPappel({
    LOCALNET_DIR: join(first.dataDir, 'localnet'),
    SML_DNS: dnsServers[0] ?? '',
    SML_URL: `https://127.0.0.1:${SML_PORT}/edelivery-sml`,
  });
  try {
    const answer = await ready(second.api);
    assert.deepEqual([answer.status, answer.body.failing], [503, ['smpRegistration']]);
    const target = new URL(first.service.base.sml.url);
    const sml = await Line.to(target, SML_PORT);
    const healed = await until(
      () => ready(second.api),
      ({ status }) => status === 200,
    );
    assert.equal(healed.status, 200);
    await sml.cut();
  } finally {
    await second.stop();
    await first.stop();
  }
});

test('A node whose secret key or payload store differs from another’s on the same database is refused, and told why [OPR-41]', async () => {
  await isReady();
  await assert.rejects(startPappel({ DATABASE_URL: databaseUrl }), /^Error: SECRET_KEY is missing/);
  const SECRET_KEY = pappel.service.base.secretKey.toString();
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'pappel-other-'));
  const seat = JSON.parse(readFileSync(join(pappel.dataDir, 'seat.json'), 'utf8'));
  writeFileSync(join(DATA_DIR, 'seat.json'), JSON.stringify({ ...seat, seat: 'POP000001' }));
  await assert.rejects(startPappel({ DATABASE_URL: databaseUrl, SECRET_KEY, DATA_DIR }), (error: Error) => {
    assert.match(error.message, /another value of the payload store/);
    assert.match(error.message, /another value of the seat/);
    return true;
  });
  rmSync(DATA_DIR, { recursive: true });
});
