import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Account, type Answer, type Pappel, signUp, startPappel } from './harness.ts';
import { ask, newOperator, OPERATOR_PASSWORD, type Operator, signInOperator } from './operator-world.ts';

let pappel: Pappel;
let account: Account;
let admin: Operator;
let shared: string;

const said = ({ status, body }: Answer) => [status, body?.error?.code].filter(Boolean).join(' ');
const get = (path: string, token?: string) => ask(pappel, 'GET', `/operator/v1/${path}`, token);
const post = (path: string, token?: string, body: unknown = {}) =>
  ask(pappel, 'POST', `/operator/v1/${path}`, token, body);
const audit = async (query = '') => (await get(`audit?${query}`, admin.token)).body.rows;

before(async () => {
  pappel = await startPappel();
  shared = pappel.service.base.operatorToken;
  account = await signUp(pappel);
});
after(() => pappel.stop());

describe('the first operator', () => {
  test('Of two who are made with the shared token at once, one is the first, an admin who is signed in [OPR-13]', async () => {
    assert.equal((await get('setup')).body.needsFirst, true);
    assert.equal((await get('me', shared)).status, 200);
    const tries = await Promise.all(
      ['a', 'b'].map((name) =>
        post('auth/first', shared, { name, email: `${name}@x.example`, password: OPERATOR_PASSWORD }),
      ),
    );
    assert.deepEqual(tries.map(said).sort(), ['201', '409 INVALID_STATE']);
    const made = tries.find(({ status }) => status === 201)?.body;
    assert.equal(made.operator.role, 'admin');
    assert.equal((await get('me', made.token)).body.operator.id, made.operator.id);
    assert.equal((await get('setup')).body.needsFirst, false);
    admin = { id: made.operator.id, email: made.operator.email, token: made.token };
  });
  test('From then on the shared token opens nothing [OPR-13]', async () => {
    for (const path of ['me', 'participants', 'audit', 'operators'])
      assert.equal(said(await get(path, shared)), '403 FORBIDDEN');
    assert.equal((await ask(pappel, 'GET', '/metrics', shared)).status, 403);
  });
  test("An operator's session is none of the customers', and the other way round [OPR-1]", async () => {
    assert.equal((await pappel.call('GET', '/v1/me', admin.token)).status, 401);
    for (const token of [account.session, account.key])
      assert.equal(said(await get('me', token)), '401 UNAUTHORIZED');
  });
});

describe('people', () => {
  test('One who was added replaces the password that was passed on before anything else [OPR-11]', async () => {
    const email = 'Bo@Operator.Example ';
    const made = await post('operators', admin.token, { name: 'Bo', email: email.trim(), role: 'agent' });
    assert.equal(made.status, 201);
    const token = await signInOperator(pappel, 'bo@operator.example', made.body.password);
    assert.equal(said(await get('participants', token)), '403 PASSWORD_CHANGE_REQUIRED');
    assert.equal((await get('me', token)).body.operator.mustChangePassword, true);
    const body = { password: OPERATOR_PASSWORD, currentPassword: made.body.password };
    assert.equal((await ask(pappel, 'PATCH', '/operator/v1/me', token, body)).status, 200);
    assert.equal((await get('participants', token)).status, 200);
    const again = await post('operators', admin.token, {
      name: 'B',
      email: made.body.operator.email,
      role: 'viewer',
    });
    assert.equal(said(again), '409 EMAIL_TAKEN');
  });
  test('A wrong password, an unknown address and somebody who left answer alike, and the fifth locks [OPR-11]', async () => {
    const gone = await newOperator(pappel, admin, 'viewer');
    await ask(pappel, 'PATCH', `/operator/v1/operators/${gone.id}`, admin.token, { status: 'inactive' });
    const messages = new Set<string>();
    for (const [email, password] of [
      [admin.email, 'a wrong passphrase'],
      ['nobody@operator.example', OPERATOR_PASSWORD],
      [gone.email, OPERATOR_PASSWORD],
    ]) {
      const answer = await post('auth/login', undefined, { email, password });
      assert.equal(said(answer), '401 UNAUTHORIZED');
      messages.add(answer.body.error.message);
    }
    assert.equal(messages.size, 1);
    for (let i = 0; i < 5; i++)
      await post('auth/login', undefined, { email: 'locked@operator.example', password: 'x' });
    const locked = await post('auth/login', undefined, { email: 'locked@operator.example', password: 'x' });
    assert.equal(said(locked), '429 LOGIN_LOCKED');
  });
  test('Another role, and leaving, count from the next request on; a token has never more than its maker [OPR-11, OPR-12]', async () => {
    const agent = await newOperator(pappel, admin, 'agent');
    const { body } = await post('tokens', agent.token, { name: 'cron', role: 'agent' });
    assert.match(body.value, /^pop_test_/);
    const retry = (token: string) => post('messages/0198a000-0000-7000-8000-000000000000/retry', token);
    assert.equal(said(await retry(body.value)), '404 NOT_FOUND');
    const change = (what: object) =>
      ask(pappel, 'PATCH', `/operator/v1/operators/${agent.id}`, admin.token, what);
    await change({ role: 'viewer' });
    for (const token of [agent.token, body.value]) assert.equal(said(await retry(token)), '403 FORBIDDEN');
    await change({ status: 'inactive' });
    for (const token of [agent.token, body.value])
      assert.equal(said(await get('me', token)), '401 UNAUTHORIZED');
  });
  test('Somebody who is admin stays [OPR-11]', async () => {
    for (const what of [{ role: 'agent' }, { status: 'inactive' }]) {
      const answer = await ask(pappel, 'PATCH', `/operator/v1/operators/${admin.id}`, admin.token, what);
      assert.equal(said(answer), '409 INVALID_STATE');
    }
    assert.equal((await get('me', admin.token)).body.operator.role, 'admin');
  });
  test('A new password from an admin ends every session of who forgot it [OPR-11]', async () => {
    const viewer = await newOperator(pappel, admin, 'viewer');
    const reset = await post(`operators/${viewer.id}/reset-password`, admin.token);
    assert.equal(said(await get('me', viewer.token)), '401 UNAUTHORIZED');
    const token = await signInOperator(pappel, viewer.email, reset.body.password);
    assert.equal(said(await get('participants', token)), '403 PASSWORD_CHANGE_REQUIRED');
  });
  test('Sessions are seen and ended one by one, and signing out ends the present one', async () => {
    const viewer = await newOperator(pappel, admin, 'viewer');
    const other = await signInOperator(pappel, viewer.email);
    const { sessions } = (await get('me/sessions', viewer.token)).body;
    assert.deepEqual(
      sessions.map(({ current }: { current: boolean }) => current),
      [false, true],
    );
    const end = (id: string, token: string) => ask(pappel, 'DELETE', `/operator/v1/me/sessions/${id}`, token);
    assert.equal(said(await end(sessions[0].id, admin.token)), '404 NOT_FOUND');
    assert.equal(said(await end(sessions[0].id, viewer.token)), '204');
    assert.equal(said(await get('me', other)), '401 UNAUTHORIZED');
    assert.equal(said(await post('auth/logout', viewer.token, undefined)), '204');
    assert.equal(said(await get('me', viewer.token)), '401 UNAUTHORIZED');
  });
});

describe('tokens', () => {
  test('A token has an end, at most the role of who makes it, and makes no other; revoked, it opens nothing [OPR-12]', async () => {
    const agent = await newOperator(pappel, admin, 'agent');
    assert.equal(said(await post('tokens', agent.token, { name: 't', role: 'admin' })), '403 FORBIDDEN');
    for (const expiresInDays of [0, 367])
      assert.equal(
        said(await post('tokens', agent.token, { name: 't', role: 'viewer', expiresInDays })),
        '400 VALIDATION_FAILED',
      );
    const { body } = await post('tokens', agent.token, { name: 'Prometheus', role: 'viewer' });
    const days = (Date.parse(body.token.expiresAt) - Date.now()) / 86_400_000;
    assert.ok(days > 89 && days < 91);
    assert.equal((await ask(pappel, 'GET', '/metrics', body.value)).status, 200);
    assert.equal(
      said(await post('tokens', body.value, { name: 't', role: 'viewer' })),
      '403 SESSION_REQUIRED',
    );
    assert.equal((await get('me', body.value)).body.token.name, 'Prometheus');
    const others = await newOperator(pappel, admin, 'agent');
    const revoke = (token: string) => ask(pappel, 'DELETE', `/operator/v1/tokens/${body.token.id}`, token);
    assert.equal(said(await revoke(others.token)), '404 NOT_FOUND');
    assert.equal(said(await revoke(admin.token)), '204');
    assert.equal(said(await get('me', body.value)), '401 UNAUTHORIZED');
    assert.equal(said(await revoke(agent.token)), '404 NOT_FOUND');
  });
  test('No secret is kept, and none is in the audit [OPR-12]', async () => {
    const { body } = await post('tokens', admin.token, { name: 'kept', role: 'viewer' });
    const { rows } = await pappel.service.base.database.pool.query(
      `select row_to_json(t)::text as line from operator_tokens t
       union all select row_to_json(a)::text from operator_audit a
       union all select row_to_json(s)::text from operator_sessions s`,
    );
    const all = JSON.stringify(rows);
    for (const secret of [body.value, admin.token, OPERATOR_PASSWORD]) assert.ok(!all.includes(secret));
  });
});

describe('the audit of the operator', () => {
  test('What concerns a customer stands there and in the customer’s own, by name and address [OPR-8]', async () => {
    const agent = await newOperator(pappel, admin, 'agent', 'Agneta');
    await post(`accounts/${account.accountId}/suspend`, agent.token, { reason: 'unpaid' });
    await post(`accounts/${account.accountId}/resume`, agent.token);
    const [resumed, suspended] = await audit(`accountId=${account.accountId}`);
    assert.deepEqual([resumed.eventType, suspended.eventType], ['account.resumed', 'account.suspended']);
    assert.equal(suspended.actorName, 'Agneta');
    assert.equal(suspended.actorId, agent.id);
    assert.equal(suspended.metadata.reason, 'unpaid');
    assert.match(suspended.address, /127\.0\.0\.1/);
    const { body } = await pappel.call('GET', '/v1/audit?eventType=account.suspended', account.session);
    assert.equal(body.rows[0].actorName, 'Agneta');
    assert.equal(body.rows[0].actorKind, 'OPERATOR');
  });
  test('A token’s moves name the token; what is done at a desk names who sits there [OPR-5, OPR-8]', async () => {
    const made = await post('tokens', admin.token, { name: 'night shift', role: 'agent' });
    const desk = await post('desk-sessions', made.body.value, {
      accountId: account.accountId,
      reason: 'ticket 7',
    });
    const { body } = await pappel.call('POST', '/v1/desk-sessions/exchange', undefined, {
      token: desk.body.token,
    });
    await pappel.call('POST', '/v1/companies', body.token, { name: 'Made at the desk' });
    const [company, opened, issued] = await audit(`operatorId=${admin.id}`);
    assert.deepEqual(
      [company, opened, issued].map(({ eventType }) => eventType),
      ['company.created', 'desk_session.opened', 'desk_session.issued'],
    );
    assert.equal(issued.tokenName, 'night shift');
    assert.equal(issued.metadata.reason, 'ticket 7');
  });
  test('It is found by who, what, words and time, a page at a time', async () => {
    const all = await audit('limit=100');
    assert.ok(all.length > 10);
    const first = (await get('audit?limit=3', admin.token)).body;
    const next = (await get(`audit?limit=3&cursor=${first.nextCursor}`, admin.token)).body;
    assert.deepEqual(
      [...first.rows, ...next.rows].map(({ id }) => id),
      all.slice(0, 6).map(({ id }: { id: string }) => id),
    );
    assert.ok((await audit('eventType=operator.created')).length >= 4);
    assert.equal((await audit('q=UNPAID')).length, 1);
    assert.equal((await audit('from=2100-01-01')).length, 0);
    assert.equal(said(await get('audit?operatorId=nobody', admin.token)), '400 VALIDATION_FAILED');
  });
});
