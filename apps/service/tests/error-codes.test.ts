import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ERROR_CODES, type ErrorCode } from '../src/platform/errors.ts';
import {
  type Account,
  type Answer,
  activeParticipant,
  FURNITURE,
  fixture,
  newDatabase,
  PASSWORD,
  type Pappel,
  settled,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';
import { Line } from './line.ts';
import { newKey, newPerson, signIn } from './people.ts';

/** Codes that need more than this file sets up (an identity provider, a passkey), with the test that answers them. */
const ELSEWHERE: Partial<Record<ErrorCode, string>> = {
  // Only two owners who deactivate each other at once meet it: a key never touches one.
  LAST_OWNER: 'users.test.ts',
  SSO_EMAIL_MISMATCH: 'sso.test.ts',
  SSO_NOT_LINKED: 'sso.test.ts',
  SSO_IDENTITY_TAKEN: 'sso.test.ts',
  PASSKEY_CLONE_DETECTED: 'passkeys.test.ts',
  REQUEST_TIMEOUT: '../src/platform/http/intake.test.ts',
  URI_TOO_LONG: 'http-edge.test.ts',
  HEADERS_TOO_LARGE: 'http-edge.test.ts',
  EXPORT_IN_PROGRESS: 'export.test.ts',
  RANGE_NOT_SATISFIABLE: 'export.test.ts',
};

/** Codes that nothing can answer yet, with the room that will. Whoever builds it takes its codes out of here. */
const NOT_YET: Partial<Record<ErrorCode, string>> = {
  LOOKUP_FAILED: 'network',
  OPERATOR_MANAGED: 'sftp',
};

const RETRY_AFTER: ErrorCode[] = ['RATE_LIMITED', 'LOGIN_LOCKED', 'UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS'];
const invoice = fixture('invoice.xml');
const NOBODY = '0198a000-0000-7000-8000-000000000000';
const seen = new Set<string>();

let pappel: Pappel;
let account: Account;
let other: Account;
let participantId: string;

before(async () => {
  pappel = await startPappel();
  [account, other] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
  participantId = await activeParticipant(pappel, account, TIMBER);
});
after(() => pappel.stop());

/** Checks the whole of a refusal: status, envelope, headers. */
function check(answer: Answer, status: number, code: ErrorCode): void {
  const { body, headers } = answer;
  assert.deepEqual([answer.status, body?.error?.code], [status, code]);
  assert.equal(ERROR_CODES[code][0], status);
  assert.deepEqual(Object.keys(body), ['error']);
  const { message, requestId, details, ...rest } = body.error;
  assert.deepEqual(Object.keys(rest), ['code']);
  // The message ends with the next step, as a sentence.
  assert.match(message, /^\S.*[.]$/s);
  assert.equal(requestId, headers.get('x-request-id'));
  assert.match(headers.get('content-type') ?? '', /^application\/json/);
  for (const detail of details ?? [])
    assert.deepEqual(Object.keys(detail).sort(), ['code', 'field', 'message']);
  if (RETRY_AFTER.includes(code)) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  seen.add(code);
}

const call = (method: string, path: string, body?: unknown, by: string | undefined = account.key) =>
  pappel.call(method, path, by, body);
const send = (changes: object = {}, headers: Record<string, string> = {}, by = account.key) =>
  pappel.call(
    'POST',
    '/v1/messages',
    by,
    { sender: TIMBER, receiver: FURNITURE, type: 'invoice', payload: invoice, ...changes },
    headers,
  );
const database = () => pappel.service.base.database.pool;

describe('400', () => {
  test('VALIDATION_FAILED: invalid input, with the field that is wrong [GEN-6]', async () => {
    const answer = await call('POST', '/v1/companies', { nam: 'x' });
    check(answer, 400, 'VALIDATION_FAILED');
    const fields = answer.body.error.details.map(({ field }: { field: string }) => field);
    assert.deepEqual(fields.sort(), ['nam', 'name']);
    for (const path of ['/v1/messages?limit=101', '/v1/messages?status=GONE', '/v1/users?include=everyone'])
      check(await call('GET', path), 400, 'VALIDATION_FAILED');
  });
  test('PAYLOAD_OBJECT_INVALID: an upload that is unknown', async () => {
    check(await send({ payload: undefined, payloadObjectKey: 'x' }), 400, 'PAYLOAD_OBJECT_INVALID');
  });
  test('RESET_TOKEN_INVALID: a reset token that is unknown', async () => {
    const body = { token: 'none', password: PASSWORD };
    check(await pappel.call('POST', '/v1/auth/reset', undefined, body), 400, 'RESET_TOKEN_INVALID');
  });
  test('CURRENT_PASSWORD_REQUIRED and CURRENT_PASSWORD_INVALID: changing your own password', async () => {
    const person = await newPerson(pappel, account.session, 'member');
    const change = (body: object) => call('PATCH', `/v1/users/${person.id}`, body, person.session);
    const password = 'another long passphrase';
    check(await change({ password }), 400, 'CURRENT_PASSWORD_REQUIRED');
    check(await change({ password, currentPassword: 'wrong' }), 400, 'CURRENT_PASSWORD_INVALID');
  });
});

describe('401 and 403', () => {
  test('UNAUTHORIZED: no credential, or one that is none', async () => {
    check(await pappel.call('GET', '/v1/account'), 401, 'UNAUTHORIZED');
    check(await call('GET', '/v1/account', undefined, 'pap_x'), 401, 'UNAUTHORIZED');
    const login = { email: `${randomUUID()}@example.org`, password: 'wrong' };
    check(await pappel.call('POST', '/v1/auth/login', undefined, login), 401, 'UNAUTHORIZED');
  });
  test('PERMISSION_DENIED: the key lacks the permission for the route', async () => {
    const key = await newKey(pappel, account.session, { permissions: ['receive'] });
    check(await call('GET', '/v1/messages', undefined, key), 403, 'PERMISSION_DENIED');
  });
  test('FORBIDDEN: only owners create companies [COM-1]', async () => {
    const member = await newPerson(pappel, account.session, 'member');
    check(await call('POST', '/v1/companies', { name: 'x' }, member.session), 403, 'FORBIDDEN');
  });
  test('SESSION_REQUIRED: a route for a signed-in person, and an API key', async () => {
    check(await call('GET', '/v1/sessions'), 403, 'SESSION_REQUIRED');
  });
  test('PASSWORD_CHANGE_REQUIRED: every route but two while mustChangePassword is true [AUT-8]', async () => {
    const email = `${randomUUID()}@example.org`;
    const made = await call('POST', '/v1/users', { name: 'New', email, role: 'member' }, account.session);
    const session = await signIn(pappel, email, made.body.temporaryPassword);
    check(await call('GET', '/v1/messages', undefined, session), 403, 'PASSWORD_CHANGE_REQUIRED');
    assert.equal((await call('GET', '/v1/me', undefined, session)).status, 200);
  });
  test('PASSWORD_CHANGE_NOT_ALLOWED_FOR_SSO_SESSION: setting your own password in an SSO session [USR-5]', async () => {
    const person = await newPerson(pappel, account.session, 'member');
    await database().query("update sessions set auth_method = 'sso' where user_id = $1", [person.id]);
    const body = { password: 'another long passphrase', currentPassword: PASSWORD };
    const answer = await call('PATCH', `/v1/users/${person.id}`, body, person.session);
    check(answer, 403, 'PASSWORD_CHANGE_NOT_ALLOWED_FOR_SSO_SESSION');
  });
  test('ACCOUNT_SUSPENDED: a suspended account reads, and neither changes nor sends [ACC-5]', async () => {
    const suspended = await signUp(pappel);
    await pappel.operate(`accounts/${suspended.accountId}/suspend`);
    check(await call('POST', '/v1/companies', { name: 'x' }, suspended.key), 403, 'ACCOUNT_SUSPENDED');
    check(await send({}, {}, suspended.key), 403, 'ACCOUNT_SUSPENDED');
    assert.equal((await call('GET', '/v1/messages', undefined, suspended.key)).status, 200);
  });
  test('SENDER_NOT_ALLOWED: a sender out of reach and an unknown one answer alike [MSG-1]', async () => {
    const far = await send({}, {}, other.key);
    const unknown = await send({ sender: '0192:974760673' });
    for (const answer of [far, unknown]) check(answer, 403, 'SENDER_NOT_ALLOWED');
    assert.equal(far.body.error.message, unknown.body.error.message);
  });
  test('SENDER_CAPABILITY_MISSING: the sender may not send this type [MSG-2]', async () => {
    check(await send({ type: 'despatch-advice' }), 403, 'SENDER_CAPABILITY_MISSING');
  });
});

describe('404, 405, 413 and 415', () => {
  test('NOT_FOUND: unknown, malformed, out of reach [GEN-2, GEN-3]', async () => {
    for (const id of [NOBODY, 'nonsense', other.companyId])
      check(await call('GET', `/v1/companies/${id}`), 404, 'NOT_FOUND');
    check(await call('GET', '/v2/companies'), 404, 'NOT_FOUND');
  });
  test('METHOD_NOT_ALLOWED: a known path with another method', async () => {
    check(await call('PUT', '/v1/companies'), 405, 'METHOD_NOT_ALLOWED');
    check(await call('DELETE', `/v1/messages/${NOBODY}`), 405, 'METHOD_NOT_ALLOWED');
  });
  test('PAYLOAD_TOO_LARGE: a body, an inline payload and a document above the limits [LIM-3]', async () => {
    check(await call('POST', '/v1/companies', { name: 'x'.repeat(3_000_000) }), 413, 'PAYLOAD_TOO_LARGE');
    check(await send({ payload: `<a>${'x'.repeat(1_048_576)}</a>` }), 413, 'PAYLOAD_TOO_LARGE');
    const upload = { companyId: account.companyId, bytes: 41_943_041 };
    check(await call('POST', '/v1/messages/uploads', upload), 413, 'PAYLOAD_TOO_LARGE');
  });
  test('UNSUPPORTED_MEDIA_TYPE: a body that is no JSON [GEN-7]', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await pappel.call('POST', '/v1/companies', account.key, 'name=x', type);
    check(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('409', () => {
  test('IDEMPOTENCY_CONFLICT: same Idempotency-Key with a different body [MSG-5]', async () => {
    const key = { 'idempotency-key': randomUUID() };
    assert.equal((await send({}, key)).status, 202);
    check(await send({ externalReference: 'x' }, key), 409, 'IDEMPOTENCY_CONFLICT');
  });
  test('IDEMPOTENCY_IN_PROGRESS: the first request under the key is still running after 5 s [MSG-7]', async () => {
    const { body } = await send();
    const key = randomUUID();
    // The first request, as far as the second one can see: its row is there, and not committed yet.
    const first = await database().connect();
    await first.query('begin');
    await first.query(
      "insert into idempotency_keys (account_id, key, body_hash, message_id) values ($1, $2, '', $3)",
      [account.accountId, key, body.id],
    );
    const started = Date.now();
    check(await send({}, { 'idempotency-key': key }), 409, 'IDEMPOTENCY_IN_PROGRESS');
    const waited = Date.now() - started;
    assert.ok(waited > 4_500 && waited < 30_000, `${waited} ms`);
    await first.query('rollback');
    first.release();
    assert.equal((await send({}, { 'idempotency-key': key })).status, 202);
  });
  test('IDENTIFIER_TAKEN: company and participant [COM-2, PAR-21]', async () => {
    await call('POST', '/v1/companies', { name: 'x', identifier: 'mine' });
    check(await call('POST', '/v1/companies', { name: 'x', identifier: 'mine' }), 409, 'IDENTIFIER_TAKEN');
    const free = await call('POST', '/v1/companies', { name: 'x' });
    const change = call('PATCH', `/v1/companies/${free.body.id}`, { identifier: 'mine' });
    check(await change, 409, 'IDENTIFIER_TAKEN');
  });
  test('PARTICIPANT_EXISTS: an address that is held here, without saying by whom [PAR-4]', async () => {
    const [scheme, value] = TIMBER.split(':');
    const body = { companyId: other.companyId, scheme, value, name: 'x', identifier: 'x' };
    const answer = await call('POST', '/v1/participants', body, other.key);
    check(answer, 409, 'PARTICIPANT_EXISTS');
    assert.ok(!/Timber/.test(answer.body.error.message));
  });
  test('SENDER_NOT_ACTIVE: the sender is not READY or ACTIVE [MSG-2, PAR-6]', async () => {
    await pappel.operate(`participants/${participantId}/suspend`);
    check(await send(), 409, 'SENDER_NOT_ACTIVE');
    await pappel.operate(`participants/${participantId}/resume`);
  });
  test('INVALID_STATE: acknowledging an outbound document; moves of the operator that do not fit [MSG-31]', async () => {
    const { body } = await send({ payload: '<x/>' });
    assert.equal((await settled(pappel, account, body.id)).status, 'VALIDATION_FAILED');
    check(await call('POST', `/v1/messages/${body.id}/ack`), 409, 'INVALID_STATE');
    check(await pappel.operate(`messages/${body.id}/retry`), 409, 'INVALID_STATE');
    const address = { scheme: '0088', value: '7300010000001', countryCode: 'SE' };
    const pending = await call('POST', '/v1/participants', {
      ...address,
      companyId: account.companyId,
      name: 'x',
      capabilities: [{ documentTypeId: 'invoice', direction: 'SEND' }],
    });
    const moves = async (id: string, ...names: string[]): Promise<void> => {
      for (const name of names)
        check(await pappel.operate(`participants/${id}/${name}`, { reason: 'x' }), 409, 'INVALID_STATE');
    };
    await moves(participantId, 'approve', 'reject', 'resume', 'retry');
    await moves(pending.body.id, 'suspend', 'resume', 'retry');
    await pappel.operate(`participants/${pending.body.id}/approve`);
    await moves(pending.body.id, 'approve', 'reject', 'resume', 'retry');
    await pappel.operate(`participants/${pending.body.id}/suspend`);
    await moves(pending.body.id, 'approve', 'reject', 'suspend', 'retry');
    await call('DELETE', `/v1/participants/${pending.body.id}`);
    await moves(pending.body.id, 'approve', 'reject', 'suspend', 'resume', 'retry');
    check(await call('PATCH', `/v1/participants/${pending.body.id}`, { name: 'y' }), 409, 'INVALID_STATE');
    const path = `/v1/participants/${pending.body.id}/capabilities`;
    check(await call('POST', path, { documentTypeId: 'order', direction: 'SEND' }), 409, 'INVALID_STATE');
  });
  test('EMAIL_TAKEN: sign-up with an address that is used [ACC-6]', async () => {
    const body = {
      account: { legalName: 'x', countryCode: 'SE' },
      owner: { email: account.email, password: PASSWORD },
    };
    check(await pappel.call('POST', '/v1/auth/signup', undefined, body), 409, 'EMAIL_TAKEN');
  });
  test('SSO_NOT_CONFIGURED: an identity token where no identity provider is set up [SSO-9]', async () => {
    const answer = await pappel.call('POST', '/v1/auth/oidc', undefined, { idToken: 'x' });
    check(answer, 409, 'SSO_NOT_CONFIGURED');
  });
  test('LIMIT_REACHED: the 101st API key of an account [LIM-7]', async () => {
    const many = await signUp(pappel);
    for (let i = 1; i < 100; i++)
      assert.equal((await call('POST', '/v1/api-keys', { name: 'x' }, many.session)).status, 201);
    check(await call('POST', '/v1/api-keys', { name: 'x' }, many.session), 409, 'LIMIT_REACHED');
  });
  test('ERASURE_TOO_SOON: a second DELETE before the grace period has passed [USR-14]', async () => {
    const { id } = await newPerson(pappel, account.session, 'member');
    assert.equal((await call('DELETE', `/v1/users/${id}`)).status, 200);
    check(await call('DELETE', `/v1/users/${id}`), 409, 'ERASURE_TOO_SOON');
  });
  test('USER_NOT_DISABLED: erasing a user who was enabled in between [USR-14]', async () => {
    const { id } = await newPerson(pappel, account.session, 'member');
    await call('DELETE', `/v1/users/${id}`);
    const client = await database().connect();
    await client.query('begin');
    await client.query('select 1 from accounts where id = $1 for update', [account.accountId]);
    await client.query("update users set status = 'active', disabled_at = null where id = $1", [id]);
    const erasure = call('DELETE', `/v1/users/${id}`);
    await until(
      () =>
        database().query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      ({ rowCount }) => rowCount === 1,
    );
    await client.query('commit');
    client.release();
    check(await erasure, 409, 'USER_NOT_DISABLED');
  });
});

describe('429', () => {
  test('LOGIN_LOCKED: after five wrong passwords, also for the right one [AUT-4]', async () => {
    const { email } = await signUp(pappel);
    for (let i = 0; i < 5; i++) await signIn(pappel, email, 'wrong');
    const login = { email, password: PASSWORD };
    check(await pappel.call('POST', '/v1/auth/login', undefined, login), 429, 'LOGIN_LOCKED');
  });
});

describe('what an installation is set up for', () => {
  test('SIGNUP_NOT_ALLOWED, RATE_LIMITED, ERASURE_NOT_CONFIGURED', async () => {
    const strict = await startPappel({
      SIGNUP_MODE: 'bootstrap',
      BOOTSTRAP_TOKEN: 'open sesame, please',
      ERASURE_ENABLED: 'false',
      RATE_LIMITS: 'reset/minute=1/60',
    });
    try {
      const account = { legalName: 'x', countryCode: 'SE' };
      const owner = { email: 'owner@example.org', password: 'a sentence of some length' };
      const join = (extra: object) =>
        strict.call('POST', '/v1/auth/signup', undefined, { account, owner, ...extra });
      for (const extra of [{}, { bootstrapToken: 'wrong' }])
        check(await join(extra), 403, 'SIGNUP_NOT_ALLOWED');
      const { body, status } = await join({ bootstrapToken: 'open sesame, please' });
      assert.equal(status, 201);
      const { id } = await newPerson(strict, body.token, 'member');
      await strict.call('DELETE', `/v1/users/${id}`, body.token);
      check(await strict.call('DELETE', `/v1/users/${id}`, body.token), 409, 'ERASURE_NOT_CONFIGURED');
      const reset = () =>
        strict.call('POST', '/v1/auth/reset', undefined, { token: 'none', password: PASSWORD });
      check(await reset(), 400, 'RESET_TOKEN_INVALID');
      check(await reset(), 429, 'RATE_LIMITED');
    } finally {
      await strict.stop();
    }
  });
});

describe('what is not the caller’s fault', () => {
  test('INTERNAL_ERROR: what nobody expected says nothing of the inside', async () => {
    await database().query('alter table capabilities rename to lost');
    try {
      const answer = await call('GET', `/v1/participants/${participantId}/capabilities`);
      check(answer, 500, 'INTERNAL_ERROR');
      assert.ok(!/capabilities|relation|lost/.test(JSON.stringify(answer.body)));
    } finally {
      await database().query('alter table lost rename to capabilities');
    }
    assert.equal((await call('GET', `/v1/participants/${participantId}/capabilities`)).status, 200);
  });
  test('UNAVAILABLE: while the database is away, every route; afterwards all goes on', async () => {
    const line = await Line.to(new URL(await newDatabase()));
    const cut = await startPappel({ DATABASE_URL: line.url });
    try {
      const { key } = await signUp(cut);
      await line.cut();
      for (const path of ['/v1/account', '/v1/messages', '/v1/messages?format=csv'])
        check(await cut.call('GET', path, key), 503, 'UNAVAILABLE');
      await until(
        () => cut.call('GET', '/health/ready'),
        ({ status }) => status === 503,
      );
      assert.equal((await cut.call('GET', '/health/live')).status, 200);
      await line.mend();
      const answer = await until(
        () => cut.call('GET', '/v1/account', key),
        ({ status }) => status === 200,
      );
      assert.equal(answer.status, 200);
    } finally {
      await line.mend();
      await cut.stop();
      await line.cut();
    }
  });
});

test('Every code of the table was answered above or in the test named, unless its room is not built yet [ERR-6]', () => {
  const expected = Object.keys(ERROR_CODES).filter((code) => !(code in NOT_YET) && !(code in ELSEWHERE));
  assert.deepEqual([...seen].sort(), expected.sort());
  for (const [code, file] of Object.entries(ELSEWHERE))
    assert.ok(readFileSync(join(import.meta.dirname, file), 'utf8').includes(code), `${file}: ${code}`);
});
