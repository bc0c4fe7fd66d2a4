import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { askAnew } from './ask-anew.ts';
import { type Account, newEnvironment, type Pappel, signUp, until } from './harness.ts';
import { NodeProcess, OPERATOR_TOKEN } from './node-process.ts';

const LIMIT = 100;

let env: Record<string, string>;
let node: NodeProcess;
let pappel: Pappel;
let account: Account;

before(async () => {
  env = await newEnvironment({ PROCESSES: '2', RATE_LIMITS: `credential=${LIMIT}/1000000` });
  node = new NodeProcess(env);
  assert.ok(await node.isReady(), node.output);
  const api = `http://127.0.0.1:${env['PORT']}`;
  pappel = {
    api,
    call: (method, path, token, body) => askAnew(method, api + path, token, body),
  } as Pappel;
  account = await signUp(pappel);
});
after(() => node.stop());

const operate = (method: string, path: string, body?: unknown) =>
  askAnew(method, node.operator + path, OPERATOR_TOKEN, body);

test('Two processes share one port: both answer, and the log says which [OPR-30]', async () => {
  const whoAnswered = async () => {
    await pappel.call('GET', '/v1/sandbox/nowhere');
    const requests = node.lines().filter(({ msg }) => msg === 'request');
    return new Set(requests.map(({ process }) => process));
  };
  const both = await until(whoAnswered, ({ size }) => size === 2);
  assert.deepEqual([...both].sort(), [1, 2]);
  const pids = new Map(node.lines().map(({ process, pid }) => [process, pid]));
  assert.equal(pids.get(undefined), node.pid);
  assert.equal(new Set(pids.values()).size, 3);
});

test('Whichever process is asked, health tells of each, and metrics are one page for all [OPR-33]', async () => {
  const { body } = await operate('GET', '/operator/v1/health');
  const all = body.processes as Record<string, unknown>[];
  assert.deepEqual(
    all.map(({ process, phase, crashes, failing }) => ({ process, phase, crashes, failing })),
    [1, 2].map((process) => ({ process, phase: 'running', crashes: 0, failing: [] })),
  );
  const path = '/v1/me';
  const asked = 10;
  for (let i = 0; i < asked; i++) assert.equal((await pappel.call('GET', path, account.session)).status, 200);
  const counted = new RegExp(
    `^pappel_http_request_duration_seconds_count\\{.*route="${path}",status="200".*\\} (\\d+)$`,
    'm',
  );
  for (let i = 0; i < 2; i++) {
    const read = async (): Promise<string> => (await operate('GET', '/metrics')).body;
    // The last one is counted just after it was answered.
    const page = await until(read, (text) => Number(counted.exec(text)?.[1]) === asked);
    assert.equal(Number(counted.exec(page)?.[1]), asked);
    assert.match(page, /^process_resident_memory_bytes\{process="1"\} \d+$/m);
    assert.match(page, /^process_resident_memory_bytes\{process="2"\} \d+$/m);
    assert.match(page, /^pappel_processes_running 2$/m);
    assert.match(page, /^pappel_health\{part="smpRegistration"\} 1$/m);
    // What is the same whoever is asked stands there once.
    assert.equal(page.match(/^pappel_nodes 2$/gm)?.length, 1);
  }
});

test('A log level that is set holds for all processes [OPR-33]', async () => {
  assert.equal((await operate('PUT', '/operator/v1/log-level', { level: 'debug' })).status, 200);
  const level = async () => (await operate('GET', '/operator/v1/log-level')).body.level;
  // Connections are dealt to both in turn.
  const seen = await until(
    async () => [await level(), await level(), await level(), await level()],
    (levels) => levels.every((one) => one === 'debug'),
  );
  assert.deepEqual(new Set(seen), new Set(['debug']));
  await operate('PUT', '/operator/v1/log-level', { level: 'info' });
});

test('A password is tried in one process at a time: of many guesses at once five are looked at [AUT-4, OPR-31]', async () => {
  const guess = () =>
    pappel.call('POST', '/v1/auth/login', undefined, { email: account.email, password: 'a wrong guess' });
  const answers = await Promise.all(Array.from({ length: 10 }, guess));
  const codes = answers.map(({ body }) => body.error.code as string).sort();
  assert.deepEqual(codes, [
    ...Array.from({ length: 5 }, () => 'LOGIN_LOCKED'),
    ...Array.from({ length: 5 }, () => 'UNAUTHORIZED'),
  ]);
});

/** Answers the status of calls over one connection, which one process has. */
function onOneConnection(token: string): { call(): Promise<number>; end(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${token}` };
  const call = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = httpRequest(`${pappel.api}/v1/account`, { agent, headers }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
      });
      asked.once('error', reject).end();
    });
  return { call, end: () => agent.destroy() };
}

test('What one process let through counts in the other: a limit is that of the node [LIM-5, OPR-31]', async () => {
  const { body } = await pappel.call('POST', '/v1/api-keys', account.session, { name: 'limited' });
  const one = onOneConnection(body.key);
  let passed = 0;
  while ((await one.call()) === 200) passed++;
  // All of it on one connection.
  assert.equal(passed, LIMIT);
  const others = [1, 2].map(() => onOneConnection(body.key));
  let more = 0;
  await until(
    async () => Promise.all(others.map((other) => other.call())),
    (statuses) => {
      more += statuses.filter((status) => status === 200).length;
      return statuses.every((status) => status === 429);
    },
  );
  assert.ok(more < LIMIT / 2, `${more} more`);
  for (const connection of [one, ...others]) connection.end();
});

test('Processes that the database has no connections for are refused with a sentence, and none is started [OPR-30]', async () => {
  const small = await newEnvironment({ PROCESSES: '3' });
  const url = new URL(small['DATABASE_URL'] ?? '');
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`alter database ${url.pathname.slice(1)} connection limit 80`);
  await client.end();
  const refused = new NodeProcess(small);
  assert.equal(await refused.ended, 2);
  assert.match(
    refused.output,
    /^PROCESSES=3: 3 processes take up to 104 connections to PostgreSQL, which has 80 for us\. Give it more \(max_connections\), or set PROCESSES=2\.$/m,
  );
  await refused.stop();
});
