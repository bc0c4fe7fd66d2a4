import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readAnchors } from '@pappel/pki/anchors';
import { readCertificate } from '@pappel/pki/certificate';
import { readKeyMaterial } from '@pappel/pki/key-material';
import { Trust } from '@pappel/pki/trust';
import { readResponse, type SentMessage } from './read-response.ts';
import { receive } from './receive.ts';
import { receiptFor } from './reply.ts';

const VECTORS = new URL('../../../vectors/as4/', import.meta.url);
const folders = readdirSync(VECTORS, { withFileTypes: true }).filter((entry) => entry.isDirectory());

test('Messages of at least two foreign implementations are there', () => {
  assert.ok(new Set(folders.map(({ name }) => name.split('-')[0])).size >= 2);
});

for (const { name: folder } of folders) {
  describe(`messages recorded from ${folder}`, () => {
    const at = (name: string): URL => new URL(`${folder}/${name}`, VECTORS);
    const bytes = (name: string): Buffer => readFileSync(at(name));
    const text = (name: string): string => bytes(name).toString();
    const { recordedAt, ...header } = JSON.parse(text('request.read.json'));
    const anchors = readAnchors(text('anchors.pem'), 'local');
    assert.ok('anchors' in anchors);
    const trust = new Trust(anchors.anchors, () => new Date(recordedAt));
    const key = readKeyMaterial({
      keyPem: text('POP000001.key.pem'),
      certificatePem: text('POP000001.crt.pem'),
    });
    assert.ok('privateKey' in key);
    const contentType = text('request.content-type.txt');
    const recorded = bytes('request.mime');
    // Each reading uses its own up.
    const request = (body = recorded) => ({ contentType, body: Buffer.from(body) });

    test('Its user message is received, with its envelope byte for byte', async () => {
      const result = await receive({ keys: [key], trust }, request());
      assert.ok(result.kind === 'received');
      assert.deepEqual(Buffer.from(result.payload), bytes('request.payload.xml'));
      assert.deepEqual(JSON.parse(JSON.stringify(result.userMessage)), header);
      assert.ok(recorded.includes(header.messageId));
      assert.equal(result.senderCertificate.seatId, 'POP000002');
    });
    test('Our receipt copies its references as it wrote them, PrefixList included', async () => {
      const result = await receive({ keys: [key], trust }, request());
      assert.ok(result.kind === 'received');
      const receipt = Buffer.from((await receiptFor(result, key)).body).toString();
      const written = /<ds:SignedInfo.*<\/ds:SignedInfo>/s.exec(recorded.toString('latin1'))?.[0] ?? '';
      const digests = [...written.matchAll(/<ds:DigestValue>([^<]*)/g)].map((match) => match[1] ?? '');
      assert.equal(digests.length, 3);
      for (const digest of digests) assert.ok(receipt.includes(`<ds:DigestValue>${digest}</ds:DigestValue>`));
      const references = written.slice(written.indexOf('<ds:Reference'));
      for (const [list] of references.matchAll(/PrefixList="[^"]*"/g)) assert.ok(receipt.includes(list));
    });
    test('A bit changed in it anywhere is noticed', async () => {
      const end = recorded.lastIndexOf('\r\n--');
      for (const place of [end - 1, end - 400]) {
        const body = Buffer.from(recorded);
        body[place] = (body[place] ?? 0) ^ 1;
        const result = await receive({ keys: [key], trust }, request(body));
        assert.equal(result.kind === 'refused' && result.error.code, 'EBMS:0102');
      }
      const header = Buffer.from(recorded.toString('latin1').replace('0208:0848', '0208:0849'), 'latin1');
      const result = await receive({ keys: [key], trust }, request(header));
      assert.equal(result.kind === 'refused' && result.error.code, 'EBMS:0101');
    });

    const sent = async (): Promise<SentMessage> => {
      const certificate = readCertificate(text('POP000002.crt.pem'));
      const verdict = certificate && (await trust.check(certificate, 'access-point'));
      assert.ok(verdict?.trusted);
      return { ...JSON.parse(text('receipt.sent.json')), receiverCertificate: verdict.certificate };
    };
    const judge = async (body: Buffer, message?: SentMessage) =>
      readResponse(
        message ?? (await sent()),
        { httpStatus: 200, contentType: 'application/soap+xml', body },
        trust,
      );
    test('Its receipt for a message of ours is a receipt, and one for no other message', async () => {
      const receipt = bytes('receipt.xml');
      assert.equal((await judge(receipt)).kind, 'receipt');
      const other = { ...(await sent()), messageId: 'other' };
      assert.equal((await judge(receipt, other)).kind, 'receipt-invalid');
      const [first, ...references] = (await sent()).references;
      assert.ok(first);
      const changed = {
        ...(await sent()),
        references: [{ ...first, digest: references[0]?.digest ?? '' }, ...references],
      };
      assert.equal((await judge(receipt, changed)).kind, 'receipt-invalid');
    });
    test('Its receipt with one digit of a digest changed is none', async () => {
      const receipt = text('receipt.xml');
      const digest = (await sent()).references[0]?.digest ?? '';
      const forged = receipt.replaceAll(digest, `${digest.startsWith('A') ? 'B' : 'A'}${digest.slice(1)}`);
      assert.notEqual(forged, receipt);
      assert.equal((await judge(Buffer.from(forged))).kind, 'receipt-invalid');
    });
    // Only some stacks refuse a repeat; the others give a receipt again.
    if (existsSync(at('duplicate-error.xml')))
      test('Its refusal of a repeat is an error that may pass: it forgets ids after minutes', async () => {
        const outcome = await judge(bytes('duplicate-error.xml'));
        assert.ok(outcome.kind === 'ebms-error');
        assert.deepEqual([outcome.errors[0]?.code, outcome.retry], ['EBMS:0004', true]);
        assert.match(outcome.errors[0]?.detail ?? '', /duplicate/);
      });
  });
}
