import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { overAll } from '../src/platform/db/roots.ts';
import { recordEvent } from '../src/platform/events/record.ts';
import { sweepDeliveries } from '../src/webhooks/sweep-job.ts';
import { asId } from './as-id.ts';
import { type Account, type Pappel, signUp, startPappel, until } from './harness.ts';
import { type Mailbox, newCompany, newPerson, partsOf, startMailbox } from './people.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

let mailbox: Mailbox;
let pappel: Pappel;
let account: Account;
let branch: string;
let receiver: Receiver;

before(async () => {
  mailbox = await startMailbox();
  pappel = await startPappel({
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Pappel <peppol@example.org>',
    WEBHOOK_SCHEDULE: '0',
  });
  account = await signUp(pappel);
  branch = await newCompany(pappel, account, 'Branch');
  receiver = await startReceiver();
});
after(async () => {
  await pappel.stop();
  await mailbox.close();
  await receiver.close();
});

const hook = async (path: string, body?: unknown, method = 'POST') =>
  (await pappel.call(method, `/v1/webhooks${path}`, account.session, body)).body;
const happen = () =>
  recordEvent(pappel.service.base.db, {
    accountId: asId(account.accountId),
    companyId: asId(branch),
    type: 'participant.active',
    data: { participantId: 'x', address: '0007:5567321707', status: 'ACTIVE' },
  });

/** Everything that happened so far is handed to the endpoints that were in use then. */
const fannedOut = () =>
  until(
    () =>
      pappel.service.base.database.pool.query(
        `select from event_head as head join event_readers as reader on reader.name = 'webhooks'
         where reader.seq = head.seq and not exists (select from events_pending)`,
      ),
    ({ rowCount }) => rowCount === 1,
  );

/** As if it had failed for so long, the last time an hour ago. */
async function failingFor(id: string, hours: number): Promise<void> {
  const ago = (count: number) => new Date(Date.now() - count * 3_600_000);
  await overAll(pappel.service.base.db, 'job')
    .updateTable('webhooks')
    .set({ failing_since: ago(hours), last_failed_at: ago(1), consecutive_failures: 3 })
    .where('id', '=', asId<'Webhook'>(id))
    .execute();
}

const seen = async (id: string) => {
  const { webhooks } = await hook('', undefined, 'GET');
  return webhooks.find((one: { id: string }) => one.id === id);
};
const mailsTo = (address: string) => mailbox.mails.filter(({ to }) => to === address);

describe('an endpoint that fails', () => {
  test('After 24 hours its owners and the company admins of its company are told, once; a success ends the story [WHK-7, WHK-19]', async () => {
    const admin = await newPerson(pappel, account.session, 'company_admin', [branch]);
    const other = await newPerson(pappel, account.session, 'company_admin', [account.companyId]);
    const member = await newPerson(pappel, account.session, 'member', [branch]);
    receiver.answer = (_, response) => response.writeHead(500).end();
    const { id } = await hook('', { url: receiver.url, companyId: branch });
    await happen();
    await until(
      () => seen(id),
      ({ failingSince }) => failingSince !== undefined,
    );
    assert.equal(mailsTo(account.email).length, 0);
    await failingFor(id, 24);
    for (let i = 0; i < 3; i++) await happen();
    const { text, headers } = partsOf(await mailbox.mailTo(account.email));
    assert.match(headers, /Subject: Webhook endpoint 127\.0\.0\.1:\d+ is failing/);
    assert.ok(text.includes(receiver.url));
    await mailbox.mailTo(admin.email);
    const all = () => hook(`/deliveries?webhookId=${id}`, undefined, 'GET');
    await until(
      all,
      ({ deliveries }) =>
        // Four events, and that it is failing.
        deliveries.filter((one: { status: string }) => one.status === 'FAILED').length === 5,
    );
    assert.deepEqual(
      [account, admin, other, member].map(({ email }) => mailsTo(email).length),
      [1, 1, 0, 0],
    );
    assert.equal((await seen(id)).status, 'ACTIVE');
    receiver.answer = (_, response) => response.writeHead(200).end();
    await happen();
    const healthy = await until(
      () => seen(id),
      ({ failingSince }) => failingSince === undefined,
    );
    assert.equal(healthy.failingSince, undefined);
    await hook(`/${id}`, undefined, 'DELETE');
  });

  test('After five days it is disabled as FAILING: the mail says so, the log too, and it can be enabled again [WHK-7, WHK-19]', async () => {
    receiver.answer = (_, response) => response.writeHead(500).end();
    const { id } = await hook('', { url: receiver.url });
    await failingFor(id, 119);
    await happen();
    await mailbox.mailTo(account.email, 2);
    assert.equal((await seen(id)).status, 'ACTIVE');
    await failingFor(id, 120);
    await happen();
    const mail = partsOf(await mailbox.mailTo(account.email, 3));
    assert.match(mail.headers, /Subject: Webhook endpoint 127\.0\.0\.1:\d+ was disabled/);
    assert.match(mail.text, /recover/);
    const disabled = await seen(id);
    assert.deepEqual([disabled.status, disabled.disabledReason], ['DISABLED', 'FAILING']);
    const { body } = await until(
      () => pappel.call('GET', '/v1/events?type=webhook.disabled', account.key),
      (answer) => answer.body.events.length > 0,
    );
    assert.equal(body.events[0].data.webhookId, id);
    const count = receiver.deliveries.length;
    await happen();
    await fannedOut();
    await pappel.call('PATCH', `/v1/webhooks/${id}`, account.key, { status: 'ACTIVE' });
    const again = await seen(id);
    assert.deepEqual(
      [again.status, again.disabledReason, again.failingSince],
      ['ACTIVE', undefined, undefined],
    );
    assert.equal(receiver.deliveries.length, count);
    await hook(`/${id}`, undefined, 'DELETE');
  });

  test('An answer and what it says of the endpoint are written together: what ends between them is sent again [WHK-6, WHK-7]', async () => {
    const { pool } = pappel.service.base.database;
    receiver.answer = (_, response) => response.writeHead(500).end();
    const { id } = await hook('', { url: receiver.url, events: ['participant.active'] });
    const before = receiver.deliveries.length;
    // As if the process died each time it is about to write down that the endpoint failed.
    await pool.query(`create function die() returns trigger language plpgsql as $$ begin raise 'died'; end $$;
      create trigger die before update of consecutive_failures on webhooks for each row execute function die()`);
    await happen();
    const sent = () => receiver.deliveries.slice(before).map(({ headers }) => headers['webhook-id']);
    const again = await until(
      async () => sent(),
      (ids) => ids.length >= 2,
    );
    await pool.query('drop trigger die on webhooks; drop function die()');
    assert.equal(new Set(again).size, 1);
    await until(
      () => seen(id),
      ({ failingSince }) => failingSince !== undefined,
    );
    const { deliveries } = await hook(`/deliveries?webhookId=${id}`, undefined, 'GET');
    assert.deepEqual(
      deliveries.map((one: { status: string; attempts: number }) => [one.status, one.attempts]),
      [['FAILED', 1]],
    );
    await hook(`/${id}`, undefined, 'DELETE');
  });
});

describe('the list of deliveries', () => {
  test('Keeps what has ended for 30 days, and then forgets endpoints that were deleted', async () => {
    const { db, database } = pappel.service.base;
    const count = async (table: string) =>
      Number((await database.pool.query(`select count(*) from ${table}`)).rows[0].count);
    await until(
      () => count("webhook_deliveries where status = 'PENDING'"),
      (waiting) => waiting === 0,
    );
    const before = await count('webhook_deliveries');
    assert.ok(before > 0);
    await sweepDeliveries({ db });
    assert.equal(await count('webhook_deliveries'), before);
    await database.pool.query(
      "update webhook_deliveries set created_at = now() - interval '30 days 1 minute'",
    );
    await database.pool.query("update webhooks set deleted_at = now() - interval '30 days 1 minute'");
    await sweepDeliveries({ db });
    assert.deepEqual([await count('webhook_deliveries'), await count('webhooks')], [0, 0]);
  });
});
