import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { EVENT_TYPES } from '../src/platform/events/event.ts';
import { inspectConfig } from '../src/settings/config.ts';
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
import { type Receiver, startReceiver, verify } from './webhook-receiver.ts';

interface MagicReceiver {
  name: string;
  peppolId: string;
  outcome: { status: string; lastErrorCode?: string; attempts?: number; mls?: string };
}

let pappel: Pappel;
let timber: Account;
let furniture: Account;
let timberId: string;
let receivers: MagicReceiver[];
let hook: Receiver;

before(async () => {
  pappel = await startPappel({ SANDBOX: 'true', RETRY_SCHEDULE: '1,3600' });
  [timber, furniture] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
  timberId = await activeParticipant(pappel, timber, TIMBER);
  receivers = (await call('GET', 'receivers')).body.receivers;
  hook = await startReceiver();
});
after(async () => {
  await hook?.close();
  await pappel?.stop();
});

const call = (method: string, path: string, body?: object, key = timber.key) =>
  pappel.call(method, `/v1/sandbox/${path}`, key, body);
const inbound = (fields: object = {}) =>
  call('POST', 'inbound', { type: 'invoice', participantId: timberId, ...fields });
const message = async (id: string) => (await pappel.call('GET', `/v1/messages/${id}`, timber.key)).body;

/** What `outcome` of a receiver says, of a document that was sent there. */
const outcomeOf = (
  { status, lastErrorCode, attempts, mls }: Awaited<ReturnType<typeof message>>,
  told: object,
) =>
  Object.fromEntries(
    Object.entries({ status, lastErrorCode, attempts, mls: mls?.status }).filter(([name]) => name in told),
  );

describe('receivers of known answers', () => {
  const NAMES = [
    ...['ACCEPTS', 'MLS_REJECTED', 'MLS_LATE', 'RETRY_THEN_ACCEPTS', 'NEVER_ANSWERS', 'REFUSES', 'UNKNOWN'],
    ...['OTHER_DOCUMENT_TYPES', 'CERTIFICATE_EXPIRED', 'CERTIFICATE_REVOKED'],
  ];
  const sent = new Map<string, string>();
  const table: string[] = [];

  test('Each is listed, with what becomes of a document [SBX-2]', async () => {
    assert.deepEqual(
      receivers.map(({ name }) => name),
      NAMES,
    );
    for (const { name, peppolId } of receivers) {
      const { body } = await pappel.call('POST', '/v1/messages', timber.key, {
        ...{ sender: TIMBER, receiver: peppolId, type: 'invoice', payload: fixture('invoice.xml') },
      });
      sent.set(name, body.id);
    }
  });
  for (const name of NAMES)
    test(`${name} answers over AS4 as it is listed [SBX-2]`, async () => {
      const receiver = receivers.find((one) => one.name === name);
      assert.ok(receiver);
      const { outcome, peppolId } = receiver;
      const found = await until(
        () => message(sent.get(name) ?? ''),
        (one) => isDeepStrictEqual(outcomeOf(one, outcome), outcome),
        60_000,
      );
      assert.deepEqual(outcomeOf(found, outcome), outcome);
      const { status, lastErrorCode = '', attempts, mls, lastErrorMessage = '' } = found;
      table.push(
        [
          name.padEnd(21),
          peppolId,
          status.padEnd(16),
          String(attempts),
          (mls?.status ?? '').padEnd(8),
          lastErrorCode,
          lastErrorMessage.slice(0, 90),
        ].join('  '),
      );
    });
  test('All of them were tried', (context) => {
    context.diagnostic(`\n${table.join('\n')}`);
    assert.equal(table.length, NAMES.length);
  });
});

describe('documents that are asked for', () => {
  const accepting = ['invoice', 'credit-note', 'order'] as const;
  before(async () => {
    await pappel.call('POST', `/v1/participants/${timberId}/capabilities`, timber.key, {
      ...{ documentTypeId: 'order', direction: 'RECEIVE' },
    });
    // Published a moment later.
    await until(
      () => inbound({ type: 'order' }),
      ({ status }) => status === 201,
    );
  });
  for (const type of accepting)
    test(`What is asked for as ${type} comes over AS4, is valid, is collected and acknowledged [SBX-3]`, async () => {
      const { status, body } = await inbound({ type });
      assert.equal(status, 201, JSON.stringify(body));
      const { direction, source, receiver, validation, validationErrors } = body;
      assert.deepEqual(
        [direction, source, receiver, body.type, body.status, validation.verdict, validationErrors ?? []],
        ['INBOUND', 'NETWORK', TIMBER, type, 'CUSTOMER_DELIVERY_QUEUED', 'VALID', []],
      );
      const payload = await pappel.call('GET', `/v1/messages/${body.id}/payload`, timber.key);
      assert.match(payload.body, new RegExp(body.documentNumber));
      const evidence = await pappel.call('GET', `/v1/messages/${body.id}/evidence`, timber.key);
      assert.equal(evidence.status, 200);
      const acknowledged = await pappel.call('POST', `/v1/messages/${body.id}/ack`, timber.key);
      assert.equal(acknowledged.body.status, 'ACKNOWLEDGED');
    });
  for (const type of accepting)
    test(`What is wrong with the type ${type} arrives too, and is told to be wrong [SBX-3]`, async () => {
      const broken = await inbound({ type, kind: 'BREAKS_A_RULE' });
      assert.deepEqual([broken.status, broken.body.validation.verdict], [201, 'VALIDATION_FAILED']);
      const codes = broken.body.validationErrors.map(({ code }: { code: string }) => code);
      assert.ok(codes.length > 0 && !codes.includes('XSD'), codes.join());
      const malformed = await inbound({ type, kind: 'BREAKS_THE_STRUCTURE' });
      assert.deepEqual([malformed.status, malformed.body.validation.verdict], [201, 'VALIDATION_FAILED']);
      assert.equal(malformed.body.validationErrors[0].code, 'XSD');
    });
  test('What comes twice is there once, and its sender is one that takes answers [SBX-3]', async () => {
    const { body } = await inbound({ kind: 'TWICE' });
    const { messages } = (
      await pappel.call(
        'GET',
        `/v1/messages?direction=INBOUND&documentNumber=${body.documentNumber}`,
        timber.key,
      )
    ).body;
    assert.deepEqual(
      messages.map(({ id }: { id: string }) => id),
      [body.id],
    );
    assert.equal(body.sender, receivers[0]?.peppolId);
  });
  test('An address that cannot be sent to, and another type, is 409 with the reason; of others it is 404 [SBX-4]', async () => {
    const pending = await pappel.call('POST', '/v1/participants', timber.key, {
      ...{ companyId: timber.companyId, scheme: '0192', value: FURNITURE.split(':')[1], name: 'x' },
    });
    const refused = await inbound({ participantId: pending.body.id });
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'INVALID_STATE']);
    assert.match(refused.body.error.message, /status and capabilities/);
    await pappel.call('DELETE', `/v1/participants/${timberId}/capabilities/order`, timber.key);
    const order = await until(
      () => inbound({ type: 'order' }),
      ({ status }) => status === 409,
    );
    assert.deepEqual([order.status, order.body.error.code], [409, 'INVALID_STATE']);
    const theirs = await call('POST', 'inbound', { type: 'invoice', participantId: timberId }, furniture.key);
    assert.deepEqual([theirs.status, theirs.body.error.code], [404, 'NOT_FOUND']);
  });
  test('Other types and kinds are 400 [SBX-3]', async () => {
    for (const wrong of [{ type: 'catalogue' }, { kind: 'PURPLE' }, { participantId: undefined }])
      assert.equal((await inbound(wrong)).status, 400, JSON.stringify(wrong));
  });
});

describe('events that are asked for', () => {
  const ask = (fields: object, key = timber.key) => call('POST', 'events', fields, key);
  const newHook = async (fields: object = {}, key = timber.key) =>
    (await pappel.call('POST', '/v1/webhooks', key, { url: hook.url, ...fields })).body;

  test('Every type comes to the endpoints that would hear of it, signed, and marked as a test [SBX-5]', async () => {
    const { id, secret } = await newHook();
    for (const type of EVENT_TYPES) {
      const { status, body } = await ask({ type });
      assert.deepEqual([status, body.webhookIds, body.event.test], [202, [id], true], type);
    }
    const delivered = await until(
      async () => hook.deliveries,
      ({ length }) => length >= EVENT_TYPES.length,
    );
    assert.deepEqual(delivered.map(({ body }) => body.type).sort(), [...EVENT_TYPES].sort());
    for (const one of delivered) {
      verify(secret, one);
      assert.deepEqual([one.body.test, one.body.accountId], [true, timber.accountId]);
      assert.equal(one.headers['webhook-id'], one.body.id);
    }
    await pappel.call('DELETE', `/v1/webhooks/${id}`, timber.key);
  });
  test('An endpoint that asked for other events, or is of another company or account, hears nothing [SBX-5]', async () => {
    const fits = await newHook({ events: ['document.received'], companyId: timber.companyId });
    const other = await newHook({ events: ['document.sending'] });
    const outbound = await newHook({ direction: 'OUTBOUND' });
    await newHook({}, furniture.key);
    const { body } = await ask({ type: 'document.received', companyId: timber.companyId });
    assert.deepEqual(body.webhookIds, [fits.id]);
    const notTheirs = await ask({ type: 'document.received', companyId: furniture.companyId });
    assert.equal(notTheirs.status, 404);
    for (const { id } of [fits, other, outbound])
      await pappel.call('DELETE', `/v1/webhooks/${id}`, timber.key);
  });
  test('A test that is refused is tried again; no log, count or document knows of it [SBX-5, SBX-6]', async () => {
    const { id } = await newHook();
    const before = (await pappel.call('GET', '/v1/events', timber.key)).body.lastSeq;
    let refusals = 0;
    hook.answer = (_, response) => response.writeHead(refusals++ === 0 ? 500 : 204).end();
    const { body } = await ask({ type: 'document.received' });
    const { deliveries } = await until(
      async () => (await pappel.call('GET', `/v1/webhooks/deliveries?webhookId=${id}`, timber.key)).body,
      (one) =>
        one.deliveries.some(
          ({ eventId, status }: Record<string, string>) =>
            eventId === body.event.id && status === 'DELIVERED',
        ),
    );
    const delivery = deliveries.find(({ eventId }: { eventId: string }) => eventId === body.event.id);
    assert.deepEqual([delivery.attempts, delivery.messageId], [2, undefined]);
    const since = (await pappel.call('GET', `/v1/events?after=${before}`, timber.key)).body.events;
    assert.ok(!JSON.stringify(since).includes(body.event.id));
    assert.equal(
      (await pappel.call('GET', `/v1/messages/${body.event.data.messageId}`, timber.key)).status,
      404,
    );
    const { rows } = await pappel.service.base.database.pool.query(
      'select id from events where id = $1 union all select id from events_pending where id = $1',
      [body.event.id],
    );
    assert.equal(rows.length, 0);
  });
});

describe('bounds', () => {
  test('After sixty in a minute the account waits [SBX-7]', async () => {
    const limited = await startPappel({ SANDBOX: 'true', RATE_LIMITS: 'sandbox=2/3600' });
    try {
      const account = await signUp(limited);
      const ask = async () =>
        (await limited.call('POST', '/v1/sandbox/events', account.key, { type: 'export.done' })).status;
      assert.deepEqual([await ask(), await ask(), await ask()], [202, 202, 429]);
    } finally {
      await limited.stop();
    }
  });
  test('Production has none of it: 404, not described, and a setting that asks for it is refused [SBX-1]', async () => {
    const production = inspectConfig({ NETWORK: 'production' });
    assert.equal(production.config.sandbox, false);
    const asked = inspectConfig({ NETWORK: 'production', SANDBOX: 'true' }).problems;
    assert.ok(asked.some((problem) => problem.startsWith('SANDBOX is refused')));
    const without = await startPappel({ SANDBOX: 'false' });
    try {
      const account = await signUp(without);
      for (const [method, path] of [
        ['GET', 'receivers'],
        ['POST', 'inbound'],
        ['POST', 'events'],
      ] as const)
        assert.equal((await without.call(method, `/v1/sandbox/${path}`, account.key)).status, 404);
      const { paths } = (await without.call('GET', '/openapi.json')).body;
      assert.deepEqual(
        Object.keys(paths).filter((path) => path.includes('sandbox')),
        [],
      );
    } finally {
      await without.stop();
    }
  });
  test('Who joins a network is sent to from there; where nobody plays receivers there are none [SBX-2, SBX-4]', async () => {
    for (const [keeper, count, status] of [
      [pappel, 10, 201],
      [await startPappel(), 0, 409],
    ] as const) {
      const localnet = join(keeper.dataDir, 'localnet');
      const { dnsPort, smlPort } = JSON.parse(readFileSync(join(localnet, 'ports.json'), 'utf8'));
      const joined = await startPappel({
        ...{ SANDBOX: 'true', LOCALNET_DIR: localnet, SML_DNS: `127.0.0.1:${dnsPort}` },
        SML_URL: `https://127.0.0.1:${smlPort}/edelivery-sml`,
      });
      try {
        const account = await signUp(joined);
        const listed = await joined.call('GET', '/v1/sandbox/receivers', account.key);
        assert.equal(listed.body.receivers.length, count);
        const participantId = await activeParticipant(joined, account, FURNITURE);
        const asked = { type: 'invoice', participantId };
        const answer = await joined.call('POST', '/v1/sandbox/inbound', account.key, asked);
        assert.equal(answer.status, status, JSON.stringify(answer.body));
      } finally {
        await joined.stop();
        if (keeper !== pappel) await keeper.stop();
      }
    }
  });
});
