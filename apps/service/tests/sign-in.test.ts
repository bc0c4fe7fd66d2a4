import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { overAll } from '../src/platform/db/roots.ts';
import { setAccountStatus } from './account-status.ts';
import { asId } from './as-id.ts';
import { type Account, PASSWORD, type Pappel, signUp, startPappel } from './harness.ts';
import { type Failure, newPerson, outcomes, signIn } from './people.ts';

let pappel: Pappel;
let outcome: Failure;
let account: Account;

before(async () => {
  pappel = await startPappel({ CONNECTIONS_PER_ADDRESS: '2000' });
  outcome = outcomes(pappel);
  account = await signUp(pappel);
});
after(() => pappel.stop());

const login = (email: string, password: string) =>
  outcome('POST', '/v1/auth/login', undefined, { email, password });

describe('sessions', () => {
  test('GET /v1/sessions lists the own open sessions, this one marked, and DELETE ends another [AUT-13]', async () => {
    const person = await newPerson(pappel, account.session, 'member');
    const second = await pappel.call(
      'POST',
      '/v1/auth/login',
      undefined,
      { email: person.email, password: PASSWORD },
      { 'user-agent': 'Her telephone' },
    );
    const { body } = await pappel.call('GET', '/v1/sessions', person.session);
    assert.deepEqual(
      body.sessions.map((one: { current: boolean; authMethod: string }) => [one.authMethod, one.current]),
      [
        ['password', false],
        ['password', true],
      ],
    );
    const [other] = body.sessions;
    assert.deepEqual([other.userAgent, other.address], ['Her telephone', '127.0.0.1']);
    assert.equal(other.expiresAt, second.body.expiresAt);
    assert.ok(!JSON.stringify(body).includes('pus_'));
    assert.equal(await outcome('DELETE', `/v1/sessions/${other.id}`, person.session), '204');
    assert.equal(await outcome('GET', '/v1/me', second.body.token), '401 UNAUTHORIZED');
    assert.equal(await outcome('GET', '/v1/me', person.session), '200');
    assert.equal(await outcome('DELETE', `/v1/sessions/${other.id}`, person.session), '404 NOT_FOUND');
  });
  test("Another's session, an unknown and a malformed id are 404; an API key has no sessions", async () => {
    const person = await newPerson(pappel, account.session, 'member');
    const { body } = await pappel.call('GET', '/v1/sessions', person.session);
    for (const id of [body.sessions[0].id, randomUUID(), 'nonsense'])
      assert.equal(await outcome('DELETE', `/v1/sessions/${id}`, account.session), '404 NOT_FOUND');
    assert.equal(await outcome('GET', '/v1/sessions', account.key), '403 SESSION_REQUIRED');
    assert.equal(
      await outcome('DELETE', `/v1/sessions/${randomUUID()}`, account.key),
      '403 SESSION_REQUIRED',
    );
  });
  test('A session ends after twelve hours, and using it does not put that off [AUT-5]', async () => {
    const person = await newPerson(pappel, account.session, 'member');
    const { body } = await pappel.call('POST', '/v1/auth/login', undefined, {
      email: person.email,
      password: PASSWORD,
    });
    const hours = (new Date(body.expiresAt).getTime() - Date.now()) / 3_600_000;
    assert.ok(hours > 11.99 && hours <= 12);
    await pappel.call('GET', '/v1/me', body.token);
    await overAll(pappel.service.base.db, 'job')
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('user_id', '=', asId<'User'>(person.id))
      .execute();
    assert.equal(await outcome('GET', '/v1/me', body.token), '401 UNAUTHORIZED');
  });
  test('A login answer shows the user; a user of a closed account cannot sign in', async () => {
    const { body } = await pappel.call('POST', '/v1/auth/login', undefined, {
      email: account.email,
      password: PASSWORD,
    });
    assert.deepEqual([body.user.role, body.user.status, body.user.hasPassword], ['owner', 'active', true]);
    assert.ok(body.user.lastLoginAt);
    const closed = await signUp(pappel, 'Closed');
    await setAccountStatus(pappel, closed, 'CLOSED');
    assert.equal(await login(closed.email, PASSWORD), '401 UNAUTHORIZED');
  });
  test('A suspended account still lets people sign in, look, and change their own password [ACC-5]', async () => {
    const mine = await signUp(pappel, 'Suspended');
    await pappel.operate(`accounts/${mine.accountId}/suspend`);
    const session = await signIn(pappel, mine.email);
    assert.equal(await outcome('GET', '/v1/users', session), '200');
    const { body } = await pappel.call('GET', '/v1/me', session);
    const change = { currentPassword: PASSWORD, password: 'another long passphrase' };
    assert.equal(await outcome('PATCH', `/v1/users/${body.user.id}`, session, change), '200');
    assert.equal(
      await outcome('PATCH', `/v1/users/${randomUUID()}`, session, { role: 'member' }),
      '403 ACCOUNT_SUSPENDED',
    );
  });
});

describe('lockout', () => {
  test('1,000 wrong passwords at once for one address: five are checked, others are served and can sign in [AUT-4]', async () => {
    const person = await newPerson(pappel, account.session, 'member');
    const bystander = await newPerson(pappel, account.session, 'member');
    const attack = Promise.all(Array.from({ length: 1000 }, () => login(person.email, 'wrong')));
    const start = performance.now();
    assert.ok((await signIn(pappel, bystander.email)).startsWith('pus_'));
    assert.equal(await outcome('GET', '/v1/account', account.session), '200');
    const served = performance.now() - start;
    const results = await attack;
    console.log(
      `lockout: a bystander signed in and read within ${served.toFixed(0)} ms of 1,000 wrong passwords`,
    );
    const counts = Object.fromEntries(
      [...new Set(results)].map((one) => [one, results.filter((two) => two === one).length]),
    );
    assert.deepEqual(counts, { '401 UNAUTHORIZED': 5, '429 LOGIN_LOCKED': 995 });
    assert.equal(await login(person.email, PASSWORD), '429 LOGIN_LOCKED');
    assert.equal(await outcome('GET', '/v1/me', person.session), '200');
  });
  test('Right passwords at once all sign in', async () => {
    const person = await newPerson(pappel, account.session, 'member');
    const results = await Promise.all(Array.from({ length: 12 }, () => login(person.email, PASSWORD)));
    assert.ok(
      results.every((one) => one === '200'),
      results.join(),
    );
  });
  test('Each further failure locks twice as long, up to an hour, and 24 hours without one clear it [AUT-4]', async () => {
    const email = `${randomUUID()}@example.org`;
    const { db, database } = pappel.service.base;
    const unlock = () =>
      db
        .updateTable('login_failures')
        .set({ locked_until: new Date(0) })
        .execute();
    const waits: number[] = [];
    for (let failures = 1; failures <= 13; failures++) {
      await unlock();
      await login(email, 'wrong');
      const { body, headers } = await pappel.call('POST', '/v1/auth/login', undefined, {
        email,
        password: 'x',
      });
      if (failures >= 5) waits.push(Math.round(Number(headers.get('retry-after')) / 60));
      else {
        assert.equal(body.error.code, 'UNAUTHORIZED');
        failures++;
      }
    }
    assert.deepEqual(waits.slice(0, 7), [1, 2, 4, 8, 16, 32, 60]);
    await database.pool.query(
      "update login_failures set last_failed_at = now() - interval '25 hours', locked_until = null",
    );
    assert.equal(await login(email, 'wrong'), '401 UNAUTHORIZED');
    assert.equal(await login(email, 'wrong'), '401 UNAUTHORIZED');
  });
  test('Sign-in takes the same time for known and unknown addresses [AUT-3]', async () => {
    const people = await Promise.all(
      Array.from({ length: 15 }, () => newPerson(pappel, account.session, 'member')),
    );
    const timed = async (email: string) => {
      const start = performance.now();
      assert.equal(await login(email, 'wrong password'), '401 UNAUTHORIZED');
      return performance.now() - start;
    };
    await timed(`${randomUUID()}@example.org`);
    // One beside the other: a busy machine makes both slower. Without a password to check, one would take no time.
    const ratios: number[] = [];
    for (let round = 0; round < 3; round++)
      for (const { email } of people)
        ratios.push((await timed(email)) / (await timed(`${randomUUID()}@example.org`)));
    const ratio = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
    assert.ok(ratio > 0.67 && ratio < 1.5, `known ones take ${ratio} times as long`);
  });
});

describe('limits per source address', () => {
  const wrong = (on: Pappel, forwarded?: string) =>
    on.call(
      'POST',
      '/v1/auth/login',
      undefined,
      { email: `${randomUUID()}@example.org`, password: 'wrong' },
      forwarded ? { 'x-forwarded-for': forwarded } : {},
    );

  test('Eleven sign-ins a minute from one address are too many, whatever X-Forwarded-For says', async () => {
    const limited = await startPappel({ RATE_LIMITS: '' });
    try {
      const all = await Promise.all(Array.from({ length: 11 }, (_, i) => wrong(limited, `192.0.2.${i}`)));
      const refused = all.filter(({ status }) => status !== 401);
      assert.equal(refused.length, 1);
      const { status, body, headers } = refused[0] ?? assert.fail();
      assert.deepEqual([status, body.error.code], [429, 'RATE_LIMITED']);
      assert.ok(Number(headers.get('retry-after')) >= 1);
      const exchange = { token: 'pht_x' };
      assert.equal(
        (await limited.call('POST', '/v1/desk-sessions/exchange', undefined, exchange)).status,
        429,
      );
      const forgot = () => limited.call('POST', '/v1/auth/forgot', undefined, { email: 'a@example.org' });
      for (let i = 0; i < 5; i++) assert.equal((await forgot()).status, 204);
      assert.equal((await forgot()).status, 429);
    } finally {
      await limited.stop();
    }
  });
  test('With TRUST_PROXY the proxy says where a request comes from, and a caller cannot add to it [LIM-11]', async () => {
    const limited = await startPappel({ RATE_LIMITS: '', TRUST_PROXY: 'loopback' });
    try {
      // The proxy appends the address it saw; what stands before it is the caller's own invention.
      const all = await Promise.all(
        Array.from({ length: 11 }, (_, i) => wrong(limited, `203.0.113.${i}, 192.0.2.1`)),
      );
      assert.deepEqual(all.map(({ status }) => status).sort(), [...Array(10).fill(401), 429]);
      assert.equal((await wrong(limited, '192.0.2.2')).status, 401);
    } finally {
      await limited.stop();
    }
  });
});
