import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { removeOld } from '../src/messages/remove-old-job.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';

/** As if all of them had ended longer ago than they are kept. */
const ALL_ARE_OLD = -1;

let pappel: Pappel;
let account: Account;
let collected: string;
let waiting: string;
let sent: string[];

const call = (method: string, path: string, body?: unknown) => pappel.call(method, path, account.key, body);
const sql = (text: string, values: unknown[] = []) =>
  pappel.service.base.database.pool.query(text, values).then(({ rows }) => rows);
const remove = (retentionDays: number) => removeOld({ ...pappel.service.base, retentionDays });
const statuses = async (ids: string[]) =>
  Promise.all(ids.map(async (id) => (await call('GET', `/v1/messages/${id}`)).status));
const usage = async () => (await call('GET', '/v1/usage')).body.totals;

async function send(reference: string): Promise<string> {
  const body = {
    sender: TIMBER,
    receiver: TIMBER,
    type: 'invoice',
    payload: fixture('invoice.xml'),
    externalReference: reference,
  };
  const { id } = (await call('POST', '/v1/messages', body)).body;
  await until(
    () => call('GET', `/v1/messages/${id}`),
    (answer) => answer.body.status === 'AS4_ACCEPTED',
  );
  return id;
}

before(async () => {
  pappel = await startPappel();
  account = await signUp(pappel);
  await activeParticipant(pappel, account, TIMBER);
  sent = [await send('first'), await send('second')];
  const { body } = await call('GET', '/v1/messages?direction=INBOUND');
  [waiting, collected] = body.messages.map(({ id }: { id: string }) => id);
  assert.equal((await call('POST', `/v1/messages/${collected}/ack`)).status, 200);
});
after(() => pappel.stop());

describe('documents that are older than they are kept [MSG-27]', () => {
  test('What ended within the time is not touched', async () => {
    await remove(30);
    assert.deepEqual(await statuses([...sent, collected, waiting]), [200, 200, 200, 200]);
  });

  test('One that a report of service levels counts stays until no report can ask for it', async () => {
    await sql(
      `insert into mls_due (message_id, account_id, receivers, mls_type)
         select id, account_id, '{}', 'ALWAYS_SEND' from messages where id = $1 on conflict do nothing`,
      [collected],
    );
    await remove(ALL_ARE_OLD);
    assert.deepEqual(await statuses([collected]), [200]);
    await sql(`update mls_due set created_at = now() - interval '101 days'`);
  });

  test('What ended goes with bytes, attempts and proof; usage and audit stay, and what waits to be collected', async () => {
    const keys = await sql('select payload_key as key from messages where id = any($1)', [
      [...sent, collected],
    ]);
    const [usageBefore, audit] = [await usage(), await sql('select id from account_audit')];
    await remove(ALL_ARE_OLD);
    assert.deepEqual(await statuses([...sent, collected, waiting]), [404, 404, 404, 200]);
    for (const table of ['message_attempts', 'message_evidence', 'message_search', 'idempotency_keys'])
      assert.deepEqual(
        (await sql(`select distinct message_id as id from ${table}`)).filter(({ id }) => id !== waiting),
        [],
        table,
      );
    for (const { key } of keys)
      assert.equal(await pappel.service.base.payloads.get(key), undefined, String(key));
    assert.equal((await call('GET', `/v1/messages/${waiting}/payload`)).status, 200);
    assert.deepEqual(await usage(), usageBefore);
    assert.deepEqual(await sql('select id from account_audit'), audit);
  });

  test('One that is tried again while the night’s work looks at it is left alone', async () => {
    const { id } = (
      await call('POST', '/v1/messages', {
        sender: TIMBER,
        receiver: FURNITURE,
        type: 'invoice',
        payload: fixture('invoice.xml'),
      })
    ).body;
    await until(
      () => call('GET', `/v1/messages/${id}`),
      (answer) => answer.body.status === 'DISCOVERY_FAILED',
    );
    const client = await pappel.service.base.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('select id from messages where id = $1 for no key update', [id]);
      await remove(ALL_ARE_OLD);
      assert.deepEqual(await statuses([id]), [200]);
      await client.query('commit');
    } finally {
      client.release();
    }
    await remove(ALL_ARE_OLD);
    assert.deepEqual(await statuses([id]), [404]);
  });
});
