import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { overAll } from '../src/platform/db/roots.ts';
import { newId } from '../src/platform/ids.ts';
import { setAccountStatus } from './account-status.ts';
import { asId } from './as-id.ts';
import { Authenticator, type Lies } from './authenticator.ts';
import { type Account, type Pappel, signUp, startPappel } from './harness.ts';
import { type Failure, newPerson, outcomes, type Person } from './people.ts';

let pappel: Pappel;
let outcome: Failure;
let account: Account;
let origin: string;

before(async () => {
  pappel = await startPappel();
  outcome = outcomes(pappel);
  account = await signUp(pappel);
  origin = pappel.api.replace('127.0.0.1', 'localhost');
});
after(() => pappel.stop());

const person = () => newPerson(pappel, account.session, 'member');
const creation = async (session: string) =>
  (await pappel.call('POST', '/v1/passkeys/challenge', session)).body.publicKey;
const request = async () => (await pappel.call('POST', '/v1/auth/passkey/challenge')).body.publicKey;
const register = (session: string, body: object) =>
  outcome('POST', '/v1/passkeys', session, { name: 'Laptop', ...body });
const login = (body: object) => outcome('POST', '/v1/auth/passkey/login', undefined, body);

/** A user with a passkey. */
async function holder(): Promise<Person & { authenticator: Authenticator; passkey: string }> {
  const user = await person();
  const authenticator = new Authenticator(origin);
  const made = await pappel.call('POST', '/v1/passkeys', user.session, {
    name: 'Laptop',
    ...authenticator.create(await creation(user.session)),
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return { ...user, authenticator, passkey: made.body.id };
}

async function expireChallenges(): Promise<void> {
  await overAll(pappel.service.base.db, 'job')
    .updateTable('one_time_tokens')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('purpose', '=', 'passkey-challenge')
    .execute();
}

describe('registering', () => {
  test('The options ask for a discoverable passkey that verifies its user, for five minutes', async () => {
    const user = await holder();
    const options = await creation(user.session);
    assert.deepEqual(options.rp, { name: 'Pappel', id: 'localhost' });
    assert.equal(options.user.name, user.email);
    assert.deepEqual(options.authenticatorSelection, {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    });
    assert.deepEqual([options.timeout, options.attestation], [300_000, 'none']);
    assert.deepEqual(options.excludeCredentials, [
      {
        id: user.authenticator.credentialId.toString('base64url'),
        type: 'public-key',
        transports: ['internal', 'hybrid'],
      },
    ]);
    const row = await overAll(pappel.service.base.db, 'job')
      .selectFrom('one_time_tokens')
      .where('purpose', '=', 'passkey-challenge')
      .where('user_id', '=', asId<'User'>(user.id))
      .selectAll()
      .executeTakeFirstOrThrow();
    const minutes = (row.expires_at.getTime() - Date.now()) / 60_000;
    assert.ok(minutes > 4.9 && minutes <= 5);
    const challenge = Buffer.from(options.challenge, 'base64url');
    assert.ok(!row.token_hash.equals(challenge) && !JSON.stringify(row.data).includes(options.challenge));
  });
  test('A passkey is shown with name, transports and times, never with its key [PKY-7]', async () => {
    const user = await holder();
    const { body } = await pappel.call('GET', '/v1/passkeys', user.session);
    const [passkey] = body.passkeys;
    assert.deepEqual(Object.keys(passkey).sort(), ['aaguid', 'createdAt', 'id', 'name', 'transports']);
    assert.deepEqual([passkey.name, passkey.transports], ['Laptop', ['internal', 'hybrid']]);
    const me = await pappel.call('GET', '/v1/me', user.session);
    assert.equal(me.body.user.passkeyCount, 1);
  });
  test('A challenge is good once', async () => {
    const user = await person();
    const options = await creation(user.session);
    assert.equal(await register(user.session, new Authenticator(origin).create(options)), '201');
    assert.equal(
      await register(user.session, new Authenticator(origin).create(options)),
      '400 VALIDATION_FAILED',
    );
  });
  test('A challenge that failed is used up, and asking for a new one makes the one before worthless [PKY-2]', async () => {
    const user = await person();
    const options = await creation(user.session);
    const authenticator = new Authenticator(origin);
    assert.equal(
      await register(user.session, authenticator.create(options, { unverified: true })),
      '400 VALIDATION_FAILED',
    );
    assert.equal(await register(user.session, authenticator.create(options)), '400 VALIDATION_FAILED');
    const [first, second] = [await creation(user.session), await creation(user.session)];
    assert.equal(await register(user.session, authenticator.create(first)), '400 VALIDATION_FAILED');
    assert.equal(await register(user.session, authenticator.create(second)), '201');
  });
  test("Another user's challenge, one for signing in, an old and a made-up one are refused [PKY-2]", async () => {
    const [user, other] = [await person(), await person()];
    const options = await creation(user.session);
    const authenticator = new Authenticator(origin);
    const refused = async (challenge: string) =>
      assert.equal(
        await register(user.session, authenticator.create({ ...options, challenge })),
        '400 VALIDATION_FAILED',
      );
    await refused((await creation(other.session)).challenge);
    await refused((await request()).challenge);
    await refused(Buffer.from('made up').toString('base64url'));
    await refused('');
    const old = await creation(user.session);
    await expireChallenges();
    await refused(old.challenge);
  });
  test('What was made for another site, without the user, or is not what it says, is refused', async () => {
    const user = await person();
    const lies: Lies[] = [
      { origin: 'https://evil.example' },
      { origin: pappel.api },
      { rpId: 'evil.example' },
      { unverified: true },
      { absent: true },
      { type: 'webauthn.get' },
      { id: Buffer.from('another credential').toString('base64url') },
    ];
    for (const lie of lies) {
      const made = new Authenticator(origin).create(await creation(user.session), lie);
      assert.equal(await register(user.session, made), '400 VALIDATION_FAILED', JSON.stringify(lie));
    }
    const made = new Authenticator(origin).create(await creation(user.session));
    const { attestationObject } = new Authenticator(origin).create({
      ...(await creation(user.session)),
      challenge: 'x',
    });
    assert.equal(await register(user.session, { ...made, attestationObject }), '400 VALIDATION_FAILED');
    assert.equal(
      await register(user.session, { ...made, attestationObject: 'AAAA' }),
      '400 VALIDATION_FAILED',
    );
    assert.equal(await register(user.session, { ...made, clientDataJSON: 'AAAA' }), '400 VALIDATION_FAILED');
    assert.equal(
      await register(user.session, { ...made, clientDataJSON: 'not base64url!' }),
      '400 VALIDATION_FAILED',
    );
    assert.equal((await pappel.call('GET', '/v1/passkeys', user.session)).body.passkeys.length, 0);
  });
  test('A credential belongs to one user', async () => {
    const [user, other] = [await holder(), await person()];
    const again = user.authenticator.create(await creation(other.session));
    assert.equal(await register(other.session, again), '400 VALIDATION_FAILED');
  });
  test('A user has up to 20 passkeys; the challenge for one more is refused, and so is one asked for before [LIM-7]', async () => {
    const user = await person();
    for (let i = 0; i < 19; i++) {
      const made = new Authenticator(origin).create(await creation(user.session));
      assert.equal(await register(user.session, { ...made, name: `Key ${i}` }), '201');
    }
    const last = await creation(user.session);
    // The 20th comes another way while that challenge is out.
    const { db } = pappel.service.base;
    const row = await overAll(db, 'job')
      .selectFrom('passkeys')
      .where('user_id', '=', asId<'User'>(user.id))
      .selectAll()
      .executeTakeFirstOrThrow();
    await db
      .insertInto('passkeys')
      .values({ ...row, id: newId(), credential_id: Buffer.from(randomUUID()) })
      .execute();
    assert.equal(await register(user.session, new Authenticator(origin).create(last)), '409 LIMIT_REACHED');
    assert.equal(await outcome('POST', '/v1/passkeys/challenge', user.session), '409 LIMIT_REACHED');
    const { body } = await pappel.call('GET', '/v1/passkeys', user.session);
    assert.equal(body.passkeys.length, 20);
    assert.equal(await outcome('DELETE', `/v1/passkeys/${body.passkeys[0].id}`, user.session), '204');
    assert.equal(await outcome('POST', '/v1/passkeys/challenge', user.session), '200');
  });
  test('An API key uses no passkey route, and a desk session changes no passkey [PKY-1]', async () => {
    const mine = await holder();
    const path = `/v1/passkeys/${mine.passkey}`;
    const body = { name: 'x', ...new Authenticator(origin).create(await creation(mine.session)) };
    const routes = [
      ['GET', '/v1/passkeys', undefined],
      ['POST', '/v1/passkeys/challenge', undefined],
      ['POST', '/v1/passkeys', body],
      ['DELETE', path, undefined],
    ] as const;
    for (const [method, route, input] of routes)
      assert.equal(await outcome(method, route, account.key, input), '403 SESSION_REQUIRED', route);
    const handoff = await pappel.operate('desk-sessions', {
      accountId: account.accountId,
      userId: mine.id,
      reason: 'looking',
    });
    const desk = await pappel.call('POST', '/v1/desk-sessions/exchange', undefined, {
      token: handoff.body.token,
    });
    const said = await Promise.all(
      routes.map(([method, route, input]) => outcome(method, route, desk.body.token, input)),
    );
    assert.deepEqual(said, ['200', '403 FORBIDDEN', '403 FORBIDDEN', '403 FORBIDDEN']);
  });
});

describe('signing in', () => {
  test('The options name no credential, so that the browser finds the passkey [PKY-6]', async () => {
    const options = await request();
    assert.deepEqual(
      [options.rpId, options.userVerification, options.allowCredentials],
      ['localhost', 'required', []],
    );
  });
  test('An assertion opens a session, and moves lastUsedAt on', async () => {
    const user = await holder();
    const answer = await pappel.call(
      'POST',
      '/v1/auth/passkey/login',
      undefined,
      user.authenticator.get(await request()),
    );
    assert.deepEqual([answer.status, answer.body.user?.id], [200, user.id]);
    const me = await pappel.call('GET', '/v1/me', answer.body.token);
    assert.equal(me.body.session.authMethod, 'passkey');
    const { body } = await pappel.call('GET', '/v1/passkeys', answer.body.token);
    assert.ok(body.passkeys[0].lastUsedAt);
  });
  test('A challenge is good once: of the same assertion at once eight times, one is taken [PKY-2]', async () => {
    const user = await holder();
    const assertion = user.authenticator.get(await request());
    const all = await Promise.all(Array.from({ length: 8 }, () => login(assertion)));
    assert.deepEqual(all.sort(), ['200', ...Array.from({ length: 7 }, () => '401 UNAUTHORIZED')]);
    assert.equal(await login(assertion), '401 UNAUTHORIZED');
  });
  test('A challenge more than five minutes old, one for registering, and a made-up one are refused [PKY-2]', async () => {
    const user = await holder();
    const old = await request();
    await expireChallenges();
    assert.equal(await login(user.authenticator.get(old)), '401 UNAUTHORIZED');
    const { challenge } = await creation(user.session);
    assert.equal(await login(user.authenticator.get({ ...old, challenge })), '401 UNAUTHORIZED');
    const madeUp = { ...old, challenge: Buffer.from('made up').toString('base64url') };
    assert.equal(await login(user.authenticator.get(madeUp)), '401 UNAUTHORIZED');
  });
  test('Forged assertions are refused alike: other site, no user, other user, other key, nobody [PKY-3, PKY-4]', async () => {
    const [user, other] = [await holder(), await holder()];
    const lies: Lies[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { unverified: true },
      { absent: true },
      { type: 'webauthn.create' },
      { userHandle: other.authenticator.userHandle },
      { id: other.authenticator.credentialId.toString('base64url') },
      {
        id: other.authenticator.credentialId.toString('base64url'),
        userHandle: other.authenticator.userHandle,
      },
      { id: Buffer.from('unknown').toString('base64url') },
      { crossOrigin: { topOrigin: 'https://evil.example' } },
      { crossOrigin: {} },
    ];
    const messages = new Set<string>();
    for (const lie of lies) {
      const { status, body } = await pappel.call(
        'POST',
        '/v1/auth/passkey/login',
        undefined,
        user.authenticator.get(await request(), lie),
      );
      assert.deepEqual([status, body.error?.code], [401, 'UNAUTHORIZED'], JSON.stringify(lie));
      messages.add(body.error.message);
    }
    assert.equal(messages.size, 1);
    const assertion = user.authenticator.get(await request());
    const bytes = Buffer.from(assertion.authenticatorData, 'base64url');
    bytes[36] = 99;
    assert.equal(
      await login({ ...assertion, authenticatorData: bytes.toString('base64url') }),
      '401 UNAUTHORIZED',
      'a counter put up without a signature over it',
    );
    assert.equal(await login({ ...assertion, clientDataJSON: 'AAAA' }), '401 UNAUTHORIZED');
    assert.equal(await login(user.authenticator.get(await request())), '200');
  });
  test('A counter that goes back is PASSKEY_CLONE_DETECTED, and the passkey stays locked until it is removed [PKY-3]', async () => {
    const user = await holder();
    const at = async (counter: number) => login(user.authenticator.get(await request(), { counter }));
    assert.equal(await at(0), '200');
    assert.equal(await at(0), '200', 'an authenticator that does not count says 0');
    assert.equal(await at(7), '200');
    assert.equal(await at(2 ** 32 - 1), '200', 'the highest there is');
    assert.equal(await at(7), '401 PASSKEY_CLONE_DETECTED');
    assert.equal(await at(8), '401 PASSKEY_CLONE_DETECTED');
    const { body: own } = await pappel.call('GET', '/v1/passkeys', user.session);
    assert.ok(Date.parse(own.passkeys[0].lockedAt) <= Date.now());
    const { body } = await pappel.call('GET', '/v1/audit?eventType=session.failed', account.session);
    const mine = body.rows.filter((row: { targetId?: string }) => row.targetId === user.id);
    assert.deepEqual(
      mine.map((row: { metadata: { reason: string } }) => row.metadata.reason),
      ['PASSKEY_CLONE_DETECTED', 'PASSKEY_CLONE_DETECTED'],
    );
    assert.equal((await pappel.call('DELETE', `/v1/passkeys/${user.passkey}`, user.session)).status, 204);
    assert.equal(await at(9), '401 UNAUTHORIZED');
  });
  test('Two sessions with one counter at once: one of them is a clone', async () => {
    const user = await holder();
    const assertions = [await request(), await request()].map((options) =>
      user.authenticator.get(options, { counter: 3 }),
    );
    const said = await Promise.all(assertions.map(login));
    assert.deepEqual(said.sort(), ['200', '401 PASSKEY_CLONE_DETECTED']);
  });
  test('A lowered counter without a good signature is just 401 UNAUTHORIZED', async () => {
    const user = await holder();
    assert.equal(await login(user.authenticator.get(await request(), { counter: 7 })), '200');
    const forged = user.authenticator.get(await request(), { counter: 3 });
    const signature = new Authenticator(origin).get(await request()).signature;
    assert.equal(await login({ ...forged, signature }), '401 UNAUTHORIZED');
  });
  test('Deactivation deletes the passkeys, and they do not return [USR-8, USR-10]', async () => {
    const user = await holder();
    await pappel.call('DELETE', `/v1/users/${user.id}`, account.session);
    assert.equal(await login(user.authenticator.get(await request())), '401 UNAUTHORIZED');
    await pappel.call('POST', `/v1/users/${user.id}/enable`, account.session);
    assert.equal(await login(user.authenticator.get(await request())), '401 UNAUTHORIZED');
    const left = await overAll(pappel.service.base.db, 'job')
      .selectFrom('passkeys')
      .where('user_id', '=', asId<'User'>(user.id))
      .selectAll()
      .execute();
    assert.equal(left.length, 0);
  });
  test('A user of a closed account does not get in', async () => {
    const closed = await signUp(pappel, 'Closed');
    const authenticator = new Authenticator(origin);
    assert.equal(await register(closed.session, authenticator.create(await creation(closed.session))), '201');
    await setAccountStatus(pappel, closed, 'CLOSED');
    assert.equal(await login(authenticator.get(await request())), '401 UNAUTHORIZED');
  });
  test('Challenges for signing in are limited per source address', async () => {
    const limited = await startPappel({ RATE_LIMITS: 'challenge/minute=2/60' });
    try {
      const say = () => outcomes(limited)('POST', '/v1/auth/passkey/challenge');
      assert.deepEqual([await say(), await say(), await say()], ['200', '200', '429 RATE_LIMITED']);
    } finally {
      await limited.stop();
    }
  });
  test('Where no browser would know a passkey, the routes say so [PKY-8]', async () => {
    const other = await startPappel({ PUBLIC_URL: 'http://10.0.0.1:8080' });
    try {
      const say = outcomes(other);
      const { session } = await signUp(other);
      assert.equal(await say('POST', '/v1/auth/passkey/challenge'), '409 INVALID_STATE');
      assert.equal(await say('POST', '/v1/passkeys/challenge', session), '409 INVALID_STATE');
      assert.equal(await say('GET', '/v1/passkeys', session), '200');
    } finally {
      await other.stop();
    }
  });
});

describe('removing', () => {
  test("One's own, the last one too, after which it opens nothing; another's, unknown and malformed ids are 404 [PKY-5]", async () => {
    const [user, other] = [await holder(), await holder()];
    for (const id of [other.passkey, randomUUID(), 'nonsense'])
      assert.equal(await outcome('DELETE', `/v1/passkeys/${id}`, user.session), '404 NOT_FOUND');
    assert.equal(await outcome('DELETE', `/v1/passkeys/${other.passkey}`, account.session), '404 NOT_FOUND');
    assert.equal(await outcome('DELETE', `/v1/passkeys/${user.passkey}`, user.session), '204');
    assert.equal(await login(user.authenticator.get(await request())), '401 UNAUTHORIZED');
    const { body } = await pappel.call('GET', '/v1/audit', account.session);
    const mine = body.rows.filter((row: { targetId?: string }) => row.targetId === user.passkey);
    assert.deepEqual(
      mine.map((row: { eventType: string; targetName: string }) => [row.eventType, row.targetName]),
      [
        ['passkey.removed', 'Laptop'],
        ['passkey.registered', 'Laptop'],
      ],
    );
  });
});
