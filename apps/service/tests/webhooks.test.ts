import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { overAll } from '../src/platform/db/roots.ts';
import type { PappelEvent } from '../src/platform/events/event.ts';
import { parseId } from '../src/platform/ids.ts';
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
import { insertHappened } from './insert-happened.ts';
import { newCompany, newKey, newPerson } from './people.ts';
import { type Receiver, startReceiver, verify } from './webhook-receiver.ts';

let pappel: Pappel;
let account: Account;
let branch: string;
const receivers: Receiver[] = [];
const invoice = fixture('invoice.xml');

async function newReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

const hook = (path: string, body?: unknown, method = 'POST', key = account.key): Promise<Answer> =>
  pappel.call(method, `/v1/webhooks${path}`, key, body);

async function newHook(receiver: Receiver, fields: object = {}) {
  const { status, body } = await hook('', { url: receiver.url, ...fields });
  assert.equal(status, 201, JSON.stringify(body));
  return body as { id: string; secret: string; [field: string]: unknown };
}

/** Things that happened to nobody in particular. */
const happen = (count: number, fields?: Partial<PappelEvent>) =>
  insertHappened(pappel.service.base.db, account, count, fields);

/** Seconds before each attempt, after the one before. */
const SCHEDULE = [0, 1, 1];

const came = (receiver: Receiver, count: number) =>
  until(
    async () => receiver.deliveries,
    ({ length }) => length >= count,
  );

const deliveriesOf = async (webhookId: string, query = '') =>
  (await hook(`/deliveries?webhookId=${webhookId}&limit=100&${query}`, undefined, 'GET')).body.deliveries;

const settledDeliveries = (webhookId: string, count: number) =>
  until(
    () => deliveriesOf(webhookId),
    (all) => all.length >= count && all.every(({ status }: { status: string }) => status !== 'PENDING'),
  );

before(async () => {
  pappel = await startPappel({ WEBHOOK_SCHEDULE: SCHEDULE.join() });
  account = await signUp(pappel);
  branch = await newCompany(pappel, account, 'Branch');
});
afterEach(async () => {
  const { body } = await hook('', undefined, 'GET');
  for (const { id } of body.webhooks) await hook(`/${id}`, undefined, 'DELETE');
});
after(async () => {
  await pappel.stop();
  await Promise.all(receivers.map((receiver) => receiver.close()));
});

describe('webhook endpoints', () => {
  test('An endpoint is {id, companyId?, url, events, types, status, createdAt, updatedAt}, and its secret is shown once [WHK-2]', async () => {
    const receiver = await newReceiver();
    const made = await newHook(receiver, {
      companyId: branch,
      events: ['document.received'],
      description: 'ERP',
    });
    assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const { secret: _, ...shown } = made;
    assert.deepEqual(shown, {
      id: made.id,
      companyId: branch,
      url: receiver.url,
      description: 'ERP',
      events: ['document.received'],
      types: [],
      status: 'ACTIVE',
      createdAt: made['createdAt'],
      updatedAt: made['updatedAt'],
    });
    const { body } = await hook('', undefined, 'GET');
    assert.deepEqual(body.webhooks, [shown]);
    const { rows } = await sql<{ secret: Buffer }>`select secret from webhooks where id = ${made.id}`.execute(
      overAll(pappel.service.base.db, 'job'),
    );
    assert.ok(!rows[0]?.secret.includes(Buffer.from(made.secret.slice(6))));
  });

  test('What is no URL to call, or no event, is 400 VALIDATION_FAILED', async () => {
    const bodies = [
      {},
      { url: 'nothing' },
      { url: 'ftp://example.org/' },
      { url: 'http://user:password@example.org/' },
      { url: 'https://example.org/', events: ['document.lost'] },
      { url: 'https://example.org/', secret: 'mine' },
      { url: `https://example.org/${'x'.repeat(2_000)}` },
    ];
    for (const body of bodies) {
      const { status, body: said } = await hook('', body);
      assert.deepEqual([status, said.error?.code], [400, 'VALIDATION_FAILED'], JSON.stringify(body));
    }
    const receiver = await newReceiver();
    const { id } = await newHook(receiver);
    for (const body of [{}, { secret: 'x' }, { url: 'nothing' }, { status: 'GONE' }])
      assert.equal((await hook(`/${id}`, body, 'PATCH')).status, 400, JSON.stringify(body));
  });

  test('A company has at most 20 endpoints, and so has the account as a whole: 409 LIMIT_REACHED [LIM-7]', async () => {
    const receiver = await newReceiver();
    for (const companyId of [undefined, branch]) {
      const answers = await Promise.all(
        Array.from({ length: 21 }, () => hook('', { url: receiver.url, companyId })),
      );
      const said = answers.map(({ status, body }) => body.error?.code ?? status).sort();
      assert.deepEqual(said, [...Array.from({ length: 20 }, () => 201), 'LIMIT_REACHED']);
    }
  });

  test('A confined credential sees and changes endpoints of its companies only; others are 404 [WHK-13, WHK-18]', async () => {
    const receiver = await newReceiver();
    const [wide, own] = [await newHook(receiver), await newHook(receiver, { companyId: branch })];
    const admin = await newPerson(pappel, account.session, 'company_admin', [branch]);
    const seen = await hook('', undefined, 'GET', admin.session);
    assert.deepEqual(
      seen.body.webhooks.map(({ id }: { id: string }) => id),
      [own.id],
    );
    const both = await hook(`?companyId=${branch}`, undefined, 'GET');
    assert.deepEqual(
      both.body.webhooks.map(({ id }: { id: string }) => id),
      [own.id, wide.id],
    );
    assert.equal((await hook(`/${wide.id}`, { description: 'x' }, 'PATCH', admin.session)).status, 404);
    assert.equal((await hook(`/${wide.id}`, undefined, 'DELETE', admin.session)).status, 404);
    assert.equal((await hook(`/${own.id}`, { description: 'x' }, 'PATCH', admin.session)).status, 200);
    const wider = await hook('', { url: receiver.url }, 'POST', admin.session);
    assert.deepEqual([wider.status, wider.body.error.code], [403, 'FORBIDDEN']);
    const other = { url: receiver.url, companyId: account.companyId };
    assert.equal((await hook('', other, 'POST', admin.session)).status, 404);
    await happen(1, { companyId: asId(branch) });
    await came(receiver, 2);
    await settledDeliveries(wide.id, 1);
    const key = await newKey(pappel, account.session, { permissions: ['read'], companyId: branch });
    const listed = await hook('/deliveries', undefined, 'GET', key);
    assert.deepEqual(
      listed.body.deliveries.map(({ webhookId }: { webhookId: string }) => webhookId),
      [own.id],
    );
    const [hidden] = await deliveriesOf(wide.id);
    assert.equal((await hook(`/deliveries/${hidden.id}`, undefined, 'GET', key)).status, 404);
  });

  test('A key that may not read, or ends, makes no webhook, turns none elsewhere and has none told of the past [KEY-6]', async () => {
    const receiver = await newReceiver();
    const own = await newHook(receiver);
    const blind = await newKey(pappel, account.session, { permissions: ['manage'] });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const ending = await newKey(pappel, account.session, { expiresAt });
    const tried: [path: string, body: object, method: string][] = [
      ['', { url: receiver.url }, 'POST'],
      [`/${own.id}`, { url: receiver.url }, 'PATCH'],
      [`/${own.id}`, { rotateSecret: true }, 'PATCH'],
      [`/${own.id}/recover`, { since: new Date(0).toISOString() }, 'POST'],
    ];
    for (const [path, body, method] of tried) {
      const codes = [];
      for (const key of [blind, ending]) codes.push((await hook(path, body, method, key)).body.error?.code);
      assert.deepEqual(codes, ['PERMISSION_DENIED', 'FORBIDDEN'], `${method} ${path}`);
    }
    assert.equal((await hook(`/${own.id}`, { status: 'DISABLED' }, 'PATCH', blind)).status, 200);
  });
});

describe('webhook deliveries', () => {
  test('A document is told of from the beginning to the end, signed so that standardwebhooks verifies it; a tampered one it does not [WHK-3]', async () => {
    const receiver = await newReceiver();
    const { secret } = await newHook(receiver);
    const other = await signUp(pappel, 'Fjord Furniture AS', 'NO');
    await activeParticipant(pappel, account, TIMBER);
    await activeParticipant(pappel, other, FURNITURE);
    const document = { sender: TIMBER, receiver: FURNITURE, type: 'invoice', payload: invoice };
    const { body } = await pappel.call('POST', '/v1/messages', account.key, document);
    await settled(pappel, account, body.id);
    const ofIt = await until(
      async () => receiver.deliveries.filter((one) => one.body.data.messageId === body.id),
      (all) => all.length >= 4,
    );
    const types = ['queued_validation', 'valid', 'sending', 'as4_accepted'].map((name) => `document.${name}`);
    assert.deepEqual(ofIt.map((one) => one.body.type).sort(), types.sort());
    for (const one of receiver.deliveries) {
      assert.deepEqual(verify(secret, one), one.body);
      assert.equal(one.headers['webhook-id'], one.body.id);
      assert.equal(one.headers['content-type'], 'application/json; charset=utf-8');
      assert.match(String(one.headers['user-agent']), /^Pappel/);
      assert.equal(one.body.accountId, account.accountId);
      assert.throws(() => verify(secret, { ...one, raw: `${one.raw} ` }));
      assert.throws(() =>
        verify(secret, { ...one, headers: { ...one.headers, 'webhook-id': randomUUID() } }),
      );
      assert.throws(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, one));
    }
  });

  test('The list, the stream of the log and the webhook say the same of an event [EVT-4]', async () => {
    const receiver = await newReceiver();
    await newHook(receiver);
    const [mark] = await happen(1);
    const [one] = await came(receiver, 1);
    const { body } = await pappel.call('GET', '/v1/events?limit=100&type=participant.active', account.key);
    const { seq: _, ...event } = body.events.find(
      ({ data }: { data: { participantId: string } }) => data.participantId === mark,
    );
    assert.deepEqual(one?.body, event);
  });

  test('An endpoint hears of what it asked for: events, document types, direction, and its company [WHK-1, WHK-15]', async () => {
    const [all, received, orders, ofBranch] = [
      await newReceiver(),
      await newReceiver(),
      await newReceiver(),
      await newReceiver(),
    ];
    await newHook(all);
    await newHook(received, { events: ['document.received'], direction: 'INBOUND' });
    await newHook(orders, { types: ['order'] });
    await newHook(ofBranch, { companyId: branch });
    const data = { messageId: 'x', status: 'x', sender: TIMBER, receiver: TIMBER };
    const of = (type: string, direction: 'INBOUND' | 'OUTBOUND') => ({ ...data, type, direction });
    await happen(1, { type: 'document.received', data: of('invoice', 'INBOUND') });
    await happen(1, { type: 'document.sending', data: of('order', 'OUTBOUND') });
    await happen(1, { companyId: asId(branch) });
    await came(all, 3);
    await Promise.all([came(received, 1), came(orders, 2), came(ofBranch, 1)]);
    const typesOf = ({ deliveries }: Receiver) => deliveries.map(({ body }) => body.type).sort();
    assert.deepEqual(typesOf(all), ['document.received', 'document.sending', 'participant.active']);
    assert.deepEqual(typesOf(received), ['document.received']);
    assert.deepEqual(typesOf(orders), ['document.sending', 'participant.active']);
    assert.deepEqual(typesOf(ofBranch), ['participant.active']);
  });

  test('A delivery that is not answered with 2xx is tried again under the same webhook-id, each attempt signed anew, and FAILED after the last of the plan, which the delivery names [WHK-3, WHK-5, WHK-8, WHK-23]', async () => {
    const receiver = await newReceiver();
    receiver.answer = (_, response) => response.writeHead(503).end('not now');
    const { id, secret } = await newHook(receiver);
    await happen(1);
    const [delivery] = await settledDeliveries(id, 1);
    assert.deepEqual(
      [delivery.status, delivery.attempts, delivery.lastStatusCode, delivery.lastError],
      ['FAILED', 3, 503, 'It answered 503.'],
    );
    assert.equal(receiver.deliveries.length, 3);
    const ids = new Set(receiver.deliveries.map(({ headers }) => headers['webhook-id']));
    assert.deepEqual([...ids], [delivery.eventId]);
    assert.equal(new Set(receiver.deliveries.map(({ raw }) => raw)).size, 1);
    for (const one of receiver.deliveries) verify(secret, one);
    const stamps = receiver.deliveries.map(({ headers }) => Number(headers['webhook-timestamp']));
    assert.ok((stamps[2] ?? 0) > (stamps[0] ?? 0));
    const detail = await hook(`/deliveries/${delivery.id}`, undefined, 'GET');
    const list = await hook(`/deliveries?webhookId=${id}`, undefined, 'GET');
    assert.deepEqual([detail.body.schedule, list.body.schedule], [SCHEDULE, SCHEDULE]);
    assert.deepEqual(detail.body.request, {
      url: receiver.url,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Pappel-Webhooks/1.0',
        'webhook-id': delivery.eventId,
      },
      body: receiver.deliveries[0]?.raw,
    });
    assert.deepEqual(detail.body.response, { statusCode: 503, body: 'not now' });
  });

  test('Of an answer the first 2 kB are kept, a redirect is not followed, and nobody who answers is no answer [WHK-6, WHK-14]', async () => {
    const receiver = await newReceiver();
    receiver.answer = (_, response) => response.writeHead(500).end('x'.repeat(100_000));
    const { id } = await newHook(receiver);
    await happen(1);
    const [long] = await settledDeliveries(id, 1);
    const { body } = await hook(`/deliveries/${long.id}`, undefined, 'GET');
    assert.equal(body.response.body.length, 2_048);
    const elsewhere = await newReceiver();
    receiver.answer = (_, response) => response.writeHead(307, { location: elsewhere.url }).end();
    const test = await hook(`/${id}/test`);
    assert.deepEqual([test.body.status, test.body.lastStatusCode], ['FAILED', 307]);
    assert.match(test.body.lastError, /redirects are not followed/);
    assert.equal(elsewhere.deliveries.length, 0);
    await receiver.close();
    const nobody = await hook(`/${id}/test`);
    assert.deepEqual([nobody.body.status, nobody.body.lastError], ['FAILED', 'The connection was refused.']);
    assert.equal(nobody.body.response, undefined);
  });

  test('Retry-After holds the next attempt back [WHK-5]', async () => {
    const receiver = await newReceiver();
    receiver.answer = (_, response) => response.writeHead(429, { 'retry-after': '3600' }).end();
    const { id } = await newHook(receiver);
    await happen(1);
    const [delivery] = await until(
      () => deliveriesOf(id),
      ([one]) => one?.attempts === 1,
    );
    const seconds = (Date.parse(delivery.nextAttemptAt) - Date.now()) / 1000;
    assert.ok(delivery.status === 'PENDING' && seconds > 3_500 && seconds <= 3_600, String(seconds));
  });

  test('410 fails the delivery and disables the endpoint as GONE; what else waits stays PENDING, and others hear of it [WHK-6, WHK-16]', async () => {
    const [receiver, witness] = [await newReceiver(), await newReceiver()];
    const { id } = await newHook(receiver);
    await newHook(witness, { events: ['webhook.disabled'] });
    receiver.answer = (_, response) => response.writeHead(500, { 'retry-after': '600' }).end();
    await happen(1);
    await until(
      () => deliveriesOf(id),
      ([one]) => one?.attempts === 1,
    );
    receiver.answer = (_, response) => response.writeHead(410).end();
    await happen(1);
    const disabled = await until(
      async () =>
        (await hook('', undefined, 'GET')).body.webhooks.find((one: { id: string }) => one.id === id),
      ({ status }) => status === 'DISABLED',
    );
    assert.equal(disabled.disabledReason, 'GONE');
    const statuses = (await deliveriesOf(id)).map(({ status }: { status: string }) => status);
    assert.deepEqual(statuses, ['FAILED', 'PENDING']);
    const [event] = await came(witness, 1);
    assert.deepEqual(event?.body.data, {
      webhookId: id,
      url: receiver.url,
      status: 'DISABLED',
      disabledReason: 'GONE',
    });
    await hook(`/${id}`, undefined, 'DELETE');
    const cancelled = (await deliveriesOf(id)).map(({ status }: { status: string }) => status);
    assert.deepEqual(cancelled, ['FAILED', 'CANCELLED']);
  });

  test('rotateSecret shows a new secret once, and the attempts that follow are signed with it, also of what failed before [WHK-2, WHK-4]', async () => {
    const receiver = await newReceiver();
    // The next attempt comes when the secret is a new one, also on a slow machine.
    receiver.answer = (_, response) => response.writeHead(500, { 'retry-after': '8' }).end();
    const { id, secret } = await newHook(receiver);
    await happen(1);
    await came(receiver, 1);
    const rotated = await hook(`/${id}`, { rotateSecret: true }, 'PATCH');
    assert.notEqual(rotated.body.secret, secret);
    const before = receiver.deliveries.length;
    receiver.answer = (_, response) => response.writeHead(200).end();
    const [, ...later] = await came(receiver, before + 1);
    const last = later.at(-1);
    assert.ok(last);
    assert.throws(() => verify(secret, last));
    verify(rotated.body.secret, last);
    assert.equal((await hook('', undefined, 'GET')).body.webhooks[0].secret, undefined);
  });

  test('test sends a webhook.test at once, also to a disabled endpoint, and answers what came of it [WHK-12]', async () => {
    const receiver = await newReceiver();
    receiver.answer = (_, response) => response.writeHead(202).end('thanks');
    const { id, secret } = await newHook(receiver, { events: ['document.received'] });
    await hook(`/${id}`, { status: 'DISABLED' }, 'PATCH');
    const { status, body } = await hook(`/${id}/test`);
    assert.deepEqual(
      [status, body.status, body.eventType, body.attempts],
      [200, 'DELIVERED', 'webhook.test', 1],
    );
    assert.deepEqual(body.response, { statusCode: 202, body: 'thanks' });
    const [one] = receiver.deliveries;
    assert.ok(one);
    verify(secret, one);
    assert.equal(one.body.data.webhookId, id);
  });

  test('replay sends one delivery again under the same webhook-id; of a disabled or deleted endpoint it is 409 [WHK-8, WHK-12]', async () => {
    const receiver = await newReceiver();
    const { id } = await newHook(receiver);
    await happen(1);
    const [delivery] = await settledDeliveries(id, 1);
    const { status, body } = await hook(`/deliveries/${delivery.id}/replay`);
    assert.deepEqual([status, body.status], [202, 'PENDING']);
    await came(receiver, 2);
    assert.equal(receiver.deliveries[1]?.headers['webhook-id'], delivery.eventId);
    await settledDeliveries(id, 1);
    await hook(`/${id}`, { status: 'DISABLED' }, 'PATCH');
    const disabled = await hook(`/deliveries/${delivery.id}/replay`);
    assert.deepEqual([disabled.status, disabled.body.error.code], [409, 'INVALID_STATE']);
    await hook(`/${id}`, undefined, 'DELETE');
    assert.equal((await hook(`/deliveries/${delivery.id}/replay`)).status, 409);
    assert.equal((await hook(`/deliveries/${randomUUID()}/replay`)).status, 404);
  });

  test('recover sends all that failed since a moment, and what happened while the endpoint was disabled [WHK-12]', async () => {
    const receiver = await newReceiver();
    receiver.answer = (_, response) => response.writeHead(500).end();
    const { id } = await newHook(receiver);
    const since = new Date().toISOString();
    const failed = await happen(3);
    await settledDeliveries(id, 3);
    await hook(`/${id}`, { status: 'DISABLED' }, 'PATCH');
    const missed = await happen(600);
    assert.equal((await hook(`/${id}/recover`, { since })).status, 409);
    await hook(`/${id}`, { status: 'ACTIVE' }, 'PATCH');
    receiver.deliveries.length = 0;
    receiver.answer = (_, response) => response.writeHead(200).end();
    const { status, body } = await hook(`/${id}/recover`, { since });
    assert.deepEqual([status, body.webhookId, body.since], [202, id, since]);
    const marks = () => new Set(receiver.deliveries.map((one) => one.body.data.participantId));
    await until(
      async () => marks(),
      (all) => [...failed, ...missed].every((mark) => all.has(mark)),
    );
    assert.deepEqual(
      [...failed, ...missed].filter((mark) => !marks().has(mark)),
      [],
    );
    for (const bad of [{}, { since: 'x' }, { since: '2199-01-01' }])
      assert.equal((await hook(`/${id}/recover`, bad)).status, 400);
  });

  test('Deliveries are listed newest first, by status, company, direction and time, a page at a time', async () => {
    const receiver = await newReceiver();
    const { id } = await newHook(receiver);
    await happen(5);
    await happen(2, { companyId: asId(branch) });
    await settledDeliveries(id, 7);
    const page = (query: string) => hook(`/deliveries?webhookId=${id}&${query}`, undefined, 'GET');
    const first = (await page('limit=4')).body;
    const second = (await page(`limit=4&cursor=${first.nextCursor}`)).body;
    assert.deepEqual(
      [first.deliveries.length, second.deliveries.length, second.nextCursor],
      [4, 3, undefined],
    );
    assert.equal(new Set([...first.deliveries, ...second.deliveries].map(({ id }) => id)).size, 7);
    assert.equal((await page(`companyId=${branch}`)).body.deliveries.length, 2);
    assert.equal((await page('status=FAILED')).body.deliveries.length, 0);
    assert.equal((await page('direction=INBOUND')).body.deliveries.length, 0);
    assert.equal((await page('to=2020-01-01')).body.deliveries.length, 0);
    assert.equal((await page('status=LOST')).status, 400);
  });

  test('figures=true says what waits for an endpoint, what it was told and how it answers; deliveries are counted by status and type, and found by document [WHK-21, WHK-22]', async () => {
    const [well, ill] = [await newReceiver(), await newReceiver()];
    ill.answer = (_delivered, response) => response.writeHead(503).end();
    const [working, failing] = [await newHook(well), await newHook(ill)];
    const messageId = randomUUID();
    const data = {
      messageId,
      status: 'SENDING' as const,
      sender: TIMBER,
      receiver: TIMBER,
      direction: 'OUTBOUND' as const,
    };
    await happen(1, { type: 'document.sending', messageId: parseId<'Message'>(messageId), data });
    await happen(2);
    await settledDeliveries(working.id, 3);
    await settledDeliveries(failing.id, 3);
    const { body } = await hook('?figures=true', undefined, 'GET');
    const of = (id: string) => body.webhooks.find((one: { id: string }) => one.id === id);
    const { told, waiting, typicalAnswerMs, last } = of(working.id).figures;
    assert.deepEqual([told, waiting, typeof typicalAnswerMs, last.statusCode], [3, 0, 'number', 204]);
    assert.deepEqual([of(failing.id).figures.told, of(failing.id).figures.last.statusCode], [0, 503]);
    const { failingSince, disablesAt } = of(failing.id);
    assert.equal(Date.parse(disablesAt) - Date.parse(failingSince), 5 * 86_400_000);
    assert.equal((await hook('', undefined, 'GET')).body.webhooks[0].figures, undefined);
    const counted = await hook('/deliveries?limit=0&counts=true', undefined, 'GET');
    const { total, byStatus, byEventType } = counted.body.counts;
    assert.ok(
      total >= byStatus.DELIVERED + byStatus.FAILED &&
        byStatus.FAILED >= 3 &&
        byEventType['document.sending'] >= 2,
    );
    const found = await hook(`/deliveries?messageId=${messageId}&counts=true`, undefined, 'GET');
    assert.deepEqual(
      found.body.deliveries.map(({ webhookId }: { webhookId: string }) => webhookId).sort(),
      [working.id, failing.id].sort(),
    );
    assert.deepEqual(found.body.counts.byStatus, { DELIVERED: 1, FAILED: 1 });
    const typed = await hook(
      `/deliveries?webhookId=${working.id}&eventType=document.sending`,
      undefined,
      'GET',
    );
    assert.equal(typed.body.deliveries.length, 1);
    assert.equal((await hook('/deliveries?limit=0', undefined, 'GET')).status, 400);
    assert.equal((await hook('/deliveries?messageId=x', undefined, 'GET')).status, 404);
  });
  test('Of an endpoint that hangs at most 20 deliveries are under way, and others are delivered meanwhile [WHK-10, WHK-17]', async () => {
    const [hanging, healthy] = [await newReceiver(), await newReceiver()];
    hanging.answer = () => undefined;
    await newHook(hanging);
    await newHook(healthy);
    await happen(200);
    await came(healthy, 200);
    assert.equal(healthy.deliveries.length, 200);
    assert.equal(hanging.mostUnderWay, 20);
    await hanging.close();
  });
});
