import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { overAll } from '../src/platform/db/roots.ts';
import { type Account, PASSWORD, type Pappel, request, signUp, startPappel } from './harness.ts';
import { type Failure, newCompany, newKey, newPerson, outcomes, type Person, signIn } from './people.ts';

let pappel: Pappel;
let outcome: Failure;
let account: Account;
let companyB: string;
let adminA: Person;

interface Row {
  actorKind: string;
  actorName: string;
  actorId?: string;
  eventType: string;
  targetId?: string;
  targetType?: string;
  targetName?: string;
  targetSub?: string;
  address?: string;
  metadata: Record<string, unknown>;
  createdAt: string;
}

const rowsOf = async (by: string, query = ''): Promise<Row[]> =>
  (await pappel.call('GET', `/v1/audit${query}`, by)).body.rows;
const handoff = (body: object) =>
  request('POST', `${pappel.operator}/operator/v1/desk-sessions`, pappel.service.base.operatorToken, body);
const exchange = (token: string) => pappel.call('POST', '/v1/desk-sessions/exchange', undefined, { token });

before(async () => {
  pappel = await startPappel();
  outcome = outcomes(pappel);
  account = await signUp(pappel);
  companyB = await newCompany(pappel, account, 'B');
  adminA = await newPerson(pappel, account.session, 'company_admin', [account.companyId]);
});
after(() => pappel.stop());

describe('GET /v1/audit', () => {
  test('It says who, what, when and from where: sign-ins, failures, users, keys [AUD-1, AUD-2]', async () => {
    const mine = await signUp(pappel, 'Audited AB');
    const person = await newPerson(pappel, mine.session, 'member');
    await signIn(pappel, person.email, 'wrong');
    const key = await pappel.call('POST', '/v1/api-keys', mine.session, { name: 'till' });
    await pappel.call('DELETE', `/v1/api-keys/${key.body.id}`, mine.key);
    await pappel.call('PATCH', `/v1/users/${person.id}`, mine.session, {
      role: 'company_admin',
      companyIds: [mine.companyId],
    });
    await pappel.call('PATCH', `/v1/users/${person.id}`, person.session, {
      password: 'another long passphrase',
      currentPassword: PASSWORD,
    });
    await pappel.call('POST', '/v1/auth/logout', person.session);
    await pappel.call('DELETE', `/v1/users/${person.id}`, mine.session);
    await pappel.call('POST', `/v1/users/${person.id}/enable`, mine.session);
    await pappel.operate(`accounts/${mine.accountId}/suspend`);
    await pappel.operate(`accounts/${mine.accountId}/resume`);
    const made = await pappel.call('POST', '/v1/companies', mine.key, { name: 'Daughter' });
    const change = { name: 'Son', identifier: made.body.identifier };
    await pappel.call('PATCH', `/v1/companies/${made.body.id}`, mine.session, change);
    const rows = await rowsOf(mine.session);
    assert.deepEqual(
      rows.map((row) => row.eventType),
      [
        'company.updated',
        'company.created',
        'account.resumed',
        'account.suspended',
        'user.enabled',
        'user.deactivated',
        'session.ended',
        'user.password_changed',
        'user.updated',
        'api_key.revoked',
        'api_key.created',
        'session.failed',
        'session.created',
        'user.created',
        'api_key.created',
        'account.created',
      ],
    );
    const row = (type: string) => rows.find((one) => one.eventType === type);
    const updated = row('user.updated');
    assert.deepEqual(
      [updated?.actorKind, updated?.actorName, updated?.targetId, updated?.targetName, updated?.address],
      ['USER', 'Owner', person.id, 'A member', '127.0.0.1'],
    );
    assert.deepEqual(updated?.metadata['role'], { from: 'member', to: 'company_admin' });
    assert.deepEqual(
      [row('api_key.revoked')?.actorKind, row('api_key.revoked')?.targetSub],
      ['API_KEY', key.body.prefix],
    );
    assert.deepEqual(
      [row('session.failed')?.actorKind, row('session.failed')?.targetId],
      ['NOBODY', person.id],
    );
    const suspended = row('account.suspended');
    assert.deepEqual([suspended?.actorKind, suspended?.address], ['OPERATOR', '127.0.0.1']);
    assert.deepEqual(row('company.updated')?.metadata, { name: { from: 'Daughter', to: 'Son' } });
    assert.deepEqual(
      [row('company.created')?.actorKind, row('company.created')?.targetId],
      ['API_KEY', made.body.id],
    );
    assert.ok(rows.every((one) => !Number.isNaN(Date.parse(one.createdAt))));
    const text = JSON.stringify(rows);
    for (const secret of [PASSWORD, mine.session, key.body.key, person.session, person.email])
      assert.ok(!text.includes(secret));
  });
  test('An owner reads all of it; a company admin what lies in its companies and what it did itself [AUD-5]', async () => {
    const inA = await newPerson(pappel, account.session, 'member', [account.companyId]);
    const inB = await newPerson(pappel, account.session, 'member', [companyB]);
    const ofAdmin = await rowsOf(adminA.session, '?limit=100');
    const about = (rows: Row[], id: string) => rows.some((row) => row.targetId === id);
    assert.ok(about(ofAdmin, inA.id) && !about(ofAdmin, inB.id));
    assert.ok(!ofAdmin.some((row) => row.eventType === 'account.created'));
    assert.ok(ofAdmin.some((row) => row.actorId === adminA.id));
    assert.ok(about(await rowsOf(account.session, '?limit=100'), inB.id));
    assert.equal(await outcome('GET', '/v1/audit', inA.session), '403 FORBIDDEN');
    const reader = await newKey(pappel, account.session, { permissions: ['read'] });
    assert.equal(await outcome('GET', '/v1/audit', reader), '403 PERMISSION_DENIED');
    const other = await signUp(pappel, 'Other');
    assert.ok(!about(await rowsOf(other.session), inA.id));
  });
  test('It has the conventions of every list: eventType, companyId, q, from, to, cursor, before, limit [AUD-3]', async () => {
    const only = await rowsOf(account.session, '?eventType=user.created&limit=100');
    assert.ok(only.length >= 3 && only.every((row) => row.eventType === 'user.created'));
    const ofB = await rowsOf(account.session, `?companyId=${companyB}`);
    assert.ok(ofB.length > 0 && ofB.length < only.length + 20);
    assert.equal(await outcome('GET', `/v1/audit?companyId=${companyB}`, adminA.session), '404 NOT_FOUND');
    assert.ok((await rowsOf(account.session, '?q=COMPANY_admin')).length > 0);
    assert.deepEqual(await rowsOf(account.session, '?q=no%25thing'), []);
    assert.deepEqual(await rowsOf(account.session, '?to=2020-01-01'), []);
    assert.equal(await outcome('GET', '/v1/audit?from=yesterday', account.session), '400 VALIDATION_FAILED');
    const first = await pappel.call('GET', '/v1/audit?limit=2', account.session);
    const second = await pappel.call(
      'GET',
      `/v1/audit?limit=2&cursor=${first.body.nextCursor}`,
      account.session,
    );
    const back = await pappel.call(
      'GET',
      `/v1/audit?limit=2&before=${second.body.prevCursor}`,
      account.session,
    );
    assert.deepEqual(back.body.rows, first.body.rows);
    assert.notDeepEqual(second.body.rows, first.body.rows);
  });
  test("The operator's moves stand there, with reason and address, and what the desk does to a company [AUD-4, OPR-8]", async () => {
    const mine = await signUp(pappel, 'Moved AB');
    const { body } = await pappel.call('POST', '/v1/participants', mine.key, {
      companyId: mine.companyId,
      scheme: '0088',
      value: '7300010000001',
      countryCode: 'SE',
      name: 'x',
    });
    await pappel.operate(`participants/${body.id}/approve`, { reason: 'the papers fit' });
    await pappel.operate(`participants/${body.id}/suspend`, { reason: 'a letter came back' });
    await pappel.operate(`participants/${body.id}/resume`, { reason: 'it came in the end' });
    const given = await handoff({ accountId: mine.accountId, reason: 'asked by phone', operatorName: 'Bo' });
    const desk = await exchange(given.body.token);
    await pappel.call('PATCH', `/v1/companies/${mine.companyId}`, desk.body.token, { name: 'Moved Ltd' });
    const seen = (await rowsOf(mine.session)).filter((row) => row.actorKind === 'OPERATOR');
    assert.deepEqual(
      seen.map((row) => [row.eventType, row.actorName, row.address, row.metadata['reason']]),
      [
        ['company.updated', 'Bo (operator)', '127.0.0.1', undefined],
        ['desk_session.opened', 'Bo (operator)', '127.0.0.1', 'asked by phone'],
        ['desk_session.issued', 'Bo', '127.0.0.1', 'asked by phone'],
        ['participant.resumed', 'Operator', '127.0.0.1', 'it came in the end'],
        ['participant.suspended', 'Operator', '127.0.0.1', 'a letter came back'],
        ['participant.approved', 'Operator', '127.0.0.1', 'the papers fit'],
      ],
    );
  });
  test('A failed sign-in with an address that nobody has is kept, without the address, for the operator only', async () => {
    await signIn(pappel, 'nobody-at-all@example.org', 'wrong');
    const rows = await overAll(pappel.service.base.db, 'job')
      .selectFrom('unclaimed_audit')
      .selectAll()
      .execute();
    assert.ok(rows.length > 0);
    assert.ok(!JSON.stringify(rows).includes('nobody-at-all'));
  });
});

describe('desk session', () => {
  test('A handoff for one account, with a reason, is exchanged once for a session of an hour [AUT-9, OPR-5]', async () => {
    const given = await handoff({
      accountId: account.accountId,
      reason: 'ticket 4711',
      operatorName: 'Anna',
    });
    assert.equal(given.status, 201);
    assert.match(given.body.token, /^pht_/);
    const lifetime = new Date(given.body.expiresAt).getTime() - Date.now();
    assert.ok(lifetime > 55_000 && lifetime <= 60_000);
    const { status, body } = await exchange(given.body.token);
    assert.equal(status, 200);
    assert.deepEqual(body.actor, { name: 'Anna', reason: 'ticket 4711' });
    assert.deepEqual([body.user.email, body.user.role], [account.email, 'owner']);
    const minutes = (new Date(body.expiresAt).getTime() - Date.now()) / 60_000;
    assert.ok(minutes > 59 && minutes <= 60);
    const me = await pappel.call('GET', '/v1/me', body.token);
    assert.deepEqual([me.body.session.authMethod, me.body.session.actor], ['desk', body.actor]);
    assert.equal((await exchange(given.body.token)).body.error.code, 'UNAUTHORIZED');
  });
  test('Two exchanges at once: one session [AUT-9]', async () => {
    const { body } = await handoff({ accountId: account.accountId, reason: 'x' });
    const results = await Promise.all(Array.from({ length: 6 }, () => exchange(body.token)));
    assert.deepEqual(results.map((one) => one.status).sort(), [200, 401, 401, 401, 401, 401]);
  });
  test('An expired token, a mistyped one and one of another purpose are 401 UNAUTHORIZED [AUT-9]', async () => {
    const { body } = await handoff({ accountId: account.accountId, reason: 'x' });
    await overAll(pappel.service.base.db, 'job')
      .updateTable('one_time_tokens')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('purpose', '=', 'desk-handoff')
      .execute();
    for (const token of [body.token, `${body.token}x`, account.session, ''])
      assert.equal((await exchange(token)).body.error.code, 'UNAUTHORIZED');
  });
  test("The account's audit shows it: the handoff, the session, and whatever the operator does in it [AUT-10, OPR-5]", async () => {
    const mine = await signUp(pappel, 'Helped AB');
    const given = await handoff({ accountId: mine.accountId, reason: 'cannot find B', operatorName: 'Bo' });
    const { body } = await exchange(given.body.token);
    const member = await newPerson(pappel, mine.session, 'member');
    await pappel.call('PATCH', `/v1/users/${member.id}`, body.token, { companyIds: [mine.companyId] });
    const rows = await rowsOf(mine.session);
    const seen = rows.filter((row) => row.actorKind === 'OPERATOR');
    assert.deepEqual(
      seen.map((row) => [row.eventType, row.actorName, row.metadata['reason']]),
      [
        ['user.updated', 'Bo (operator)', undefined],
        ['desk_session.opened', 'Bo (operator)', 'cannot find B'],
        ['desk_session.issued', 'Bo', 'cannot find B'],
      ],
    );
    const { body: sessions } = await pappel.call('GET', '/v1/sessions', mine.session);
    const desk = sessions.sessions.find((one: { authMethod: string }) => one.authMethod === 'desk');
    assert.deepEqual(desk.actor, { name: 'Bo', reason: 'cannot find B' });
    assert.equal(await outcome('DELETE', `/v1/sessions/${desk.id}`, mine.session), '204');
    assert.equal(await outcome('GET', '/v1/me', body.token), '401 UNAUTHORIZED');
  });
  test('It leaves no credential behind: no key, no user, no password [AUT-10]', async () => {
    const given = await handoff({ accountId: account.accountId, reason: 'x' });
    const { body } = await exchange(given.body.token);
    const member = await newPerson(pappel, account.session, 'member');
    const newUser = { name: 'x', email: 'x@example.org', role: 'owner' };
    assert.equal(await outcome('POST', '/v1/api-keys', body.token, { name: 'x' }), '403 FORBIDDEN');
    assert.equal(await outcome('POST', '/v1/users', body.token, newUser), '403 FORBIDDEN');
    for (const change of [{ password: PASSWORD }, { resetPassword: true }, { resendInvite: true }])
      assert.equal(await outcome('PATCH', `/v1/users/${member.id}`, body.token, change), '403 FORBIDDEN');
    const own = { password: 'another long passphrase', currentPassword: PASSWORD };
    assert.equal(await outcome('PATCH', `/v1/users/${body.user.id}`, body.token, own), '403 FORBIDDEN');
  });
  test('A reason is required; a user may be named; unknown accounts and users are 404 [OPR-5]', async () => {
    const { accountId } = account;
    assert.equal((await handoff({ accountId })).body.error.code, 'VALIDATION_FAILED');
    assert.equal((await handoff({ accountId, reason: '' })).body.error.code, 'VALIDATION_FAILED');
    const named = await handoff({ accountId, reason: 'x', userId: adminA.id });
    const { body } = await exchange(named.body.token);
    assert.deepEqual([body.user.id, body.user.companyIds], [adminA.id, [account.companyId]]);
    assert.equal(await outcome('GET', `/v1/companies/${companyB}`, body.token), '404 NOT_FOUND');
    const other = await signUp(pappel, 'Elsewhere');
    for (const wrong of [
      { accountId: randomUUID() },
      { accountId: 'nonsense' },
      { accountId: other.accountId, userId: adminA.id },
      { accountId, userId: 'nonsense' },
    ])
      assert.equal((await handoff({ reason: 'x', ...wrong })).body.error.code, 'NOT_FOUND');
  });
  test("A customer's credential opens no handoff [OPR-1]", async () => {
    const answer = await request('POST', `${pappel.operator}/operator/v1/desk-sessions`, account.session, {
      accountId: account.accountId,
      reason: 'x',
    });
    assert.equal(answer.status, 401);
  });
});
