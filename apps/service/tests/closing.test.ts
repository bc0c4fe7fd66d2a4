import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { transaction } from '../src/platform/db/database.ts';
import { enqueue } from '../src/platform/jobs/enqueue.ts';
import { addUpUsage } from '../src/usage/add-up.ts';
import { type Account, type Answer, FURNITURE, fixture, PASSWORD, signUp, TIMBER, until } from './harness.ts';
import { ask, firstOperator, newOperator, type Operator } from './operator-world.ts';
import { connect, type Login, newLogin, type SftpWorld, startSftpWorld } from './sftp-world.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

let world: SftpWorld;
let admin: Operator;
let agent: Operator;
let sftp: Login;

before(async () => {
  world = await startSftpWorld({ RETRY_SCHEDULE: '3600,3600,3600' });
  sftp = await newLogin(world.pappel, world.timber);
  admin = await firstOperator(world.pappel);
  agent = await newOperator(world.pappel, admin, 'agent');
});
after(() => world.pappel.stop());

const invoice = fixture('invoice.xml');
const said = ({ status, body }: Answer) => [status, body?.error?.code].filter(Boolean).join(' ');
const pool = () => world.pappel.service.base.database.pool;
const get = (path: string) => ask(world.pappel, 'GET', `/operator/v1/${path}`, admin.token);
const post = (path: string, body: unknown = {}, { token } = admin) =>
  ask(world.pappel, 'POST', `/operator/v1/${path}`, token, body);
const call: SftpWorld['pappel']['call'] = (...request) => world.pappel.call(...request);
const send = async (from: Account, sender: string, receiver: string): Promise<string> =>
  (await call('POST', '/v1/messages', from.key, { sender, receiver, type: 'invoice', payload: invoice })).body
    .id;
const statusOf = (account: Account, id: string, done: string) =>
  until(
    () => call('GET', `/v1/messages/${id}`, account.key),
    ({ body }) => body.status === done,
  ).then(({ body }) => body.status);
const login = ({ email }: Account, password = PASSWORD) =>
  call('POST', '/v1/auth/login', undefined, { email, password });

/** What its closing says, once it is at that step; jobs that wait for something come at once. */
const at = ({ accountId }: Account, step: string) =>
  until(
    async () => {
      await pool().query(`update graphile_worker._private_jobs set run_at = now() where task_id =
        (select id from graphile_worker._private_tasks where identifier = 'accounts.close')`);
      return (await get(`accounts/${accountId}/closing`)).body;
    },
    ({ closing }) => closing?.step === step,
  );

/** As if its days were over. */
async function letDaysPass({ accountId }: Account): Promise<void> {
  await pool().query('update account_closings set delete_after = now() where account_id = $1', [accountId]);
  await transaction(world.pappel.service.base.db, (tx) => enqueue(tx, 'accounts.close-due', {}));
}

/** How many rows of the account are left in each table that has its id. */
async function rowsOf({ accountId }: Account): Promise<Record<string, number>> {
  const { rows: tables } = await pool().query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where column_name = 'account_id' and table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await pool().query(`select count(*)::int as count from ${name} where account_id = $1`, [
      accountId,
    ]);
    if (rows[0].count > 0) counts[name] = rows[0].count;
  }
  return counts;
}

describe('an account is closed', () => {
  let timber: Account;
  let receiver: Receiver;
  let waiting: string;
  let endpointUrl: string;

  before(async () => {
    timber = world.timber;
    receiver = await startReceiver();
    await call('POST', '/v1/webhooks', timber.key, { url: receiver.url });
    const arrived = await send(world.furniture, FURNITURE, TIMBER);
    assert.equal(await statusOf(world.furniture, arrived, 'AS4_ACCEPTED'), 'AS4_ACCEPTED');
    const [sent] = (await get('messages?status=AS4_ACCEPTED')).body.messages;
    endpointUrl = sent.endpointUrl;
    await post('circuits/open', { endpointUrl, minutes: 60, reason: 'so that something waits' });
    waiting = await send(timber, TIMBER, FURNITURE);
    assert.equal(await statusOf(timber, waiting, 'SEND_RETRY'), 'SEND_RETRY');
  });
  after(() => receiver.close());

  test('Only an admin closes it; what that would wait for is seen before [OPR-23]', async () => {
    const path = `accounts/${timber.accountId}`;
    assert.equal(said(await post(`${path}/close`, { reason: 'x' }, agent)), '403 FORBIDDEN');
    const { body } = await get(`${path}/closing`);
    assert.deepEqual(body.waiting, { uploads: 0, addresses: 1, documents: 1, uncollected: 1 });
    assert.equal(body.closing, undefined);
    const closed = await post(`${path}/close`, { reason: 'They left', keepDays: 7 });
    assert.deepEqual([closed.status, closed.body.status], [200, 'CLOSING']);
    assert.equal(said(await post(`${path}/close`, { reason: 'x' })), '409 INVALID_STATE');
    assert.equal(said(await post(`${path}/resume`)), '409 INVALID_STATE');
  });

  test('Its people and programs are told that it is closed, and nobody else is [OPR-24]', async () => {
    const doors = [
      await call('GET', '/v1/me', timber.key),
      await call('GET', '/v1/me', timber.session),
      await login(timber),
    ];
    for (const door of doors) {
      assert.equal(said(door), '401 UNAUTHORIZED');
      assert.match(door.body.error.message, /This account is closed\. Ask the operator/);
    }
    assert.doesNotMatch((await login(timber, 'a wrong passphrase')).body.error.message, /closed/);
    await assert.rejects(connect(world, sftp), /authentication/i);
    const desk = await post('desk-sessions', { accountId: timber.accountId, reason: 'x' });
    assert.equal(said(desk), '404 NOT_FOUND');
  });

  test('Its addresses are withdrawn; a document on its way is waited for, and delivered [OPR-23]', async () => {
    const { waiting: left } = await at(timber, 'DOCUMENTS');
    assert.deepEqual(left, { uploads: 0, addresses: 0, documents: 1, uncollected: 1 });
    const { rows: moves } = await pool().query(
      `select actor_name as by, metadata->>'to' as to from participant_audit
       where account_id = $1 and event_type = 'participant.status_changed' order by created_at desc, id desc limit 2`,
      [timber.accountId],
    );
    assert.deepEqual(moves, [
      { by: 'Pappel', to: 'DEACTIVATED' },
      { by: 'Maja Ek', to: 'DEACTIVATING' },
    ]);
    await post('circuits/close', { endpointUrl });
    await post(`messages/${waiting}/retry`);
    const { status, closing } = await at(timber, 'KEPT');
    assert.equal(status, 'CLOSED');
    assert.equal(closing.keepDays, 7);
    assert.equal(Date.parse(closing.deleteAfter) - Date.parse(closing.closedAt), 7 * 86_400_000);
    assert.equal((await get(`messages/${waiting}`)).body.status, 'AS4_ACCEPTED');
    const heard = receiver.deliveries.map(({ body }) => body.type);
    for (const type of ['document.as4_accepted', 'participant.deactivated', 'export.done'])
      assert.ok(heard.includes(type), `${type} of ${heard}`);
  });

  test('Its credentials have ended, and its export is fetched by a link that both audits tell of [OPR-23]', async () => {
    const { rows } = await pool().query(
      `select (select count(*) from sessions where account_id = $1)::int as sessions,
         (select count(*) from api_keys where account_id = $1 and revoked_at is null)::int as keys,
         (select count(*) from sftp_logins where account_id = $1 and status = 'ACTIVE')::int as logins,
         (select count(*) from webhooks where account_id = $1 and deleted_at is null)::int as webhooks`,
      [timber.accountId],
    );
    assert.deepEqual(rows[0], { sessions: 0, keys: 0, logins: 0, webhooks: 0 });
    assert.match((await call('GET', '/v1/me', timber.key)).body.error.message, /This account is closed/);
    const path = `accounts/${timber.accountId}/closing/export-link`;
    assert.equal(said(await post(path, {}, agent)), '403 FORBIDDEN');
    const { status, body } = await post(path);
    const { closing } = (await get(`accounts/${timber.accountId}/closing`)).body;
    assert.deepEqual([status, body.expiresAt], [200, closing.deleteAfter]);
    const file = await (await fetch(body.url)).arrayBuffer();
    assert.equal(file.byteLength, body.bytes);
    // The daily sweep of what no row names leaves it there.
    await transaction(world.pappel.service.base.db, (tx) => enqueue(tx, 'export.sweep-strays', {}));
    const { rows: told } = await pool().query(
      `select event_type from account_audit where account_id = $1 and event_type like 'account.%' order by created_at, id`,
      [timber.accountId],
    );
    const types = told.map(({ event_type }) => event_type).filter((type) => type !== 'account.created');
    assert.deepEqual(types, ['account.closing', 'account.closed', 'account.export_handed_over']);
    const own = await get(`audit?accountId=${timber.accountId}`);
    assert.equal(own.body.rows[0].eventType, 'account.export_handed_over');
  });

  test('After its days its content is deleted: usage, audit and names stay, and nothing else does [OPR-25]', async () => {
    await addUpUsage(world.pappel.service.base);
    const before = await rowsOf(timber);
    const checks = async () => {
      const { rowCount } = await pool().query('select from participant_checks where account_id = $1', [
        timber.accountId,
      ]);
      return rowCount;
    };
    assert.equal(await checks(), 1);
    const { url } = (await post(`accounts/${timber.accountId}/closing/export-link`)).body;
    await letDaysPass(timber);
    const { status, closing, waiting: left } = await at(timber, 'DELETED');
    assert.equal(status, 'DELETED');
    assert.ok(closing.deletedAt);
    assert.deepEqual(left, { uploads: 0, addresses: 0, documents: 0, uncollected: 0 });
    assert.equal(await checks(), 0);
    const kept = await rowsOf(timber);
    assert.deepEqual(Object.keys(kept).sort(), [
      'account_audit',
      'account_closings',
      'companies',
      'ledger',
      'operator_audit',
      'participant_audit',
      'participants',
      'usage_by_day',
      'users',
    ]);
    for (const table of ['ledger', 'usage_by_day', 'participant_audit', 'companies', 'participants', 'users'])
      assert.equal(kept[table], before[table], table);
    const { rows } = await pool().query('select distinct name, status from users where account_id = $1', [
      timber.accountId,
    ]);
    assert.deepEqual(rows, [{ name: 'Erased user', status: 'erased' }]);
    assert.equal((await fetch(url)).status, 404);
    const store = join(world.pappel.dataDir, 'payloads');
    const files = readdirSync(store, { recursive: true }).map(String);
    assert.ok(!files.some((name) => name.includes(waiting)), 'the bytes of its documents');
    assert.equal(said(await post(`accounts/${timber.accountId}/reopen`)), '409 INVALID_STATE');
    const { name } = (await get(`accounts/${timber.accountId}`)).body;
    assert.equal(name, 'Nordic Timber AB');
  });
});

describe('a closing is taken back', () => {
  const closing = async (account: Account, ...moves: string[]): Promise<void> => {
    for (const move of moves)
      assert.equal((await post(`accounts/${account.accountId}/${move}`, { reason: 'x' })).status, 200);
  };

  test('Before its credentials end all of them open again; withdrawn addresses stay withdrawn [OPR-25]', async () => {
    const account = await signUp(world.pappel, 'Back at once');
    const made = await call('POST', '/v1/participants', account.key, {
      companyId: account.companyId,
      scheme: '0007',
      value: '5560360793',
      name: 'x',
    });
    // An export of its own is waited for: as long as it is not written, the closing cannot go on.
    await pool().query(
      `insert into exports (id, account_id, requested_by, next_try_at) values (gen_random_uuid(), $1, 'x', 'infinity')`,
      [account.accountId],
    );
    await closing(account, 'close');
    await at(account, 'EXPORT');
    await closing(account, 'reopen');
    assert.equal((await call('GET', '/v1/account', account.key)).body.status, 'ACTIVE');
    const { body } = await call('GET', `/v1/participants/${made.body.id}`, account.session);
    assert.equal(body.status, 'DEACTIVATED');
    assert.equal(said(await post(`accounts/${account.accountId}/reopen`)), '409 INVALID_STATE');
  });

  test('Later its people come in again by their passwords, to what it was before [OPR-25]', async () => {
    const account = await signUp(world.pappel, 'Back later');
    await closing(account, 'suspend', 'close');
    await at(account, 'KEPT');
    await closing(account, 'reopen');
    assert.equal(said(await call('GET', '/v1/me', account.key)), '401 UNAUTHORIZED');
    const { token } = (await login(account)).body;
    assert.equal((await call('GET', '/v1/account', token)).body.status, 'SUSPENDED');
  });
});
