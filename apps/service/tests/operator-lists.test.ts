import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkAgain } from '../src/network/check-participant.ts';
import type { Registration } from '../src/network/network-view.ts';
import { countFailure, countSuccess } from '../src/outbound/circuit-breaker.ts';
import { transaction } from '../src/platform/db/database.ts';
import { enqueue } from '../src/platform/jobs/enqueue.ts';
import { asId } from './as-id.ts';
import {
  type Account,
  type Answer,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  settled,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';
import { ask, firstOperator, newOperator, type Operator } from './operator-world.ts';

let pappel: Pappel;
let timber: Account;
let furniture: Account;
let admin: Operator;
let agent: Operator;
let lost: string[];

const invoice = fixture('invoice.xml');
const said = ({ status, body }: Answer) => [status, body?.error?.code].filter(Boolean).join(' ');
const get = (path: string) => ask(pappel, 'GET', `/operator/v1/${path}`, agent.token);
const post = (path: string, body: unknown = {}) =>
  ask(pappel, 'POST', `/operator/v1/${path}`, agent.token, body);
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

before(async () => {
  pappel = await startPappel();
  [timber, furniture] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
  await activeParticipant(pappel, timber, TIMBER);
  await activeParticipant(pappel, furniture, FURNITURE);
  admin = await firstOperator(pappel);
  agent = await newOperator(pappel, admin, 'agent', 'Agneta');
  lost = [];
  for (const receiver of ['0088:7300010000001', '0088:7300010000018', '0192:987654325'])
    lost.push((await send(receiver)).id);
  await send(FURNITURE);
});
after(() => pappel.stop());

async function send(receiver: string) {
  const { body } = await pappel.call('POST', '/v1/messages', timber.key, {
    sender: TIMBER,
    receiver,
    type: 'invoice',
    payload: invoice,
  });
  return settled(pappel, timber, body.id);
}

async function pendingParticipant(value: string, name: string): Promise<string> {
  const made = await pappel.call('POST', '/v1/participants', timber.key, {
    companyId: timber.companyId,
    scheme: '0007',
    value,
    name,
  });
  assert.equal(made.status, 201);
  return made.body.id;
}

describe('addresses', () => {
  test('What waits for approval is listed with its account and company and with what was looked at [OPR-18]', async () => {
    const id = await pendingParticipant('5560360793', 'Österlunda Energi');
    const { body: seen } = await until(
      () => get(`participants/${id}`),
      ({ body }) => body.checks !== undefined,
    );
    assert.equal(seen.accountName, 'Nordic Timber AB');
    assert.equal(seen.companyName, 'Nordic Timber AB');
    const outcomes = seen.checks.map(({ name, outcome }: { name: string; outcome: string }) => [
      name,
      outcome,
    ]);
    assert.deepEqual(outcomes.slice(0, 2), [
      ['numberValid', 'good'],
      ['heldElsewhere', 'good'],
    ]);
    assert.equal(outcomes[2][0], 'directoryName');
    const { body } = await get('participants?status=PENDING_APPROVAL&counts=true');
    assert.deepEqual(idsOf(body.participants), [id]);
    assert.deepEqual(body.counts.byStatus, { ACTIVE: 2, PENDING_APPROVAL: 1 });
  });
  test('One that another provider holds says so, and looking again finds what is so by then [OPR-18]', async () => {
    const [row] = (await get('participants?status=PENDING_APPROVAL')).body.participants;
    const { db } = pappel.service.base;
    const smpUrl = 'https://smp.other.example/x';
    const seen = (registration: Registration) =>
      checkAgain(
        { db, directory: undefined, networkView: { registration: async () => registration } },
        row.id,
      );
    const [, held] = await seen({ kind: 'registered', smpUrl, documentTypes: [] });
    assert.equal(held?.outcome, 'bad');
    assert.match(held?.detail ?? '', /held at another provider: smp\.other\.example/);
    const kept = (await get(`participants/${row.id}`)).body.checks;
    assert.equal(kept[1].outcome, 'bad');
    const [, unknown] = await seen({ kind: 'trouble', code: 'DNS_UNAVAILABLE', detail: 'no answer' });
    assert.equal(unknown?.outcome, 'unknown');
    const again = await post(`participants/${row.id}/check`);
    assert.equal(again.body.checks[1].outcome, 'good');
  });
  test('They are found by status, account, words and time, a page at a time', async () => {
    const all = (await get('participants')).body.participants;
    assert.equal(all.length, 3);
    const first = (await get('participants?limit=2')).body;
    const rest = (await get(`participants?limit=2&cursor=${first.nextCursor}`)).body;
    assert.deepEqual(idsOf([...first.participants, ...rest.participants]), idsOf(all));
    assert.equal((await get(`participants?accountId=${furniture.accountId}`)).body.participants.length, 1);
    assert.equal((await get('participants?q=osterlunda')).body.participants.length, 1);
    assert.equal((await get('participants?status=ACTIVE&status=READY')).body.participants.length, 2);
    assert.equal((await get('participants?from=2100-01-01')).body.participants.length, 0);
  });
});

describe('accounts', () => {
  test('They are found by name, number, person, address and status, with figures', async () => {
    const { accounts, counts } = (await get('accounts?counts=true')).body;
    assert.equal(counts.byStatus.ACTIVE, accounts.length);
    const one = async (q: string) => idsOf((await get(`accounts?q=${encodeURIComponent(q)}`)).body.accounts);
    for (const q of ['furnit', furniture.email.toUpperCase(), FURNITURE, furniture.accountId])
      assert.deepEqual(await one(q), [furniture.accountId], q);
    assert.deepEqual(await one('100%'), []);
    const { body } = await get(`accounts/${timber.accountId}`);
    assert.equal(body.companies.length, 1);
    assert.equal(body.people[0].role, 'owner');
    assert.equal(body.messages.byStatus.DISCOVERY_FAILED, 3);
    assert.ok(body.lastDocumentAt);
  });
  test('One that is opened by an operator has an owner who replaces the password that was passed on [OPR-19]', async () => {
    const owner = { name: 'Ingrid', email: 'ingrid@opened.example' };
    const opened = await post('accounts', { account: { legalName: 'Opened AS', countryCode: 'NO' }, owner });
    assert.equal(opened.status, 201);
    assert.equal(opened.body.account.companies[0].name, 'Opened AS');
    const login = await pappel.call('POST', '/v1/auth/login', undefined, {
      email: owner.email,
      password: opened.body.password,
    });
    assert.equal(login.status, 200);
    assert.equal(
      said(await pappel.call('GET', '/v1/account', login.body.token)),
      '403 PASSWORD_CHANGE_REQUIRED',
    );
    const again = await post('accounts', { account: { legalName: 'B', countryCode: 'NO' }, owner });
    assert.equal(said(again), '409 EMAIL_TAKEN');
    const { rows } = (await ask(pappel, 'GET', '/operator/v1/audit?eventType=account.created', admin.token))
      .body;
    assert.equal(rows[0].targetName, 'Opened AS');
  });
});

describe('a lost owner', () => {
  const reset = (how: string) =>
    post(`accounts/${furniture.accountId}/owners/reset`, { how, reason: 'the owner left; ticket 12' });
  test('A link lets the owner choose a password, once, and stands in the audit of the account [OPR-21]', async () => {
    const { body } = await reset('link');
    assert.equal(body.email, furniture.email);
    const token = new URL(body.link).hash.replace('#token=', '');
    const password = 'another long passphrase';
    const use = () => pappel.call('POST', '/v1/auth/reset', undefined, { token, password });
    assert.equal((await use()).status, 204);
    assert.equal(said(await use()), '400 RESET_TOKEN_INVALID');
    const login = await pappel.call('POST', '/v1/auth/login', undefined, {
      email: furniture.email,
      password,
    });
    assert.equal(login.status, 200);
    const audit = await pappel.call('GET', '/v1/audit?eventType=user.password_reset', login.body.token);
    const row = audit.body.rows.find(({ actorKind }: { actorKind: string }) => actorKind === 'OPERATOR');
    assert.equal(row.actorName, 'Agneta');
    assert.equal(row.metadata.reason, 'the owner left; ticket 12');
    assert.ok(!JSON.stringify(audit.body).includes(token));
  });
  test('A password that is passed on ends every session and must be replaced; only owners are reset [OPR-21]', async () => {
    const { body } = await reset('password');
    assert.equal((await pappel.call('GET', '/v1/me', furniture.session)).status, 401);
    const login = await pappel.call('POST', '/v1/auth/login', undefined, {
      email: furniture.email,
      password: body.password,
    });
    assert.equal(
      said(await pappel.call('GET', '/v1/account', login.body.token)),
      '403 PASSWORD_CHANGE_REQUIRED',
    );
    const userId = furniture.accountId;
    const other = { how: 'link', reason: 'x', userId };
    assert.equal(said(await post(`accounts/${timber.accountId}/owners/reset`, other)), '404 NOT_FOUND');
  });
});

describe('documents', () => {
  test('Of all accounts, by status, reason, side, age and address, newest first and a page at a time [OPR-3]', async () => {
    const all = (await get('messages?counts=true')).body;
    assert.equal(all.messages.length, 5);
    assert.equal(all.counts.byStatus.DISCOVERY_FAILED, 3);
    assert.equal(all.counts.byReason.PARTICIPANT_NOT_FOUND, 3);
    const first = (await get('messages?limit=2')).body;
    const second = (await get(`messages?limit=2&cursor=${first.nextCursor}`)).body;
    assert.deepEqual(idsOf([...first.messages, ...second.messages]), idsOf(all.messages.slice(0, 4)));
    const back = (await get(`messages?limit=2&before=${second.prevCursor}`)).body;
    assert.deepEqual(idsOf(back.messages), idsOf(first.messages));
    const found = async (query: string) => idsOf((await get(`messages?${query}`)).body.messages);
    assert.deepEqual(await found('code=PARTICIPANT_NOT_FOUND&status=DISCOVERY_FAILED'), lost.toReversed());
    assert.equal((await found(`accountId=${furniture.accountId}`)).length, 1);
    assert.deepEqual(await found(`q=${lost[0]}`), [lost[0]]);
    assert.deepEqual(await found('q=0088:7300010000018'), [lost[1]]);
    assert.deepEqual(await found('older=1h'), []);
    const seat = pappel.service.base.provider.seat;
    assert.equal((await found(`accessPoint=${seat}`)).length, 1);
    assert.equal(said(await get('messages?older=soon')), '400 VALIDATION_FAILED');
  });
  test('Neither a list nor a document shows what the document says [OPR-6]', async () => {
    const texts = [await get('messages'), await get(`messages/${lost[0]}`), await get('messages/stuck')].map(
      ({ body }) => JSON.stringify(body),
    );
    const { documentNumber } = (await pappel.call('GET', `/v1/messages/${lost[0]}`, timber.key)).body;
    for (const text of texts) {
      assert.ok(!text.includes(`"${documentNumber}"`));
      for (const word of ['payload', 'validationErrors', 'documentNumber', '<Invoice'])
        assert.ok(!text.includes(word), word);
    }
    for (const path of ['payload', 'view', 'evidence'])
      assert.equal(said(await get(`messages/${lost[0]}/${path}`)), '404 NOT_FOUND');
  });
  test('What is stuck is grouped by access point and reason; one reason is retried as a whole [OPR-3]', async () => {
    const group = async () => {
      const { groups } = (await get('messages/stuck')).body;
      return groups.find(({ code }: { code: string }) => code === 'PARTICIPANT_NOT_FOUND');
    };
    const before = await group();
    assert.equal(before.count, 3);
    assert.equal(before.hours.length, 24);
    assert.equal(before.hours[23], 3);
    assert.equal(said(await post('messages/retry', {})), '400 VALIDATION_FAILED');
    const retried = await post('messages/retry', { code: 'PARTICIPANT_NOT_FOUND' });
    assert.deepEqual(retried.body, { retried: 3, left: 0 });
    for (const id of lost) {
      const { body } = await until(
        () => get(`messages/${id}`),
        ({ body: { status } }) => status === 'DISCOVERY_FAILED',
      );
      assert.equal(body.attemptList.length, 2);
    }
    const { body } = await pappel.call('GET', '/v1/audit?eventType=message.retried', timber.session);
    assert.equal(body.rows.length, 3);
    assert.equal(body.rows[0].actorName, 'Agneta');
  });
  test('One that waits for its next try is tried at once, by the job that it has [OPR-3]', async () => {
    const id = asId<'Message'>(lost[0] ?? '');
    const { db, database } = pappel.service.base;
    const runAt = new Date(Date.now() + 3_600_000);
    await database.pool.query(
      `update messages set status = 'SEND_RETRY', next_attempt_at = $1, last_error_code = 'TIMEOUT' where id = $2`,
      [runAt, id],
    );
    await transaction(db, (tx) => enqueue(tx, 'outbound.send', { messageId: id }, { runAt }));
    const { body } = await get('messages/stuck');
    assert.ok(body.groups.some(({ retrying }: { retrying: number }) => retrying === 1));
    assert.equal(
      (await get('jobs')).body.tasks.find((one: { task: string }) => one.task === 'outbound.send').waiting,
      1,
    );
    assert.equal((await post(`messages/${id}/retry`)).status, 200);
    const done = await until(
      () => get(`messages/${id}`),
      (answer) => answer.body.status === 'DISCOVERY_FAILED',
    );
    assert.equal(done.body.attemptList.length, 3);
    assert.equal(said(await post(`messages/${(await send(FURNITURE)).id}/retry`)), '409 INVALID_STATE');
  });
  test('An access point is left alone while its circuit is open, and tried again once it is closed [OPR-20]', async () => {
    const endpointUrl = (await get('messages?status=AS4_ACCEPTED')).body.messages[0].endpointUrl;
    assert.equal(
      (await post('circuits/open', { endpointUrl, minutes: 60, reason: 'they asked' })).status,
      204,
    );
    const [circuit] = (await get('circuits')).body.circuits;
    assert.deepEqual([circuit.state, circuit.reason], ['OPEN', 'they asked']);
    assert.ok(Date.parse(circuit.openUntil) > Date.now() + 3_500_000);
    // What was under way when it was held back, and failed or arrived.
    const { db } = pappel.service.base;
    await countFailure(db, endpointUrl);
    await countSuccess(db, endpointUrl, { hasFailed: true, openUntil: undefined });
    assert.deepEqual((await get('circuits')).body.circuits, [{ ...circuit, failures: circuit.failures + 1 }]);
    const { body } = await pappel.call('POST', '/v1/messages', timber.key, {
      sender: TIMBER,
      receiver: FURNITURE,
      type: 'invoice',
      payload: invoice,
    });
    const waiting = await until(
      () => get(`messages/${body.id}`),
      (answer) => answer.body.status === 'SEND_RETRY',
    );
    assert.equal(waiting.body.status, 'SEND_RETRY');
    assert.equal((await post('circuits/close', { endpointUrl })).status, 204);
    assert.equal(said(await post('circuits/close', { endpointUrl })), '404 NOT_FOUND');
    await post(`messages/${body.id}/retry`);
    assert.equal((await settled(pappel, timber, body.id)).status, 'AS4_ACCEPTED');
    const opened = (await ask(pappel, 'GET', '/operator/v1/audit?eventType=circuit.opened', admin.token)).body
      .rows;
    assert.equal(opened[0].metadata.reason, 'they asked');
  });
});

describe('the service', () => {
  test('The overview counts what waits and what flows; certificates say how many days are left', async () => {
    const { body } = await get('overview');
    assert.equal(body.approvals.count, 1);
    assert.ok(body.approvals.oldestAt);
    assert.equal(body.stuck.count, 3);
    assert.ok(body.flow.sentLastHour >= 5 && body.flow.receivedLastHour >= 2);
    assert.equal(body.environment, 'TEST');
    const { certificates } = (await get('certificates')).body;
    assert.deepEqual(certificates.map(({ role }: { role: string }) => role).sort(), ['ap', 'smp', 'tls']);
    for (const { daysLeft, state } of certificates) assert.ok(daysLeft > 0 && state !== 'EXPIRED');
  });
  test('Who sits at a desk is seen, and can be sent away [OPR-5]', async () => {
    const reason = 'ticket 8812';
    const desk = await post('desk-sessions', { accountId: timber.accountId, reason });
    const { body } = await pappel.call('POST', '/v1/desk-sessions/exchange', undefined, {
      token: desk.body.token,
    });
    const [seen] = (await get('desk-sessions')).body.desks;
    assert.equal(seen.operatorName, 'Agneta');
    assert.equal(seen.operatorId, agent.id);
    assert.equal(seen.reason, reason);
    assert.equal(
      (await ask(pappel, 'DELETE', `/operator/v1/desk-sessions/${seen.id}`, agent.token)).status,
      204,
    );
    assert.equal((await pappel.call('GET', '/v1/me', body.token)).status, 401);
    assert.deepEqual((await get('desk-sessions')).body.desks, []);
  });
  test('A change of the log level stands in the audit [OPR-8]', async () => {
    const level = (await get('log-level')).body.level;
    await ask(pappel, 'PUT', '/operator/v1/log-level', admin.token, { level: 'silent' });
    const [row] = (await ask(pappel, 'GET', '/operator/v1/audit?eventType=log_level.set', admin.token)).body
      .rows;
    assert.deepEqual(row.metadata, { from: level, to: 'silent' });
  });
});
