import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { constants, gzipSync } from 'node:zlib';
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { fromBufferPromise } from 'yauzl';
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
} from './harness.ts';

const invoice = fixture('invoice.xml');
const NOBODY = '0192:974760673';

let pappel: Pappel;
let timber: Account;
let furniture: Account;
let sentId: string;

before(async () => {
  pappel = await startPappel();
  [timber, furniture] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
  await activeParticipant(pappel, timber, TIMBER);
  await activeParticipant(pappel, furniture, FURNITURE);
  sentId = await send(FURNITURE);
});
after(() => pappel.stop());

async function send(receiver: string): Promise<string> {
  const message = { sender: TIMBER, receiver, type: 'invoice', payload: invoice };
  const { body } = await pappel.call('POST', '/v1/messages', timber.key, message);
  await settled(pappel, timber, body.id);
  return body.id;
}
const waiting = async (): Promise<string[]> => {
  const path = '/v1/messages?direction=INBOUND&status=CUSTOMER_DELIVERY_QUEUED';
  const { body } = await pappel.call('GET', path, furniture.key);
  return body.messages.map(({ id }: { id: string }) => id);
};
const evidence = (id: string, token = timber.key) => pappel.call('GET', `/v1/messages/${id}/evidence`, token);

/** As a stranger would check it, with another library. */
function isSignedBy(xml: string, pem: string): boolean {
  const dom = new DOMParser().parseFromString(xml, 'text/xml');
  const [signature] = Array.from(
    dom.getElementsByTagNameNS('http://www.w3.org/2000/09/xmldsig#', 'Signature'),
  );
  const verifier = new SignedXml({ publicCert: pem });
  verifier.loadSignature(signature as unknown as Node);
  return verifier.checkSignature(xml);
}

describe('GET /v1/messages/{id}/evidence', () => {
  test('It has the signed Receipt as XML, its ids and times, the certificate, and the digest that covers the document [MSG-55]', async () => {
    const { status, body } = await evidence(sentId);
    assert.equal(status, 200);
    const { body: message } = await pappel.call('GET', `/v1/messages/${sentId}`, timber.key);
    assert.deepEqual(
      [body.proof, body.status, body.document.sha256],
      ['RECEIPT', 'AS4_ACCEPTED', message.sha256],
    );
    assert.deepEqual(
      [body.as4.messageId, body.receipt.refToMessageId, body.envelope.instanceIdentifier],
      [message.as4MessageId, message.as4MessageId, message.sbdhInstanceId],
    );
    assert.equal(body.as4.otherAccessPoint, message.receiverAccessPoint);
    assert.deepEqual([body.receipt.isGenuine, body.envelope.coversDocument], [true, true]);
    assert.equal(body.receipt.signedBy.seat, message.receiverAccessPoint);
    const { certificate } = pappel.service.base.identity.accessPoint;
    assert.equal(body.receipt.signedBy.fingerprint, certificate.fingerprint);
    const { body: timeline } = await pappel.call('GET', `/v1/messages/${sentId}/timeline`, timber.key);
    assert.equal(body.receipt.messageId, timeline.attempts.at(-1).receiptId);
  });

  test('A stranger can check it: signature, and digest of the compressed envelope with the document in it [MSG-55]', async () => {
    const { body } = await evidence(sentId);
    const { xml, signedBy, references } = body.receipt;
    assert.ok(isSignedBy(xml, signedBy.pem));
    assert.ok(!isSignedBy(xml.replace(body.as4.messageId, 'another@x'), signedBy.pem));
    const { body: document } = await pappel.call('GET', `/v1/messages/${sentId}/payload`, timber.key);
    const root = document.slice(document.indexOf('?>') + 2);
    const end = '</sh:StandardBusinessDocument>';
    const envelope = body.envelope.header.replace(end, () => root + end);
    const gzip = gzipSync(envelope, { level: constants.Z_BEST_SPEED });
    const digest = createHash('sha256').update(gzip).digest('base64');
    assert.deepEqual(
      references
        .filter(({ covers }: { covers: string }) => covers === 'DOCUMENT')
        .map((one: { digest: string }) => one.digest),
      [digest],
    );
  });

  test('format=zip has the same as files', async () => {
    const answer = await fetch(`${pappel.api}/v1/messages/${sentId}/evidence?format=zip`, {
      headers: { authorization: `Bearer ${timber.key}` },
    });
    assert.equal(answer.headers.get('content-type'), 'application/zip');
    const names: string[] = [];
    const zip = await fromBufferPromise(Buffer.from(await answer.arrayBuffer()));
    for await (const entry of zip.eachEntry()) names.push(entry.fileName);
    assert.deepEqual(names, ['evidence.json', 'receipt.xml', 'sbdh.xml', 'signer.pem']);
  });

  test('Of a document that came in it is the header that the other access point signed [MSG-55]', async () => {
    const [id = ''] = await waiting();
    const { body } = await evidence(id, furniture.key);
    assert.deepEqual(
      [body.proof, body.direction, body.userMessage.isGenuine],
      ['USER_MESSAGE', 'INBOUND', true],
    );
    const { body: message } = await pappel.call('GET', `/v1/messages/${id}`, furniture.key);
    assert.equal(body.userMessage.messageId, message.as4MessageId);
    assert.equal(
      body.userMessage.references.filter(({ covers }: { covers: string }) => covers === 'DOCUMENT').length,
      1,
    );
  });

  test('Before delivery there is none; a document that is not what was sent is not covered; out of reach is 404', async () => {
    const { body: none } = await evidence(await send(NOBODY));
    assert.deepEqual([none.proof, none.receipt, none.status], ['NONE', undefined, 'DISCOVERY_FAILED']);
    const { payloads } = pappel.service.base;
    const other = await send(FURNITURE);
    await payloads.remove(`outbound/${other}`);
    await payloads.put(`outbound/${other}`, Buffer.from(invoice.replace('INV-1', 'INV-2')));
    const { body: forged } = await evidence(other);
    assert.deepEqual([forged.proof, forged.envelope.coversDocument], ['RECEIPT', false]);
    assert.equal((await evidence(sentId, furniture.key)).status, 404);
  });
});

describe('POST /v1/messages/ack', () => {
  const ack = (ids: unknown, token = furniture.key) =>
    pappel.call('POST', '/v1/messages/ack', token, { ids });

  test('Up to 100 documents are acknowledged at once, each for itself, within reach; repeating it is harmless [MSG-32]', async () => {
    const [first = '', second = ''] = await waiting();
    const ids = [first, sentId, 'nonsense', second, first];
    const { status, body } = await ack(ids);
    assert.equal(status, 200);
    const said = body.results.map((one: { id: string; status: string; error?: { code: string } }) => [
      one.id,
      one.status,
      one.error?.code,
    ]);
    assert.deepEqual(said, [
      [first, 'OK', undefined],
      [sentId, 'ERROR', 'NOT_FOUND'],
      ['nonsense', 'ERROR', 'NOT_FOUND'],
      [second, 'OK', undefined],
      [first, 'OK', undefined],
    ]);
    assert.ok(body.results[0].acknowledgedAt);
    assert.equal(body.results[4].acknowledgedAt, body.results[0].acknowledgedAt);
    const still = await waiting();
    assert.ok(!still.includes(first) && !still.includes(second));
    assert.deepEqual((await ack(ids)).body, body);
    const own = await ack([sentId], timber.key);
    assert.equal(own.body.results[0].error.code, 'INVALID_STATE');
  });
  test('A confined key acknowledges what its company received only [GEN-3]', async () => {
    const elsewhere = await pappel.call('POST', '/v1/companies', furniture.session, { name: 'Second' });
    const confined = await pappel.call('POST', '/v1/api-keys', furniture.session, {
      name: 'k',
      companyId: elsewhere.body.id,
    });
    await send(FURNITURE);
    const [id = ''] = await waiting();
    const { body } = await ack([id], confined.body.key);
    assert.equal(body.results[0].error.code, 'NOT_FOUND');
    assert.ok((await waiting()).includes(id));
  });
  test('None, and more than 100, is 400 [MSG-32]', async () => {
    for (const ids of [[], Array.from({ length: 101 }, () => sentId), undefined]) {
      const { status, body } = await ack(ids);
      assert.deepEqual([status, body.error.code], [400, 'VALIDATION_FAILED']);
    }
  });
});

describe('GET /v1/messages/{id}/payload', () => {
  test('If-None-Match with its ETag is 304 without a body; with another it is the document [MSG-33, MSG-37]', async () => {
    const path = `/v1/messages/${sentId}/payload`;
    const first = await pappel.call('GET', path, timber.key);
    const etag = first.headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await pappel.call('GET', path, timber.key, undefined, { 'if-none-match': known });
      assert.deepEqual([again.status, again.body, again.headers.get('etag')], [304, '', etag], known);
    }
    const other = await pappel.call('GET', path, timber.key, undefined, { 'if-none-match': '"x"' });
    assert.deepEqual([other.status, other.body], [200, first.body]);
    const foreign = await pappel.call('GET', path, furniture.key, undefined, { 'if-none-match': etag });
    assert.equal(foreign.status, 404);
  });
});
