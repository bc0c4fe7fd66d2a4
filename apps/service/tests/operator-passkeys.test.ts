import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { overAll } from '../src/platform/db/roots.ts';
import { newId } from '../src/platform/ids.ts';
import { asId } from './as-id.ts';
import { Authenticator, type Lies } from './authenticator.ts';
import { type Answer, type Pappel, signUp, startPappel } from './harness.ts';
import {
  ask,
  firstOperator,
  makePasskey,
  newOperator,
  type Operator,
  signInOperator,
} from './operator-world.ts';

let pappel: Pappel;
let admin: Operator;
let origin: string;

const said = ({ status, body }: Answer) => [status, body?.error?.code].filter(Boolean).join(' ');
const get = (path: string, token?: string) => ask(pappel, 'GET', `/operator/v1/${path}`, token);
const post = (path: string, token?: string, body?: unknown) =>
  ask(pappel, 'POST', `/operator/v1/${path}`, token, body);
const remove = (path: string, token: string) => ask(pappel, 'DELETE', `/operator/v1/${path}`, token);
const change = (id: string, what: object) =>
  ask(pappel, 'PATCH', `/operator/v1/operators/${id}`, admin.token, what);

const creation = async (token: string) => (await post('me/passkeys/challenge', token)).body.publicKey;
const request = async () => (await post('auth/passkey/challenge')).body.publicKey;
const login = async (assertion: object) => said(await post('auth/passkey/login', undefined, assertion));
const audit = async (query: string) => (await get(`audit?limit=100&${query}`, admin.token)).body.rows;

interface Holder extends Operator {
  authenticator: Authenticator;
  passkey: string;
}

/** An operator with a passkey. */
async function holder(role = 'agent'): Promise<Holder> {
  const operator = await newOperator(pappel, admin, role);
  return { ...operator, ...(await makePasskey(pappel, operator)) };
}

before(async () => {
  pappel = await startPappel();
  origin = pappel.operator.replace('127.0.0.1', 'localhost');
  admin = await firstOperator(pappel);
});
after(() => pappel.stop());

describe("an operator's own passkeys", () => {
  test('One is made for OPERATOR_URL, found without a name, and listed without its key [OPR-35]', async () => {
    assert.equal((await get('setup')).body.passkeysEnabled, true);
    const { token, email, authenticator } = await holder();
    const options = await creation(token);
    assert.deepEqual(options.rp, { name: 'Pappel operator', id: 'localhost' });
    assert.equal(options.user.name, email);
    assert.equal(options.authenticatorSelection.residentKey, 'required');
    assert.deepEqual(
      options.excludeCredentials.map(({ id }: { id: string }) => id),
      [authenticator.credentialId.toString('base64url')],
    );
    const { body } = await get('me/passkeys', token);
    assert.deepEqual(Object.keys(body.passkeys[0]).sort(), [
      'aaguid',
      'createdAt',
      'id',
      'name',
      'transports',
    ]);
    assert.equal(body.passkeys[0].name, 'Laptop');
  });
  test('How many there are is told to their operator and to an admin, and to nobody else [OPR-35]', async () => {
    const mine = await holder();
    const seen = async (token: string, id: string) => {
      const { body } = await get('operators', token);
      return body.operators.find((one: { id: string }) => one.id === id).passkeyCount;
    };
    assert.equal((await get('me', mine.token)).body.operator.passkeyCount, 1);
    assert.equal(await seen(admin.token, mine.id), 1);
    assert.deepEqual([await seen(mine.token, mine.id), await seen(mine.token, admin.id)], [1, undefined]);
  });
  test('A token makes none, nor does who must change the password; the last one can be removed [OPR-35]', async () => {
    const mine = await holder();
    const { value } = (await post('tokens', mine.token, { name: 't', role: 'viewer' })).body;
    assert.equal(said(await post('me/passkeys/challenge', value)), '403 SESSION_REQUIRED');
    const reset = await post(`operators/${mine.id}/reset-password`, admin.token);
    const fresh = await signInOperator(pappel, mine.email, reset.body.password);
    assert.equal(said(await get('me/passkeys', fresh)), '403 PASSWORD_CHANGE_REQUIRED');
    const other = await holder();
    for (const id of [mine.passkey, randomUUID(), 'nonsense'])
      assert.equal(said(await remove(`me/passkeys/${id}`, other.token)), '404 NOT_FOUND');
    assert.equal(said(await remove(`me/passkeys/${other.passkey}`, other.token)), '204');
    assert.equal(await login(other.authenticator.get(await request())), '401 UNAUTHORIZED');
    assert.equal(said(await get('me', other.token)), '200');
  });
  test('There are up to twenty, also where two are made at once [OPR-35]', async () => {
    const mine = await holder();
    const { db } = pappel.service.base;
    const row = await db
      .selectFrom('operator_passkeys')
      .where('operator_id', '=', asId<'Operator'>(mine.id))
      .selectAll()
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 18 }, () => ({
      ...row,
      id: newId<'Passkey'>(),
      credential_id: Buffer.from(randomUUID()),
    }));
    await db.insertInto('operator_passkeys').values(copies).execute();
    // A newer challenge makes the one before worthless: the first is put beside it, as of a tab that was quicker.
    const [one, two] = [new Authenticator(origin), new Authenticator(origin)];
    const first = await creation(mine.token);
    const kept = await challengesOf(mine.id);
    const second = await creation(mine.token);
    await overAll(db, 'job').insertInto('one_time_tokens').values(kept).execute();
    const register = async (body: object) =>
      said(await post('me/passkeys', mine.token, { name: 'x', ...body }));
    const answers = await Promise.all([register(one.create(first)), register(two.create(second))]);
    assert.deepEqual(answers.sort(), ['201', '409 LIMIT_REACHED']);
    assert.equal(said(await post('me/passkeys/challenge', mine.token)), '409 LIMIT_REACHED');
  });
  test('What was made for another site, by nobody, or for somebody else, is not kept [OPR-35]', async () => {
    const [mine, other] = [await holder(), await newOperator(pappel, admin, 'viewer')];
    const register = async (body: object) =>
      said(await post('me/passkeys', other.token, { name: 'x', ...body }));
    const lies: Lies[] = [
      { origin: 'https://evil.example' },
      // The customers' side, of the same host.
      { origin: pappel.api.replace('127.0.0.1', 'localhost') },
      { rpId: 'evil.example' },
      { unverified: true },
      { type: 'webauthn.get' },
    ];
    for (const lie of lies) {
      const made = new Authenticator(origin).create(await creation(other.token), lie);
      assert.equal(await register(made), '400 VALIDATION_FAILED', JSON.stringify(lie));
    }
    for (const options of [await creation(mine.token), { ...(await creation(other.token)), challenge: 'x' }])
      assert.equal(await register(new Authenticator(origin).create(options)), '400 VALIDATION_FAILED');
    const again = mine.authenticator.create(await creation(other.token));
    assert.equal(await register(again), '400 VALIDATION_FAILED', 'a credential belongs to one operator');
    assert.deepEqual((await get('me/passkeys', other.token)).body.passkeys, []);
  });
});

/** Challenges that were given to an operator, as they are kept. */
async function challengesOf(operatorId: string) {
  const rows = await overAll(pappel.service.base.db, 'job')
    .selectFrom('one_time_tokens')
    .where('operator_id', '=', asId<'Operator'>(operatorId))
    .selectAll()
    .execute();
  return rows.map((row) => ({ ...row, data: JSON.stringify(row.data) }));
}

describe('signing in with one', () => {
  test('It opens a session of its operator, which says so, and stands in the audit [OPR-36]', async () => {
    const mine = await holder('viewer');
    const options = await request();
    assert.deepEqual([options.rpId, options.allowCredentials], ['localhost', []]);
    const answer = await post('auth/passkey/login', undefined, mine.authenticator.get(options));
    assert.deepEqual([answer.status, answer.body.operator?.id], [200, mine.id]);
    const me = await get('me', answer.body.token);
    assert.deepEqual([me.body.session.authMethod, me.body.operator.role], ['passkey', 'viewer']);
    const { sessions } = (await get('me/sessions', answer.body.token)).body;
    assert.equal(sessions[0].authMethod, 'passkey');
    assert.ok((await get('me/passkeys', answer.body.token)).body.passkeys[0].lastUsedAt);
    const [line] = await audit(`operatorId=${mine.id}&eventType=operator_session.created`);
    assert.equal(line.metadata.authMethod, 'passkey');
    assert.equal((await pappel.call('GET', '/v1/me', answer.body.token)).status, 401);
  });
  test('A challenge works once, within five minutes, and only on the side that gave it [OPR-36]', async () => {
    const mine = await holder();
    const assertion = mine.authenticator.get(await request());
    const all = await Promise.all(Array.from({ length: 8 }, () => login(assertion)));
    assert.deepEqual(all.sort(), ['200', ...Array.from({ length: 7 }, () => '401 UNAUTHORIZED')]);
    const old = await request();
    await overAll(pappel.service.base.db, 'job')
      .updateTable('one_time_tokens')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('purpose', '=', 'operator-passkey-challenge')
      .execute();
    assert.equal(await login(mine.authenticator.get(old)), '401 UNAUTHORIZED');
    const ofCustomers = (await pappel.call('POST', '/v1/auth/passkey/challenge')).body.publicKey;
    const { challenge } = await creation(mine.token);
    for (const other of [ofCustomers.challenge, challenge])
      assert.equal(
        await login(mine.authenticator.get({ ...ofCustomers, challenge: other })),
        '401 UNAUTHORIZED',
      );
    assert.equal(await login(mine.authenticator.get(await request())), '200');
  });
  test('Whatever is wrong answers alike: forged, for another site, of nobody, of a customer, of who left [OPR-36]', async () => {
    const [mine, other, gone] = [await holder(), await holder(), await holder()];
    await change(gone.id, { status: 'inactive' });
    const lies: Lies[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { unverified: true },
      { type: 'webauthn.create' },
      { userHandle: other.authenticator.userHandle },
      { id: other.authenticator.credentialId.toString('base64url') },
      { id: Buffer.from('unknown').toString('base64url') },
      { crossOrigin: { topOrigin: 'https://evil.example' } },
    ];
    const assertions = [];
    for (const lie of lies) assertions.push(mine.authenticator.get(await request(), lie));
    assertions.push(gone.authenticator.get(await request()));
    assertions.push((await customerWithPasskey()).get(await request()));
    const messages = new Set<string>();
    for (const assertion of assertions) {
      const answer = await post('auth/passkey/login', undefined, assertion);
      assert.equal(said(answer), '401 UNAUTHORIZED');
      messages.add(answer.body.error.message);
    }
    assert.equal(messages.size, 1);
    const failed = await audit('eventType=operator_session.failed');
    assert.ok(failed.some((row: { targetId?: string }) => row.targetId === mine.id));
    assert.equal(await login(mine.authenticator.get(await request())), '200');
  });
  test('A counter that goes back is PASSKEY_CLONE_DETECTED, and locks the passkey until it is removed [OPR-36]', async () => {
    const mine = await holder();
    const at = async (counter: number) => login(mine.authenticator.get(await request(), { counter }));
    const highest = 2 ** 32 - 1;
    assert.deepEqual(
      [await at(0), await at(0), await at(7), await at(highest)],
      ['200', '200', '200', '200'],
    );
    assert.equal(await at(8), '401 PASSKEY_CLONE_DETECTED');
    assert.equal(await at(highest), '401 PASSKEY_CLONE_DETECTED');
    const [passkey] = (await get('me/passkeys', mine.token)).body.passkeys;
    assert.ok(Date.parse(passkey.lockedAt) <= Date.now());
    const failed = await audit('eventType=operator_session.failed');
    const reasons = failed
      .filter((row: { targetId?: string }) => row.targetId === mine.id)
      .map((row: { metadata: { reason?: string } }) => row.metadata.reason);
    assert.deepEqual(reasons, ['PASSKEY_CLONE_DETECTED', 'PASSKEY_CLONE_DETECTED']);
    assert.equal(said(await remove(`me/passkeys/${mine.passkey}`, mine.token)), '204');
    assert.equal(await at(0), '401 UNAUTHORIZED');
  });
  test('Of two with one counter at once, one is a clone [OPR-36]', async () => {
    const mine = await holder();
    const assertions = [await request(), await request()].map((options) =>
      mine.authenticator.get(options, { counter: 3 }),
    );
    assert.deepEqual((await Promise.all(assertions.map(login))).sort(), [
      '200',
      '401 PASSKEY_CLONE_DETECTED',
    ]);
  });
  test('Where no browser would know one, that is said; challenges are few for an address [OPR-36]', async () => {
    const other = await startPappel({
      OPERATOR_URL: 'http://10.0.0.1:8081',
      RATE_LIMITS: 'challenge/minute=2/60',
    });
    try {
      const setup = await ask(other, 'GET', '/operator/v1/setup');
      assert.equal(setup.body.passkeysEnabled, false);
      const say = async () => said(await ask(other, 'POST', '/operator/v1/auth/passkey/challenge'));
      assert.deepEqual(
        [await say(), await say(), await say()],
        ['409 INVALID_STATE', '409 INVALID_STATE', '429 RATE_LIMITED'],
      );
    } finally {
      await other.stop();
    }
  });
});

/** The authenticator of a customer's user, whose passkey is of the same host. */
async function customerWithPasskey(): Promise<Authenticator> {
  const { session } = await signUp(pappel);
  const authenticator = new Authenticator(pappel.api.replace('127.0.0.1', 'localhost'));
  const { publicKey } = (await pappel.call('POST', '/v1/passkeys/challenge', session)).body;
  const made = await pappel.call('POST', '/v1/passkeys', session, {
    name: 'x',
    ...authenticator.create(publicKey),
  });
  assert.equal(made.status, 201);
  return authenticator;
}

describe('who leaves', () => {
  test('Whoever is switched off while signing in is out, and their passkeys are gone for good [OPR-37]', async () => {
    for (let round = 0; round < 6; round++) {
      const gone = await holder();
      const assertion = gone.authenticator.get(await request(), { counter: round });
      const [entered, changed] = await Promise.all([
        post('auth/passkey/login', undefined, assertion),
        change(gone.id, { status: 'inactive' }),
      ]);
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      assert.match(said(entered), /^(200|401 UNAUTHORIZED)$/);
      assert.equal(changed.body.passkeyCount, 0);
      await change(gone.id, { status: 'active' });
      assert.equal(said(await get('me', entered.body.token ?? gone.token)), '401 UNAUTHORIZED');
      assert.equal(await login(gone.authenticator.get(await request(), { counter: 99 })), '401 UNAUTHORIZED');
    }
  });
  test('Whoever is switched off while a passkey is made has none afterwards [OPR-37]', async () => {
    for (let round = 0; round < 4; round++) {
      const gone = await newOperator(pappel, admin, 'viewer');
      const made = new Authenticator(origin).create(await creation(gone.token));
      const [kept] = await Promise.all([
        post('me/passkeys', gone.token, { name: 'x', ...made }),
        change(gone.id, { status: 'inactive' }),
      ]);
      // Who asked before they left may come to their challenge after it: that is gone with them.
      assert.match(said(kept), /^(201|401 UNAUTHORIZED|400 VALIDATION_FAILED)$/);
      const { body } = await get(`operators/${gone.id}/passkeys`, admin.token);
      assert.deepEqual(body.passkeys, []);
    }
  });
});

describe('a device that is lost', () => {
  test('An admin removes its passkey, and who has the device is in no session any more [OPR-38]', async () => {
    const mine = await holder('agent');
    const entered = await post('auth/passkey/login', undefined, mine.authenticator.get(await request()));
    const kept = await makePasskey(pappel, entered.body, 'Key ring');
    const path = `operators/${mine.id}/passkeys`;
    const { passkeys } = (await get(path, admin.token)).body;
    assert.deepEqual(
      passkeys.map(({ id, name }: { id: string; name: string }) => [id, name]),
      [
        [mine.passkey, 'Laptop'],
        [kept.passkey, 'Key ring'],
      ],
    );
    assert.equal(said(await remove(`${path}/${mine.passkey}`, entered.body.token)), '403 FORBIDDEN');
    assert.equal(
      said(await remove(`operators/${admin.id}/passkeys/${mine.passkey}`, admin.token)),
      '404 NOT_FOUND',
    );
    assert.equal(said(await remove(`${path}/${mine.passkey}`, admin.token)), '204');
    assert.equal(said(await remove(`${path}/${mine.passkey}`, admin.token)), '404 NOT_FOUND');
    for (const token of [mine.token, entered.body.token])
      assert.equal(said(await get('me', token)), '401 UNAUTHORIZED');
    assert.equal(await login(mine.authenticator.get(await request())), '401 UNAUTHORIZED');
    assert.equal(await login(kept.authenticator.get(await request())), '200');
  });
  test('The audit says who added and removed which, and whose it is [OPR-38]', async () => {
    const mine = await holder('agent');
    await remove(`operators/${mine.id}/passkeys/${mine.passkey}`, admin.token);
    const rows = await audit('q=Laptop');
    const lines = rows
      .filter((row: { targetId?: string }) => row.targetId === mine.passkey)
      .map((row: Record<string, unknown>) => [
        row['eventType'],
        row['actorName'],
        row['targetName'],
        row['targetSub'],
      ]);
    assert.deepEqual(lines, [
      ['operator_passkey.removed', 'Maja Ek', 'Laptop', 'The agent'],
      ['operator_passkey.registered', 'The agent', 'Laptop', 'The agent'],
    ]);
  });
  test('Whoever removes a passkey of their own that way stays signed in [OPR-38]', async () => {
    const mine = await holder('admin');
    const elsewhere = await signInOperator(pappel, mine.email);
    assert.equal(said(await remove(`operators/${mine.id}/passkeys/${mine.passkey}`, mine.token)), '204');
    assert.equal(said(await get('me', mine.token)), '200');
    assert.equal(said(await get('me', elsewhere)), '401 UNAUTHORIZED');
  });
});
