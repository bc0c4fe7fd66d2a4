import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { nodesOfOne } from '../../../localnet/tests/nodes-of-one.ts';
import {
  type Account,
  type Answer,
  emptyDatabase,
  type Pappel,
  request,
  signUp,
  startPappel,
  startWith,
  until,
} from './harness.ts';

const LIMIT = 400;

let keeper: Pappel;
let envs: Record<string, string>[];
let first: Pappel;
let second: Pappel;
let account: Account;

before(async () => {
  keeper = await startPappel();
  envs = await nodesOfOne(keeper, 3, {
    DATABASE_URL: await emptyDatabase(),
    RATE_LIMITS: `credential=${LIMIT}/1000000`,
  });
  const [one = {}, other = {}] = envs;
  [first, second] = await Promise.all([startWith(one), startWith(other)]);
  account = await signUp(first);
});
after(async () => {
  await second.stop();
  await first.stop();
  await keeper.stop();
});

test('Nodes that start at the same instant on an empty database have one seat, one address and the same tokens [OPR-40]', async () => {
  const known = ({ service }: Pappel) => {
    const { bootstrapToken, operatorToken, identity } = service.base;
    const keys = [identity.accessPoint, identity.smp].map(({ certificate }) => certificate.fingerprint);
    return { seat: service.seat, keys, bootstrapToken, operatorToken };
  };
  assert.deepEqual(known(first), known(second));
  for (const name of ['seat.json', 'operator-token', 'bootstrap-token'])
    assert.equal(
      readFileSync(join(first.dataDir, name), 'utf8'),
      readFileSync(join(second.dataDir, name), 'utf8'),
    );
  const { operatorToken } = first.service.base;
  for (const node of [first, second])
    assert.equal((await request('GET', `${node.operator}/operator/v1/health`, operatorToken)).status, 200);
});

test('The SML is told of our SMP by one of the nodes, and all are well [OPR-44]', async () => {
  const told = async () => {
    const { rows } = await first.service.base.database.pool.query(
      'select registered_at as at, (select min(started_at) from nodes) as since from smp_registrations',
    );
    return rows;
  };
  const [once] = await told();
  assert.ok(once.at >= once.since);
  const third = await startWith(envs[2] ?? {});
  try {
    assert.deepEqual(third.service.base.health.failing(), []);
    assert.deepEqual(await told(), [once]);
  } finally {
    await third.service.stop();
  }
});

test('A password is tried on one node at a time: of many guesses at once, at several nodes, five are looked at [AUT-4, OPR-42]', async () => {
  const guess = (node: Pappel): Promise<Answer> =>
    node.call('POST', '/v1/auth/login', undefined, { email: account.email, password: 'a wrong guess' });
  const nodes = Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? first : second));
  const answers = await Promise.all(nodes.map(guess));
  const codes = answers.map(({ body }) => body.error.code as string).sort();
  assert.deepEqual(codes, [
    ...Array.from({ length: 5 }, () => 'LOGIN_LOCKED'),
    ...Array.from({ length: 5 }, () => 'UNAUTHORIZED'),
  ]);
});

test('What one node let through counts on the other: a limit is that of all nodes [LIM-5, OPR-42]', async () => {
  const { body } = await first.call('POST', '/v1/api-keys', account.session, { name: 'limited' });
  const calls = new Map([first, second].map((node) => [node, 0]));
  const call = async (node: Pappel): Promise<number> => {
    const { status, headers } = await node.call('GET', '/v1/account', body.key);
    if (status !== 200) return -1;
    calls.set(node, (calls.get(node) ?? 0) + 1);
    return Number(headers.get('ratelimit-remaining'));
  };
  const ofItself = (node: Pappel): number => LIMIT - (calls.get(node) ?? 0);
  // Each knows of the other some seconds after it came.
  await until(
    async () => [await call(first), await call(second)],
    ([one = 0, other = 0]) => one < ofItself(first) && other < ofItself(second),
  );
  while ((await call(first)) >= 0);
  await until(
    () => call(second),
    (remaining) => remaining < 0,
  );
  const passed = [...calls.values()].reduce((sum, some) => sum + some, 0);
  assert.ok(passed >= LIMIT && passed < 1.25 * LIMIT, `${passed} of ${LIMIT}`);
});

test('A node that customers or the network would reach elsewhere is refused, with a sentence for each address [OPR-41]', async () => {
  const [, , env = {}] = envs;
  const elsewhere = {
    ...env,
    PUBLIC_URL: 'https://other.example.org',
    AS4_PUBLIC_URL: 'https://other.example.org/as4',
  };
  await assert.rejects(startWith(elsewhere), (error: Error) => {
    assert.match(error.message, /^The node on .* with another value of PUBLIC_URL\. Give both the same\.$/m);
    assert.match(error.message, /^The node on .* with another value of AS4_PUBLIC_URL\. Give both/m);
    assert.doesNotMatch(error.message, /value of SMP_PUBLIC_URL|value of the seat/);
    return true;
  });
});
