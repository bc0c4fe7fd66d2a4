import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, mock, test } from 'node:test';
import {
  type Account,
  type Answer,
  FURNITURE,
  fixture,
  PASSWORD,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
} from './harness.ts';

/** The clock of the limits stands still: nothing comes back while a slow machine takes its time. */
let now = Date.now();
before(() => mock.method(Date, 'now', () => now));
after(() => mock.restoreAll());

/** Every test calls from an address of its own, which the proxy in front of us would name. */
const from = (address: string) => ({ 'x-forwarded-for': address });
const proxy = { TRUST_PROXY: 'loopback' };

const signIn = (pappel: Pappel, address: string, email = `${randomUUID()}@example.org`, password = 'wrong') =>
  pappel.call('POST', '/v1/auth/login', undefined, { email, password }, from(address));
const newAccount = (pappel: Pappel, address: string) =>
  pappel.call(
    'POST',
    '/v1/auth/signup',
    undefined,
    {
      account: { legalName: 'x', countryCode: 'SE' },
      owner: { email: `${randomUUID()}@example.org`, password: PASSWORD },
    },
    from(address),
  );
const submit = (pappel: Pappel, account: Account) =>
  pappel.call('POST', '/v1/messages', account.key, {
    sender: TIMBER,
    receiver: FURNITURE,
    type: 'invoice',
    payload: fixture('invoice.xml'),
  });

/** Calls `count` times, each of them let through. */
async function allowed(count: number, call: () => Promise<Answer>): Promise<void> {
  for (let i = 0; i < count; i++) {
    const { status, body } = await call();
    assert.notEqual(status, 429, `call ${i + 1}: ${body.error?.message}`);
  }
}

/** Checks that an answer is the refusal, and answers the seconds of Retry-After. */
function refused({ status, body, headers }: Answer): number {
  assert.deepEqual([status, body.error?.code], [429, 'RATE_LIMITED']);
  assert.ok(body.error.message && body.error.requestId);
  const text = headers.get('retry-after') ?? '';
  assert.match(text, /^[1-9]\d*$/);
  assert.equal(headers.get('ratelimit-remaining'), '0');
  return Number(text);
}

describe('the usual limits', () => {
  let pappel: Pappel;
  before(async () => {
    pappel = await startPappel({ RATE_LIMITS: '', ...proxy });
  });
  after(() => pappel.stop());

  test('Sign-in: 10 a minute an address, whatever the address signs in as; the right password waits too [LIM-6]', async () => {
    const { email } = await signUp(pappel);
    await allowed(10, () => signIn(pappel, '192.0.2.1'));
    const seconds = refused(await signIn(pappel, '192.0.2.1', email, PASSWORD));
    assert.ok(seconds <= 6, `${seconds}`);
    assert.equal((await signIn(pappel, '192.0.2.2', email, PASSWORD)).status, 200);
  });
  test('An IPv6 network of 64 bits is one address [LIM-6]', async () => {
    await allowed(10, () => signIn(pappel, '2001:db8:0:1::1'));
    refused(await signIn(pappel, '2001:db8:0:1:ffff::2'));
    await allowed(1, () => signIn(pappel, '2001:db8:0:2::1'));
  });
  test('Sign-up: 5 an hour an address [LIM-6]', async () => {
    await allowed(5, () => newAccount(pappel, '192.0.2.3'));
    const last = await newAccount(pappel, '192.0.2.3');
    const seconds = refused(last);
    // Of the limit that was hit, not of another one.
    assert.equal(last.headers.get('ratelimit-limit'), '5');
    assert.equal(last.headers.get('ratelimit-reset'), '3600');
    assert.ok(seconds > 600 && seconds <= 720, `${seconds}`);
    assert.equal((await newAccount(pappel, '192.0.2.4')).status, 201);
  });
  test('A credential: 6,000 a minute, and every answer says what is left [LIM-4, LIM-5]', async () => {
    const { key } = await signUp(pappel);
    const left: number[] = [];
    for (let i = 0; i < 3; i++) {
      const { headers } = await pappel.call('GET', '/v1/me', key);
      assert.equal(headers.get('ratelimit-limit'), '6000');
      assert.ok(Number(headers.get('ratelimit-reset')) <= 1);
      left.push(Number(headers.get('ratelimit-remaining')));
    }
    assert.ok(
      left.every((one) => one >= 5990 && one < 6000),
      `${left}`,
    );
  });
});

describe('limits of an installation [LIM-10]', () => {
  const RATE_LIMITS =
    'sign-in/minute=2/2,signup=20/1,submissions=3/3,credential=5/60,open/hour=30/60,signed-url=40/1';
  let pappel: Pappel;
  let account: Account;
  before(async () => {
    pappel = await startPappel({ RATE_LIMITS, ...proxy });
    account = await signUp(pappel);
  });
  after(() => pappel.stop());

  test('After as long as Retry-After says, the call is let through [LIM-4]', async () => {
    await allowed(2, () => signIn(pappel, '192.0.2.1'));
    const seconds = refused(await signIn(pappel, '192.0.2.1'));
    assert.equal(seconds, 1);
    now += seconds * 1000 - 1;
    refused(await signIn(pappel, '192.0.2.1'));
    now += 1;
    assert.equal((await signIn(pappel, '192.0.2.1')).status, 401);
  });
  test('Submissions are counted by account, over all its keys and before anything else is looked at', async () => {
    const second = await pappel.call('POST', '/v1/api-keys', account.session, { name: 'second' });
    await allowed(2, () => submit(pappel, account));
    await allowed(1, () => submit(pappel, { ...account, key: second.body.key }));
    assert.ok(refused(await submit(pappel, account)) <= 3);
    refused(await submit(pappel, { ...account, key: second.body.key }));
    await allowed(1, async () => submit(pappel, await signUp(pappel)));
  });
  test('Calls are counted by credential: another key of the account goes on', async () => {
    const [one, other] = [await signUp(pappel), await signUp(pappel)];
    await allowed(5, () => pappel.call('GET', '/v1/account', one.key));
    const answer = await pappel.call('GET', '/v1/account', one.key);
    assert.ok(refused(answer) <= 12);
    assert.equal((await pappel.call('GET', '/v1/account', one.session)).status, 200);
    assert.equal((await pappel.call('GET', '/v1/account', other.key)).status, 200);
  });
  test('Open routes together have a limit an address; an upload, whose URL is a secret, has its own', async () => {
    const put = () =>
      pappel.call('PUT', '/v1/uploads/none', undefined, 'x', {
        'content-type': 'application/xml',
        ...from('192.0.2.9'),
      });
    const look = () => pappel.call('GET', '/v1/sso/status', undefined, undefined, from('192.0.2.9'));
    await allowed(35, put);
    assert.equal((await put()).status, 404);
    await allowed(30, look);
    refused(await look());
    refused(await newAccount(pappel, '192.0.2.9'));
    await allowed(1, put);
  });
});

describe('without a proxy', () => {
  test('X-Forwarded-For is not believed: nobody gets a new limit by writing another address [LIM-11]', async () => {
    const pappel = await startPappel({ RATE_LIMITS: 'sign-in/minute=3/60' });
    try {
      for (let i = 1; i <= 3; i++) await allowed(1, () => signIn(pappel, `192.0.2.${i}`));
      refused(await signIn(pappel, '192.0.2.4'));
    } finally {
      await pappel.stop();
    }
  });
});
