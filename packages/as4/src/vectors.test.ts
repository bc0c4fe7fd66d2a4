import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readAnchors } from '@pappel/pki/anchors';
import { readCertificate } from '@pappel/pki/certificate';
import { readKeyMaterial } from '@pappel/pki/key-material';
import { Trust } from '@pappel/pki/trust';
import { readResponse, type SentMessage } from './read-response.ts';
import { receive } from './receive.ts';
import { receiptFor } from './reply.ts';

const RECORDED = new Date('2026-11-21T12:00:00Z');

describe('messages recorded from phase4 4.4.1', () => {
  const bytes = (name: string): Buffer =>
    readFileSync(new URL(`../../../vectors/as4/phase4-4.4.1/${name}`, import.meta.url));
  const text = (name: string): string => bytes(name).toString();
  const anchors = readAnchors(text('anchors.pem'), 'local');
  assert.ok('anchors' in anchors);
  const trust = new Trust(anchors.anchors, () => RECORDED);
  const key = readKeyMaterial({
    keyPem: text('POP000001.key.pem'),
    certificatePem: text('POP000001.crt.pem'),
  });
  assert.ok('privateKey' in key);
  const request = { contentType: text('request.content-type.txt'), body: bytes('request.mime') };

  test('Its user message is received, with its envelope byte for byte', async () => {
    const result = await receive({ keys: [key], trust }, request);
    assert.ok(result.kind === 'received');
    assert.deepEqual(Buffer.from(result.payload), bytes('request.payload.xml'));
    assert.deepEqual(
      { ...result.userMessage },
      {
        messageId: '8ba88969-01a6-426b-b015-762417967c04@phase4',
        timestamp: new Date('2026-11-21T06:39:57.411Z'),
        from: 'POP000002',
        to: 'POP000001',
        service: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
        serviceType: 'cenbii-procid-ubl',
        action:
          'busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
        conversationId: 'phase4@Conv-701154435830860758',
        originalSender: '0208:0848934496',
        finalRecipient: '0192:991825827',
      },
    );
  });
  test('Our receipt copies its references as it wrote them, PrefixList included', async () => {
    const result = await receive({ keys: [key], trust }, request);
    assert.ok(result.kind === 'received');
    const receipt = Buffer.from((await receiptFor(result, key)).body).toString();
    const written = /<ds:SignedInfo.*<\/ds:SignedInfo>/s.exec(request.body.toString('latin1'))?.[0] ?? '';
    const digests = [...written.matchAll(/<ds:DigestValue>([^<]*)/g)].map((match) => match[1] ?? '');
    assert.equal(digests.length, 3);
    for (const digest of digests) assert.ok(receipt.includes(`<ds:DigestValue>${digest}</ds:DigestValue>`));
    assert.match(receipt, /<ec:InclusiveNamespaces [^>]*PrefixList="S12"/);
  });
  test('A bit changed in it anywhere is noticed', async () => {
    const end = request.body.lastIndexOf('\r\n------=');
    for (const at of [end - 1, end - 400]) {
      const body = Buffer.from(request.body);
      body[at] = (body[at] ?? 0) ^ 1;
      const result = await receive({ keys: [key], trust }, { ...request, body });
      assert.equal(result.kind === 'refused' && result.error.code, 'EBMS:0102');
    }
  });

  const sent = async (): Promise<SentMessage> => {
    const certificate = readCertificate(text('POP000002.crt.pem'));
    const verdict = certificate && (await trust.check(certificate, 'access-point'));
    assert.ok(verdict?.trusted);
    return { ...JSON.parse(text('receipt.sent.json')), receiverCertificate: verdict.certificate };
  };
  const judge = async (name: string, message?: SentMessage) =>
    readResponse(
      message ?? (await sent()),
      { httpStatus: 200, contentType: 'application/soap+xml', body: bytes(name) },
      trust,
    );
  test('Its receipt for a message of ours is a receipt, and one for no other message', async () => {
    assert.equal((await judge('receipt.xml')).kind, 'receipt');
    assert.equal(
      (await judge('receipt.xml', { ...(await sent()), messageId: 'other' })).kind,
      'receipt-invalid',
    );
    const [first, ...references] = (await sent()).references;
    assert.ok(first);
    const changed = {
      ...(await sent()),
      references: [{ ...first, digest: references[0]?.digest ?? '' }, ...references],
    };
    assert.equal((await judge('receipt.xml', changed)).kind, 'receipt-invalid');
  });
  test('Its answer to a repeat is an error that may pass: it forgets ids after minutes', async () => {
    const outcome = await judge('duplicate-error.xml');
    assert.ok(outcome.kind === 'ebms-error');
    assert.deepEqual([outcome.errors[0]?.code, outcome.retry], ['EBMS:0004', true]);
    assert.match(outcome.errors[0]?.detail ?? '', /duplicate/);
  });
});
