import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  type Account,
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
import { invoiceOf } from './large-invoice.ts';

let pappel: Pappel;
let timber: Account;
let furniture: Account;
let timberId: string;
const invoice = fixture('invoice.xml');

before(async () => {
  pappel = await startPappel();
  [timber, furniture] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
  timberId = await activeParticipant(pappel, timber, TIMBER);
  await activeParticipant(pappel, furniture, FURNITURE);
});
after(() => pappel.stop());

const errorOf = async (
  method: string,
  path: string,
  token: string,
  body?: unknown,
  headers?: Record<string, string>,
) => {
  const answer = await pappel.call(method, path, token, body, headers);
  return `${answer.status} ${answer.body?.error?.code}`;
};
/** A type of PINT, for which there are no rules here. */
const JAPANESE_INVOICE =
  'peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1@jp-1::2.1';

const send = (changes: object = {}, headers: Record<string, string> = {}, by = timber.key) =>
  pappel.call(
    'POST',
    '/v1/messages',
    by,
    { sender: TIMBER, receiver: FURNITURE, type: 'invoice', payload: invoice, ...changes },
    headers,
  );

describe('participants', () => {
  const ask = (changes: object = {}, by = timber) =>
    pappel.call('POST', '/v1/participants', by.key, {
      companyId: by.companyId,
      scheme: '0088',
      value: '7300010000001',
      countryCode: 'SE',
      name: 'x',
      identifier: 'x',
      ...changes,
    });

  test('It is published with its registration steps, and its SMP is named [PAR-5, PAR-15]', async () => {
    const { body } = await pappel.call('GET', `/v1/participants/${timberId}`, timber.key);
    assert.equal(body.status, 'ACTIVE');
    assert.deepEqual(
      [body.registration.smp, body.registration.sml, body.registration.dns],
      ['DONE', 'DONE', 'DONE'],
    );
    assert.equal(body.smpUrl, pappel.service.base.config.smpPublicUrl);
    assert.equal(body.canonicalId, `iso6523-actorid-upis::${TIMBER}`);
    assert.equal(body.countryCode, 'SE');
  });
  test('Wrong check digits, removed and unknown schemes, a missing country and service-provider ids are 400 [PAR-2, PAR-3, PAR-22]', async () => {
    for (const wrong of [
      { value: '7300010000002' },
      { scheme: '9906', value: 'IT1' },
      { scheme: '1234' },
      { countryCode: undefined },
      { scheme: '0242', value: '000123' },
    ]) {
      assert.deepEqual([(await ask(wrong)).status, JSON.stringify(wrong)], [400, JSON.stringify(wrong)]);
    }
  });
  test('SEND where RECEIVE exists merges into BOTH, on creation and later; a removed one is gone [CAP-1, CAP-2, CAP-4, PAR-17]', async () => {
    const capabilities = ['SEND', 'RECEIVE'].map((direction) => ({ documentTypeId: 'invoice', direction }));
    const made = await ask({ value: '7300010000018', identifier: 'merge', capabilities });
    assert.deepEqual(
      made.body.capabilities.map((one: { direction: string }) => one.direction),
      ['BOTH'],
    );
    const path = `/v1/participants/${made.body.id}/capabilities`;
    assert.equal(
      (await pappel.call('POST', path, timber.key, { documentTypeId: 'order', direction: 'RECEIVE' })).status,
      201,
    );
    const merged = await pappel.call('POST', path, timber.key, {
      documentTypeId: 'order',
      direction: 'SEND',
    });
    assert.deepEqual([merged.status, merged.body.direction], [200, 'BOTH']);
    assert.equal((await pappel.call('DELETE', `${path}/order`, timber.key)).status, 204);
    assert.equal((await pappel.call('GET', path, timber.key)).body.capabilities.length, 1);
    assert.equal(
      await errorOf('POST', path, timber.key, { documentTypeId: 'urn:x::A##b::2.1', direction: 'SEND' }),
      '400 VALIDATION_FAILED',
    );
  });
  test('An address held here is 409 PARTICIPANT_EXISTS, for everybody [PAR-4]', async () => {
    const [scheme, value] = TIMBER.split(':');
    assert.equal(
      (await ask({ scheme, value, countryCode: undefined, identifier: 'y' })).body.error.code,
      'PARTICIPANT_EXISTS',
    );
    assert.equal(
      (await ask({ scheme, value, countryCode: undefined }, furniture)).body.error.code,
      'PARTICIPANT_EXISTS',
    );
  });
  test('Rejected, changed, approved, suspended, resumed: each move once, and the audit says who [OPR-2, PAR-9, PAR-13, PAR-18]', async () => {
    const { body: made } = await ask({ value: '7300010000025', identifier: 'moves' });
    const operate = async (move: string, body = {}) =>
      (await pappel.operate(`participants/${made.id}/${move}`, body)).body.status;
    assert.equal((await pappel.operate(`participants/${made.id}/reject`)).status, 400);
    assert.equal(await operate('reject', { reason: 'no proof' }), 'REJECTED');
    const again = await pappel.call('PATCH', `/v1/participants/${made.id}`, timber.key, { name: 'Better' });
    assert.equal(again.body.status, 'PENDING_APPROVAL');
    assert.equal(await operate('approve'), 'READY');
    assert.equal((await pappel.operate(`participants/${made.id}/approve`)).body.error.code, 'INVALID_STATE');
    assert.equal(await operate('suspend'), 'SUSPENDED');
    assert.equal(await operate('resume'), 'READY');
    const audit = await pappel.call('GET', `/v1/participants/${made.id}/audit`, timber.key);
    const types = audit.body.rows.map((row: { eventType: string }) => row.eventType);
    assert.deepEqual(
      [types.includes('participant.rejected'), types.includes('participant.approved'), types.at(-1)],
      [true, true, 'participant.created'],
    );
    const filtered = await pappel.call(
      'GET',
      `/v1/participants/${made.id}/audit?eventType=participant.rejected&q=PROOF`,
      timber.key,
    );
    assert.equal(filtered.body.rows.length, 1);
  });
  test('DELETE withdraws it from the network; it can then be asked for again [PAR-8]', async () => {
    const address = '0088:7300010000032';
    const [scheme, value] = address.split(':');
    const { body: made } = await ask({
      scheme,
      value,
      identifier: 'gone',
      capabilities: [{ documentTypeId: 'invoice', direction: 'RECEIVE' }],
    });
    await pappel.operate(`participants/${made.id}/approve`);
    const path = `/v1/participants/${made.id}`;
    await until(
      () => pappel.call('GET', path, timber.key),
      ({ body }) => body.status === 'ACTIVE',
    );
    assert.equal((await pappel.call('DELETE', path, timber.key)).body.status, 'DEACTIVATING');
    const gone = await until(
      () => pappel.call('GET', path, timber.key),
      ({ body }) => body.status === 'DEACTIVATED',
    );
    assert.equal(gone.body.status, 'DEACTIVATED');
    assert.equal(
      (await settled(pappel, timber, (await send({ receiver: address })).body.id)).lastErrorCode,
      'PARTICIPANT_NOT_FOUND',
    );
    assert.equal((await ask({ scheme, value, identifier: 'gone' })).status, 201);
  });
  test('The list has counts by status and searches address, name and identifier; others see nothing [PAR-16]', async () => {
    const { body } = await pappel.call('GET', `/v1/participants?counts=true&q=${TIMBER}`, timber.key);
    assert.equal(body.participants.length, 1);
    assert.ok(body.counts.byStatus.ACTIVE >= 1 && body.counts.total > 1);
    assert.equal(
      (await pappel.call('GET', `/v1/participants?q=${TIMBER}`, furniture.key)).body.participants.length,
      0,
    );
    for (const path of ['', '/audit', '/capabilities']) {
      assert.equal(
        await errorOf('GET', `/v1/participants/${timberId}${path}`, furniture.key),
        '404 NOT_FOUND',
      );
    }
  });
});

describe('sending', () => {
  test('202 with QUEUED_VALIDATION; later AS4_ACCEPTED with verdict VALID; the other side collects and acknowledges [MSG-3, MSG-15, MSG-30, MSG-31]', async () => {
    const { status, body } = await send({ externalReference: 'ref-1' });
    assert.deepEqual(
      [status, body.status, body.validation.verdict, body.documentNumber],
      [202, 'QUEUED_VALIDATION', 'PENDING', 'INV-1'],
    );
    const delivered = await settled(pappel, timber, body.id);
    assert.deepEqual(
      [delivered.status, delivered.validation.verdict, delivered.attempts],
      ['AS4_ACCEPTED', 'VALID', 1],
    );
    assert.equal(delivered.receiverAccessPoint, pappel.service.base.provider.seat);

    const waiting = await pappel.call(
      'GET',
      '/v1/messages?direction=INBOUND&status=CUSTOMER_DELIVERY_QUEUED',
      furniture.key,
    );
    const [inbound] = waiting.body.messages;
    assert.deepEqual(
      [inbound.sender, inbound.receiver, inbound.sbdhInstanceId],
      [TIMBER, FURNITURE, delivered.sbdhInstanceId],
    );
    const payload = await pappel.call('GET', `/v1/messages/${inbound.id}/payload`, furniture.key);
    assert.equal(payload.headers.get('content-type'), 'application/xml');
    assert.equal(payload.headers.get('etag'), `"${createHash('sha256').update(payload.body).digest('hex')}"`);
    assert.equal(payload.body, invoice.slice(invoice.indexOf('<Invoice')).trimEnd());
    for (let i = 0; i < 2; i++) {
      const acknowledged = await pappel.call('POST', `/v1/messages/${inbound.id}/ack`, furniture.key);
      assert.deepEqual([acknowledged.status, acknowledged.body.status], [200, 'ACKNOWLEDGED']);
    }
    assert.equal(await errorOf('POST', `/v1/messages/${body.id}/ack`, timber.key), '409 INVALID_STATE');
  });
  test('Every attempt is kept with its times and reason [MSG-54]', async () => {
    const { body } = await send();
    await settled(pappel, timber, body.id);
    const timeline = (await pappel.call('GET', `/v1/messages/${body.id}/timeline`, timber.key)).body;
    assert.deepEqual(
      timeline.events.map((event: { status: string }) => event.status),
      ['QUEUED_VALIDATION', 'QUEUED', 'SENDING', 'AS4_ACCEPTED'],
    );
    assert.equal(timeline.attempts.length, 1);
    assert.ok(timeline.attempts[0].receiptId && timeline.attempts[0].finishedAt);
    const { startedAt, finishedAt, discoveryMs, connectMs, answerMs } = timeline.attempts[0];
    const phases = [discoveryMs, connectMs, answerMs];
    assert.ok(
      phases.every((ms) => Number.isInteger(ms) && ms >= 0),
      String(phases),
    );
    assert.ok(
      answerMs > 0 &&
        discoveryMs + connectMs + answerMs <= Date.parse(finishedAt) - Date.parse(startedAt) + 2,
    );
  });
  test('A document that breaks the rules is VALIDATION_FAILED with its errors [MSG-11]', async () => {
    const { body } = await send({
      payload: invoice.replace('>1250.00</cbc:TaxInclusiveAmount>', '>1.00</cbc:TaxInclusiveAmount>'),
    });
    const failed = await settled(pappel, timber, body.id);
    assert.deepEqual([failed.status, failed.validation.verdict], ['VALIDATION_FAILED', 'VALIDATION_FAILED']);
    const [error] = failed.validationErrors;
    assert.ok(error.code && error.severity === 'ERROR' && error.message && error.ruleset);
  });
  test('The document must be of the type that the request names [VAL-4]', async () => {
    const failed = await settled(pappel, timber, (await send({ type: 'credit-note' })).body.id);
    assert.ok(
      failed.validationErrors.some((error: { code: string }) => error.code === 'DOCUMENT_TYPE_MISMATCH'),
    );
  });
  test('A receiver that is not registered, or not for the type, is DISCOVERY_FAILED [MSG-13, MSG-19]', async () => {
    const nobody = await settled(pappel, timber, (await send({ receiver: '0192:974760673' })).body.id);
    assert.deepEqual([nobody.status, nobody.lastErrorCode], ['DISCOVERY_FAILED', 'PARTICIPANT_NOT_FOUND']);
  });
  test('A type without rules is refused, or QUEUED with 201 where the capability allows unvalidated documents [CAP-3, MSG-3]', async () => {
    const path = `/v1/participants/${timberId}/capabilities`;
    const kind = { documentTypeId: JAPANESE_INVOICE, processId: 'urn:peppol:bis:billing' };
    await pappel.call('POST', path, timber.key, { ...kind, direction: 'SEND' });
    const unvalidated = { ...kind, type: undefined, payload: '<Invoice/>' };
    assert.equal((await send(unvalidated)).status, 400);
    await pappel.call('POST', path, timber.key, { ...kind, direction: 'SEND', allowUnvalidated: true });
    const queued = await send(unvalidated);
    assert.deepEqual(
      [queued.status, queued.body.status, queued.body.validation.verdict],
      [201, 'QUEUED', 'SKIPPED'],
    );
    assert.equal(
      (await settled(pappel, timber, queued.body.id)).lastErrorCode,
      'DOCUMENT_TYPE_NOT_SUPPORTED',
    );
  });
  test('An unknown sender, one out of reach, one without SEND and one that is not READY are refused [MSG-1, MSG-2]', async () => {
    assert.deepEqual(
      [
        (await send({ sender: '0192:974760673' })).status,
        (await send({ sender: '0192:974760673' })).body.error.code,
      ],
      [403, 'SENDER_NOT_ALLOWED'],
    );
    assert.equal((await send({ sender: FURNITURE })).body.error.code, 'SENDER_NOT_ALLOWED');
    assert.equal((await send({ type: 'despatch-advice' })).body.error.code, 'SENDER_CAPABILITY_MISSING');
    await pappel.operate(`participants/${timberId}/suspend`);
    const suspended = await send();
    assert.deepEqual([suspended.status, suspended.body.error.code], [409, 'SENDER_NOT_ACTIVE']);
    await pappel.operate(`participants/${timberId}/resume`);
  });
  test('Exactly one of payload and payloadObjectKey, of type and documentTypeId, must be given [MSG-4]', async () => {
    assert.equal((await send({ payloadObjectKey: 'x' })).status, 400);
    assert.equal((await send({ payload: undefined })).status, 400);
    assert.equal((await send({ type: undefined })).status, 400);
    assert.equal((await send({ receiver: 'nonsense' })).status, 400);
  });
});

describe('Idempotency-Key', () => {
  test('Same key and same body returns the original document with 200; another body is 409 [MSG-5]', async () => {
    const first = await send({}, { 'idempotency-key': 'k-1' });
    const replay = await send({}, { 'idempotency-key': 'k-1' });
    assert.deepEqual([first.status, replay.status, replay.body.id], [202, 200, first.body.id]);
    const conflict = await send({ externalReference: 'other' }, { 'idempotency-key': 'k-1' });
    assert.deepEqual([conflict.status, conflict.body.error.code], [409, 'IDEMPOTENCY_CONFLICT']);
  });
  test('Two bodies are the same as JSON, whatever their white space and order [MSG-6]', async () => {
    const body = { sender: TIMBER, receiver: FURNITURE, type: 'invoice', payload: invoice };
    const turned = Object.fromEntries(Object.entries(body).reverse());
    const post = (text: string) =>
      fetch(`${pappel.api}/v1/messages`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${timber.key}`,
          'content-type': 'application/json',
          'idempotency-key': 'same',
        },
        body: text,
      });
    const [first, again] = [await post(JSON.stringify(body)), await post(JSON.stringify(turned, null, 3))];
    assert.deepEqual([first.status, again.status], [202, 200]);
  });
  test('A key has up to 128 characters, and is its account’s alone [LIM-8]', async () => {
    const longest = { 'idempotency-key': 'k'.repeat(128) };
    assert.equal((await send({}, longest)).status, 202);
    assert.equal((await send({}, { 'idempotency-key': 'k'.repeat(129) })).status, 400);
    const theirs = await send({ sender: FURNITURE, receiver: TIMBER }, longest, furniture.key);
    assert.notEqual(theirs.status, 409);
  });
  test('Twenty requests at once with one key make one document [MSG-5]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send({}, { 'idempotency-key': 'at-once' })),
    );
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
    assert.equal(answers.filter(({ status }) => status === 202).length, 1);
  });
  test('A refused request does not burn its key; no key creates a new document every time [MSG-7]', async () => {
    assert.equal((await send({ receiver: 'nonsense' }, { 'idempotency-key': 'k-2' })).status, 400);
    assert.equal((await send({}, { 'idempotency-key': 'k-2' })).status, 202);
    assert.notEqual((await send()).body.id, (await send()).body.id);
  });
});

describe('uploads', () => {
  const ask = (bytes: number, companyId = timber.companyId) =>
    pappel.call('POST', '/v1/messages/uploads', timber.key, { companyId, bytes });
  const put = (url: string, body: Uint8Array) =>
    fetch(url, {
      method: 'PUT',
      body: new Blob([Uint8Array.from(body)]),
      headers: { 'content-type': 'application/xml' },
    });

  for (const [size, bytes] of Object.entries({ '200 KB': 200_000, '40 MiB': 41_943_040 }))
    test(`A document of ${size} goes out and comes in, byte for byte [LIM-2, MSG-33]`, async () => {
      const document = invoiceOf(bytes);
      assert.equal(document.length, bytes);
      const { status, body } = await ask(document.length);
      assert.equal(status, 201);
      assert.equal((await put(body.uploadUrl, document)).status, 204);
      const sent = await send({ payload: undefined, payloadObjectKey: body.payloadObjectKey });
      assert.equal(sent.status, 202);
      const delivered = await settled(pappel, timber, sent.body.id, 180_000);
      assert.equal(delivered.status, 'AS4_ACCEPTED', delivered.lastErrorMessage);
      const { body: list } = await pappel.call(
        'GET',
        '/v1/messages?direction=INBOUND&limit=100',
        furniture.key,
      );
      const received = list.messages.find(
        (one: { sbdhInstanceId: string }) => one.sbdhInstanceId === delivered.sbdhInstanceId,
      );
      const root = document.subarray(document.indexOf('<Invoice'));
      assert.equal(received.sha256, createHash('sha256').update(root.toString().trimEnd()).digest('hex'));
    });
  test('One byte more is 413 [LIM-3]', async () => {
    assert.equal((await ask(41_943_041)).status, 413);
  });
  test('Another length, a second use, an unfinished one and one of another company are refused [MSG-8]', async () => {
    const document = Buffer.from(invoice);
    const { body } = await ask(document.length);
    assert.equal((await put(body.uploadUrl, document.subarray(1))).status, 400);
    assert.equal(
      (await send({ payload: undefined, payloadObjectKey: body.payloadObjectKey })).body.error.code,
      'PAYLOAD_OBJECT_INVALID',
    );
    assert.equal((await put(body.uploadUrl, document)).status, 204);
    assert.equal((await put(body.uploadUrl, document)).status, 400);
    const second = await pappel.call('POST', '/v1/companies', timber.key, { name: 'Second' });
    const foreign = await ask(document.length, second.body.id);
    await put(foreign.body.uploadUrl, document);
    assert.equal(
      (await send({ payload: undefined, payloadObjectKey: foreign.body.payloadObjectKey })).body.error.code,
      'PAYLOAD_OBJECT_INVALID',
    );
    assert.equal((await send({ payload: undefined, payloadObjectKey: body.payloadObjectKey })).status, 202);
    assert.equal(
      (await send({ payload: undefined, payloadObjectKey: body.payloadObjectKey })).body.error.code,
      'PAYLOAD_OBJECT_INVALID',
    );
  });
  test('An inline payload above 1 MiB is 413 [LIM-2]', async () => {
    assert.equal((await send({ payload: `<a>${'x'.repeat(1_048_576)}</a>` })).status, 413);
  });
});

describe('lists', () => {
  test('Times are UTC with milliseconds, ids UUIDs, addresses scheme:value [GEN-1]', async () => {
    const { body } = await pappel.call('GET', `/v1/messages/${(await send()).body.id}`, timber.key);
    assert.match(body.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.match(body.id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.deepEqual([body.sender, body.receiver], [TIMBER, FURNITURE]);
  });
  test('What is refused leaves no document [MSG-18]', async () => {
    const total = async () =>
      (await pappel.call('GET', '/v1/messages?counts=true&limit=0', timber.key)).body.counts.total;
    const before = await total();
    for (const change of [{ receiver: 'nonsense' }, { payload: '<x' }, { type: 'despatch-advice' }])
      assert.ok((await send(change)).status >= 400, JSON.stringify(change));
    assert.equal(await total(), before);
  });
  test('cursor gives what follows, before what precedes; counts, limit=0, filters and q [GEN-21, MSG-50, MSG-53]', async () => {
    const first = await pappel.call('GET', '/v1/messages?limit=3', timber.key);
    const second = await pappel.call(
      'GET',
      `/v1/messages?limit=3&cursor=${first.body.nextCursor}`,
      timber.key,
    );
    const back = await pappel.call(
      'GET',
      `/v1/messages?limit=3&before=${second.body.prevCursor}`,
      timber.key,
    );
    const ids = (answer: typeof first) => answer.body.messages.map((one: { id: string }) => one.id);
    assert.deepEqual(ids(back), ids(first));
    assert.ok(ids(second).every((id: string) => !ids(first).includes(id)));
    assert.equal(
      await errorOf(
        'GET',
        `/v1/messages?cursor=${first.body.nextCursor}&before=${first.body.nextCursor}`,
        timber.key,
      ),
      '400 VALIDATION_FAILED',
    );

    const counts = await pappel.call('GET', '/v1/messages?counts=true&limit=0', timber.key);
    assert.deepEqual(counts.body.messages, []);
    assert.ok(
      counts.body.counts.byStatus.AS4_ACCEPTED > 0 && counts.body.counts.byReason.PARTICIPANT_NOT_FOUND > 0,
    );
    const [id] = ids(first);
    assert.deepEqual(ids(await pappel.call('GET', `/v1/messages?q=${id}`, timber.key)), [id]);
    assert.ok(ids(await pappel.call('GET', '/v1/messages?q=0192:9918', timber.key)).length > 0);
    assert.ok(ids(await pappel.call('GET', '/v1/messages?q=9918', timber.key)).length > 0);
    assert.equal(ids(await pappel.call('GET', '/v1/messages?q=1825', timber.key)).length, 0);
    const failed = await pappel.call('GET', '/v1/messages?status=DISCOVERY_FAILED', timber.key);
    assert.ok(failed.body.messages.every((one: { status: string }) => one.status === 'DISCOVERY_FAILED'));
  });
  test('format=csv answers the columns, and no cell that a spreadsheet would run [GEN-26]', async () => {
    await send({ externalReference: '=1+1' });
    const { body, headers } = await pappel.call('GET', '/v1/messages?format=csv&limit=5', timber.key);
    assert.match(headers.get('content-type') ?? '', /^text\/csv/);
    const [head, row] = body.split('\r\n');
    assert.equal(
      head,
      'id,companyId,direction,status,sender,receiver,type,documentNumber,externalReference,createdAt,statusChangedAt,lastErrorCode',
    );
    assert.ok(row.includes(",'=1+1,"));
  });
  test("Another account's documents are 404, and not in the list [MSG-58]", async () => {
    const { body } = await send();
    for (const path of ['', '/payload', '/timeline'])
      assert.equal(await errorOf('GET', `/v1/messages/${body.id}${path}`, furniture.key), '404 NOT_FOUND');
    assert.equal(await errorOf('POST', `/v1/messages/${body.id}/ack`, furniture.key), '404 NOT_FOUND');
    const { body: list } = await pappel.call('GET', `/v1/messages?q=${body.id}`, furniture.key);
    assert.equal(list.messages.length, 0);
  });
  test('A read key does not collect inbound documents, a receive key does [KEY-4]', async () => {
    const { body: list } = await pappel.call('GET', '/v1/messages?direction=INBOUND&limit=1', furniture.key);
    const path = `/v1/messages/${list.messages[0].id}/payload`;
    const keyWith = async (permission: string) =>
      (await pappel.call('POST', '/v1/api-keys', furniture.session, { name: 'x', permissions: [permission] }))
        .body.key;
    assert.equal(await errorOf('GET', path, await keyWith('read')), '403 PERMISSION_DENIED');
    assert.equal((await pappel.call('GET', path, await keyWith('receive'))).status, 200);
  });
});

describe("the operator's retry", () => {
  test('A failed message goes to the network again [OPR-3]', async () => {
    const { body } = await send({ receiver: '0192:974760673' });
    await settled(pappel, timber, body.id);
    assert.equal((await pappel.operate(`messages/${body.id}/retry`)).body.status, 'QUEUED');
    assert.equal((await settled(pappel, timber, body.id)).status, 'DISCOVERY_FAILED');
    const { body: timeline } = await pappel.call('GET', `/v1/messages/${body.id}/timeline`, timber.key);
    assert.equal(timeline.attempts.length, 2);
  });
});
