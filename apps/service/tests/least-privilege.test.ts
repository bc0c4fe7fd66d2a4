import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Account,
  type Answer,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';
import { newKey } from './people.ts';

let pappel: Pappel;
let timber: Account;
let furniture: Account;

before(async () => {
  pappel = await startPappel();
  [timber, furniture] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
  await activeParticipant(pappel, timber, TIMBER);
  await activeParticipant(pappel, furniture, FURNITURE);
});
after(() => pappel.stop());

const invoice = fixture('invoice.xml');
const refusal = ({ status, body }: Answer) => `${status} ${body.error?.code}`;

test('A key with nothing but receive finds what is waiting, fetches and acknowledges it [KEY-4]', async () => {
  const key = await newKey(pappel, furniture.session, {
    permissions: ['receive'],
    companyId: furniture.companyId,
  });
  await pappel.call('POST', '/v1/messages', timber.key, {
    sender: TIMBER,
    receiver: FURNITURE,
    type: 'invoice',
    payload: invoice,
  });
  const waiting = '/v1/messages?direction=INBOUND&status=CUSTOMER_DELIVERY_QUEUED';
  const { body } = await until(
    () => pappel.call('GET', waiting, key),
    (answer) => answer.body.messages?.length > 0,
  );
  for (const { id } of body.messages) {
    const read = await pappel.call('GET', `/v1/messages/${id}`, key);
    assert.equal(read.body.direction, 'INBOUND');
    const payload = await pappel.call('GET', `/v1/messages/${id}/payload`, key);
    assert.match(payload.body, /<\/(\w+:)?Invoice>\s*$/);
    const acknowledged = await pappel.call('POST', `/v1/messages/${id}/ack`, key);
    assert.equal(acknowledged.body.status, 'ACKNOWLEDGED');
  }
  assert.deepEqual((await pappel.call('GET', waiting, key)).body.messages, []);
  const csv = await pappel.call('GET', '/v1/messages?direction=INBOUND&format=csv', key);
  assert.match(csv.body, /INBOUND,ACKNOWLEDGED/);
  const everything = await pappel.call('GET', '/v1/messages', key);
  assert.equal(refusal(everything), '403 PERMISSION_DENIED');
  assert.match(everything.body.error.message, /Add direction=INBOUND\.$/);
  const sent = await pappel.call('GET', '/v1/messages?direction=OUTBOUND', key);
  assert.equal(refusal(sent), '403 PERMISSION_DENIED');
});

test('A key asks who it is, whatever it may do [KEY-17]', async () => {
  for (const permission of ['read', 'send', 'receive', 'manage']) {
    const key = await newKey(pappel, timber.session, { permissions: [permission] });
    const { status, body } = await pappel.call('GET', '/v1/me', key);
    assert.deepEqual([status, body.apiKey.permissions], [200, [permission]]);
  }
});

test('A key with nothing but send uploads, sends, and follows its documents to the end [KEY-4]', async () => {
  const key = await newKey(pappel, timber.session, { permissions: ['send'], companyId: timber.companyId });
  const checked = await pappel.call('POST', '/v1/messages/validate', key, { payload: invoice });
  assert.equal(checked.status, 200);
  const bytes = new TextEncoder().encode(invoice);
  const upload = await pappel.call('POST', '/v1/messages/uploads', key, {
    companyId: timber.companyId,
    bytes: bytes.length,
  });
  assert.equal(upload.status, 201);
  const put = await fetch(upload.body.uploadUrl, {
    method: 'PUT',
    body: bytes,
    headers: { 'content-type': 'application/xml' },
  });
  assert.equal(put.status, 204);
  const { payloadObjectKey } = upload.body;
  const sent = await pappel.call('POST', '/v1/messages', key, {
    sender: TIMBER,
    receiver: FURNITURE,
    type: 'invoice',
    payloadObjectKey,
  });
  assert.equal(sent.status, 202);
  const path = `/v1/messages/${sent.body.id}`;
  const last = await until(
    () => pappel.call('GET', path, key),
    ({ body }) => body.status === 'AS4_ACCEPTED',
  );
  assert.equal(last.body.status, 'AS4_ACCEPTED');
  const timeline = await pappel.call('GET', `${path}/timeline`, key);
  assert.equal(timeline.body.attempts.length, 1);
  const listed = await pappel.call('GET', '/v1/messages?direction=OUTBOUND', key);
  assert.ok(listed.body.messages.some(({ id }: { id: string }) => id === sent.body.id));
  const everything = await pappel.call('GET', '/v1/messages', key);
  assert.equal(refusal(everything), '403 PERMISSION_DENIED');
  assert.match(everything.body.error.message, /Add direction=OUTBOUND\.$/);
  const received = await pappel.call('GET', '/v1/messages?direction=INBOUND', key);
  assert.equal(refusal(received), '403 PERMISSION_DENIED');
  assert.equal(refusal(await pappel.call('GET', `${path}/payload`, key)), '403 PERMISSION_DENIED');
});
