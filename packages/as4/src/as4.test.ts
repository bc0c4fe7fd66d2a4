import assert from 'node:assert/strict';
import { constants, createDecipheriv, createHash, privateDecrypt, verify } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type LocalPki, openLocalPki } from '@pappel/localnet/local-pki';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { readAnchors } from '@pappel/pki/anchors';
import { type KeyMaterial, readKeyMaterial } from '@pappel/pki/key-material';
import { Trust } from '@pappel/pki/trust';
import { XmlDocument } from 'libxml2-wasm';
import { Agent } from 'undici';
import { type BuiltRequest, buildRequest, type OutgoingMessage } from './build-request.ts';
import { isNotServiced, isWorthRetrying, notServiced } from './ebms-error.ts';
import { readMultipart } from './mime.ts';
import { NS, PROFILE } from './peppol-profile.ts';
import { readResponse } from './read-response.ts';
import { receive } from './receive.ts';
import { errorReply, receiptFor } from './reply.ts';
import { sendUserMessage } from './send.ts';

const dir = mkdtempSync(join(tmpdir(), 'pappel-as4-'));
const type = aliasToType('invoice');
const c1 = parseParticipantId('0208:0848934496');
const c4 = parseParticipantId('0192:991825827');
assert.ok(type && c1 && c4);
const corners = { ...type, originalSender: c1, finalRecipient: c4 };

let pki: LocalPki;
let trust: Trust;
let c2: KeyMaterial;
let c3: KeyMaterial;

const keyOf = async (seat: string, authority = pki, validity = {}): Promise<KeyMaterial> => {
  const material = readKeyMaterial(await authority.issueAccessPoint(seat, validity));
  assert.ok('privateKey' in material);
  return material;
};
const trusted = (key: KeyMaterial) => {
  const verdict = trust.check(key.certificate, 'access-point');
  assert.ok(verdict.trusted);
  return verdict.certificate;
};
const outgoing = (payload = '<sbd>é</sbd>', changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  endpointUrl: 'https://ap.example/as4',
  receiverCertificate: trusted(c3),
  messageId: 'm-1@POP000001',
  conversationId: 'conversation-1',
  timestamp: new Date('2026-11-21T10:15:31.123Z'),
  ...corners,
  payload: [Buffer.from(payload)],
  ...changes,
});
const wire = (built: BuiltRequest) => ({
  contentType: built.contentType,
  body: Buffer.concat([...built.body()]),
});
const receiver = () => ({ keys: [c3], trust, payloadLimit: 1_000_000 });
const refusal = async (
  request: { contentType: string; body: Uint8Array },
  context = receiver(),
): Promise<string> => {
  const result = await receive(context, request);
  return result.kind === 'refused' ? result.error.code : 'received';
};

before(async () => {
  pki = await openLocalPki(join(dir, 'pki'));
  const anchors = readAnchors(pki.anchorsPem, 'local');
  assert.ok('anchors' in anchors);
  trust = new Trust(anchors.anchors);
  [c2, c3] = await Promise.all([keyOf('POP000001'), keyOf('POP000002')]);
});

describe('a user message with foreign eyes: every point of the Peppol AS4 profile', () => {
  let request: { contentType: string; body: Buffer };
  let soapText: string;
  let doc: XmlDocument;
  const ns = { ...NS, ec: 'http://www.w3.org/2001/10/xml-exc-c14n#' };
  const value = (xpath: string): string =>
    String((doc.get(xpath, ns) as { content?: string } | null)?.content ?? '');
  const count = (xpath: string): number => doc.find(xpath, ns).length;
  const attachment = (): Buffer => {
    const raw = request.body;
    const start = raw.indexOf('\r\n\r\n', raw.indexOf('octet-stream')) + 4;
    return raw.subarray(start, raw.lastIndexOf('\r\n--'));
  };

  before(async () => {
    request = wire(await buildRequest(outgoing(), c2));
    const start = request.body.indexOf('<?xml');
    soapText = request.body.subarray(start, request.body.indexOf('\r\n--', start)).toString();
    doc = XmlDocument.fromString(soapText);
  });
  after(() => doc.dispose());

  test('MIME: multipart/related of SOAP 1.2 and one binary part, headers each on one line', () => {
    assert.match(
      request.contentType,
      /^multipart\/related; type="application\/soap\+xml"; boundary="[^"]+"; start="<[^>]+>"/,
    );
    const text = request.body.toString('latin1');
    assert.equal(text.match(/Content-ID: </g)?.length, 2);
    assert.ok(
      text.includes('Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: binary\r\n'),
    );
  });
  test('SOAP 1.2 with an empty body; Messaging and Security must be understood', () => {
    assert.equal(count('/soap:Envelope/soap:Body/*'), 0);
    assert.equal(value('/soap:Envelope/soap:Header/eb:Messaging/@soap:mustUnderstand'), 'true');
    assert.equal(value('/soap:Envelope/soap:Header/wsse:Security/@soap:mustUnderstand'), 'true');
  });
  test('PartyId: one each, the seats of the certificates, with the Peppol type; roles initiator and responder', () => {
    assert.equal(value('//eb:From/eb:PartyId'), 'POP000001');
    assert.equal(value('//eb:To/eb:PartyId'), 'POP000002');
    assert.equal(count(`//eb:PartyId[@type="${PROFILE.partyType}"]`), 2);
    assert.equal(value('//eb:From/eb:Role'), PROFILE.initiatorRole);
    assert.equal(value('//eb:To/eb:Role'), PROFILE.responderRole);
  });
  test('AgreementRef is constant, without type and pmode', () => {
    assert.equal(value('//eb:AgreementRef'), 'urn:fdc:peppol.eu:2017:agreements:tia:ap_provider');
    assert.equal(count('//eb:AgreementRef/@*'), 0);
  });
  test('Service is the process with its scheme as type; Action is scheme::document type, not encoded', () => {
    assert.equal(value('//eb:Service'), 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0');
    assert.equal(value('//eb:Service/@type'), 'cenbii-procid-ubl');
    assert.equal(value('//eb:Action'), type.documentTypeId);
  });
  test('MessageId is left@right without brackets, Timestamp UTC, ConversationId not empty, no RefToMessageId', () => {
    assert.equal(value('//eb:MessageId'), 'm-1@POP000001');
    assert.equal(value('//eb:Timestamp'), '2026-11-21T10:15:31.123Z');
    assert.equal(value('//eb:ConversationId'), 'conversation-1');
    assert.equal(count('//eb:RefToMessageId'), 0);
  });
  test('originalSender and finalRecipient carry the participants with their scheme; nothing else is a property', () => {
    assert.equal(value('//eb:MessageProperties/eb:Property[@name="originalSender"]'), c1);
    assert.equal(value('//eb:MessageProperties/eb:Property[@name="finalRecipient"]'), c4);
    assert.equal(count('//eb:MessageProperties/eb:Property[@type="iso6523-actorid-upis"]'), 2);
    assert.equal(count('//eb:MessageProperties/eb:Property'), 2);
  });
  test('One payload part: application/xml, compressed with gzip, by the content id of the attachment', () => {
    assert.equal(count('//eb:PartInfo'), 1);
    assert.equal(value('//eb:PartInfo//eb:Property[@name="MimeType"]'), 'application/xml');
    assert.equal(value('//eb:PartInfo//eb:Property[@name="CompressionType"]'), 'application/gzip');
    const cid = value('//eb:PartInfo/@href').replace('cid:', '');
    assert.ok(request.body.includes(`Content-ID: <${cid}>`));
  });
  test('Tokens are X509v3 in base64 on one line; signature and key refer to them directly', () => {
    assert.equal(
      count(
        '//wsse:BinarySecurityToken[contains(@ValueType,"#X509v3")][contains(@EncodingType,"#Base64Binary")]',
      ),
      2,
    );
    assert.equal(
      value('//wsse:BinarySecurityToken[@wsu:Id="sig-cert"]'),
      c2.certificate.der.toString('base64'),
    );
    assert.equal(value('//ds:Signature/ds:KeyInfo//wsse:Reference/@URI'), '#sig-cert');
    assert.equal(value('//xenc:EncryptedKey/ds:KeyInfo//wsse:Reference/@URI'), '#enc-cert');
  });
  test('Signature: exclusive C14N, RSA-SHA256, SHA-256, over Messaging, Body and the attachment', () => {
    const algorithms = doc
      .find('//ds:SignedInfo//@Algorithm', ns)
      .map((node) => (node as { content: string }).content);
    assert.deepEqual([...new Set(algorithms)].sort(), [
      'http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Content-Signature-Transform',
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'http://www.w3.org/2001/04/xmlenc#sha256',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ]);
    assert.equal(count('//ds:SignedInfo/ds:Reference'), 3);
  });
  test('libxml2 and OpenSSL find the digests of Messaging and Body and the signature value right', () => {
    const canonical = (xpath: string): string =>
      (doc.get(xpath, ns) as unknown as XmlDocument['root']).canonicalizeToString({
        mode: 1,
        withComments: false,
      });
    for (const [id, xpath] of [
      ['as4-messaging', '//eb:Messaging'],
      ['as4-body', '//soap:Body'],
    ]) {
      const digest = createHash('sha256')
        .update(canonical(xpath ?? ''))
        .digest('base64');
      assert.equal(value(`//ds:Reference[@URI="#${id}"]/ds:DigestValue`), digest);
    }
    const signature = Buffer.from(value('//ds:SignatureValue'), 'base64');
    assert.ok(
      verify('RSA-SHA256', Buffer.from(canonical('//ds:SignedInfo')), c2.certificate.publicKey, signature),
    );
  });
  test('Encryption: RSA-OAEP with SHA-256 twice, AES-128-GCM with IV first and tag last; the digest is over the gzip', () => {
    assert.equal(
      value('//xenc:EncryptedKey/xenc:EncryptionMethod/@Algorithm'),
      'http://www.w3.org/2009/xmlenc11#rsa-oaep',
    );
    assert.equal(
      value('//xenc:EncryptedKey//xenc11:MGF/@Algorithm'),
      'http://www.w3.org/2009/xmlenc11#mgf1sha256',
    );
    assert.equal(
      value('//xenc:EncryptedData/xenc:EncryptionMethod/@Algorithm'),
      'http://www.w3.org/2009/xmlenc11#aes128-gcm',
    );
    assert.equal(value('//xenc:EncryptedData/@MimeType'), 'application/gzip');
    const wrapped = Buffer.from(value('//xenc:EncryptedKey//xenc:CipherValue'), 'base64');
    const key = privateDecrypt(
      { key: c3.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      wrapped,
    );
    const bytes = attachment();
    const decipher = createDecipheriv('aes-128-gcm', key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(-16));
    const gzip = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
    assert.equal(gunzipSync(gzip).toString(), '<sbd>é</sbd>');
    const digest = createHash('sha256').update(gzip).digest('base64');
    assert.equal(value('//ds:Reference[starts-with(@URI,"cid:")]/ds:DigestValue'), digest);
  });
  test('A repeat has the same digests, with fresh encryption', async () => {
    const again = await buildRequest(outgoing(), c2);
    const first = await buildRequest(outgoing(), c2);
    assert.deepEqual(again.references, first.references);
    assert.notDeepEqual(wire(again).body, wire(first).body);
  });
});

describe('receiving [AS4-prof 4]', () => {
  test('What was sent arrives byte for byte, with its sender and addressing', async () => {
    const result = await receive(receiver(), wire(await buildRequest(outgoing(), c2)));
    assert.ok(result.kind === 'received');
    assert.equal(Buffer.from(result.payload).toString(), '<sbd>é</sbd>');
    assert.equal(result.senderCertificate.seatId, 'POP000001');
    assert.equal(result.userMessage.finalRecipient, c4);
    assert.equal(result.isTest, false);
  });
  test('A payload of 20 MB arrives byte for byte', async () => {
    const big = createHash('shake256', { outputLength: 10_000_000 }).update('x').digest('hex');
    const result = await receive(
      { ...receiver(), payloadLimit: 40_000_000 },
      wire(await buildRequest(outgoing(big), c2)),
    );
    assert.ok(result.kind === 'received');
    assert.equal(
      createHash('sha256').update(result.payload).digest('hex'),
      createHash('sha256').update(big).digest('hex'),
    );
  });
  test('A message for a former key of ours is still decrypted', async () => {
    const built = await buildRequest(outgoing(), c2);
    const present = await keyOf('POP000002');
    const result = await receive({ ...receiver(), keys: [present, c3] }, wire(built));
    assert.equal(result.kind, 'received');
  });

  const tampered = async (from: string | RegExp, to: string): Promise<string> => {
    const { contentType, body } = wire(await buildRequest(outgoing(), c2));
    const text = body.toString('latin1');
    const changed = text.replace(from, to);
    assert.notEqual(changed, text, `${from} was not found`);
    return refusal({ contentType, body: Buffer.from(changed, 'latin1') });
  };
  const cases: [string, string, string | RegExp, string][] = [
    ['A changed header', 'EBMS:0101', '>conversation-1<', '>conversation-2<'],
    ['A changed body', 'EBMS:0009', '></S12:Body>', '><x/></S12:Body>'],
    ['A changed signature', 'EBMS:0101', /<ds:SignatureValue>./, '<ds:SignatureValue>A'],
    ['A missing signature', 'EBMS:0101', /<ds:Signature .*<\/ds:Signature>/, ''],
    [
      'A weaker digest algorithm',
      'EBMS:0101',
      /(<ds:SignedInfo.*?)2001\/04\/xmlenc#sha256/,
      '$12000/09/xmldsig#sha1',
    ],
    ['A weaker cipher', 'EBMS:0103', 'xmlenc11#aes128-gcm', 'xmlenc#aes128-cbc'],
    [
      'A key reference that is no direct one',
      'EBMS:0103',
      /(<ds:Signature .*)URI="#sig-cert"/,
      '$1URI="#other"',
    ],
    ['A missing EncryptedKey', 'EBMS:0102', /<xenc:EncryptedKey.*<\/xenc:EncryptedKey>/, ''],
    ['Another agreement', 'EBMS:0001', 'agreements:tia:ap_provider<', 'agreements:other<'],
    ['Another role', 'EBMS:0001', '200704/initiator<', '200704/other<'],
    ['Another party type', 'EBMS:0004', 'type="urn:fdc:peppol.eu:2017:identifiers:ap"', 'type="other"'],
    ['A compression that is not gzip', 'EBMS:0303', '>application/gzip<', '>application/zip<'],
    ['No MessageId', 'EBMS:0009', /<eb:MessageId>.*<\/eb:MessageId>/, ''],
    ['A payload outside the attachment', 'EBMS:0011', 'href="cid:', 'href="http:'],
    ['A part that PayloadInfo does not name', 'EBMS:0011', 'href="cid:payload', 'href="cid:other'],
    ['A DOCTYPE', 'EBMS:0009', '<S12:Envelope', '<!DOCTYPE x><S12:Envelope'],
    [
      '10,000 nested elements',
      'EBMS:0009',
      '</S12:Header>',
      `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}</S12:Header>`,
    ],
    [
      'An id that stands twice',
      'EBMS:0101',
      '</S12:Header>',
      '<x xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" wsu:Id="as4-messaging"/></S12:Header>',
    ],
    [
      'A second Messaging',
      'EBMS:0009',
      '</S12:Header>',
      '<eb:Messaging xmlns:eb="http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/"/></S12:Header>',
    ],
    ['A truncated MIME body', 'EBMS:0007', /\r\n--pappel-[^\r]*--\r\n$/, ''],
  ];
  for (const [name, code, from, to] of cases) {
    test(`${name} is refused with ${code}`, async () => assert.equal(await tampered(from, to), code));
  }
  test('A signed Messaging moved aside for a forged one is refused', async () => {
    const { contentType, body } = wire(await buildRequest(outgoing(), c2));
    const text = body.toString('latin1');
    const messaging = /<eb:Messaging.*<\/eb:Messaging>/.exec(text)?.[0] ?? '';
    const forged = messaging
      .replace('wsu:Id="as4-messaging"', 'wsu:Id="forged"')
      .replace(c4, '0192:000000000');
    const wrapped = text.replace(messaging, `${forged}<wrapper>${messaging}</wrapper>`);
    assert.equal(await refusal({ contentType, body: Buffer.from(wrapped, 'latin1') }), 'EBMS:0101');
  });
  test('A changed attachment is refused with EBMS:0102', async () => {
    const { contentType, body } = wire(await buildRequest(outgoing(), c2));
    const at = body.lastIndexOf('\r\n--') - 20;
    body[at] = (body[at] ?? 0) ^ 1;
    assert.equal(await refusal({ contentType, body }), 'EBMS:0102');
  });
  test('An attachment encrypted for somebody else is refused with EBMS:0102', async () => {
    const stranger = await keyOf('POP000002');
    const built = await buildRequest(outgoing(undefined, { receiverCertificate: trusted(stranger) }), c2);
    assert.equal(await refusal(wire(built)), 'EBMS:0102');
  });
  test('A sender of another authority, expired, or under a false name is refused with EBMS:0101', async () => {
    const foreign = await openLocalPki(join(dir, 'foreign'));
    const expired = await keyOf('POP000001', pki, { to: new Date(Date.now() - 1000) });
    for (const key of [await keyOf('POP000001', foreign), expired]) {
      assert.equal(await refusal(wire(await buildRequest(outgoing(), key))), 'EBMS:0101');
    }
  });
  test('A message for another seat is refused', async () => {
    const other = await keyOf('POP000077');
    const result = await refusal(
      wire(await buildRequest(outgoing(undefined, { receiverCertificate: trusted(other) }), c2)),
      {
        ...receiver(),
        keys: [c3, { ...other, certificate: other.certificate }],
      },
    );
    assert.equal(result, 'received');
    const alien = { ...receiver(), keys: [c3] };
    assert.notEqual(
      await refusal(
        wire(await buildRequest(outgoing(undefined, { receiverCertificate: trusted(other) }), c2)),
        alien,
      ),
      'received',
    );
  });
  test('A gzip bomb is stopped with EBMS:0303', async () => {
    assert.equal(await refusal(wire(await buildRequest(outgoing('A'.repeat(2_000_000)), c2))), 'EBMS:0303');
    assert.ok(gzipSync(Buffer.alloc(2_000_000)).length < 10_000);
  });
  test('A second attachment is refused with EBMS:0011', async () => {
    const { contentType, body } = wire(await buildRequest(outgoing(), c2));
    const boundary = /boundary="([^"]+)"/.exec(contentType)?.[1];
    const extra = Buffer.from(`\r\n--${boundary}\r\nContent-ID: <extra>\r\n\r\nhello\r\n--${boundary}--\r\n`);
    const cut = body.subarray(0, body.lastIndexOf('\r\n--'));
    assert.equal(await refusal({ contentType, body: Buffer.concat([cut, extra]) }), 'EBMS:0011');
  });
  test('A body without boundary is refused with EBMS:0007', async () => {
    assert.equal(await refusal({ contentType: 'multipart/related', body: Buffer.from('<x/>') }), 'EBMS:0007');
  });
  test('A multipart whose header names another start finds its root', () => {
    const parts = readMultipart(
      'multipart/related; boundary=b; start="<two>"',
      Buffer.from('--b\r\nContent-ID: <one>\r\n\r\n1\r\n--b\r\nContent-ID: <two>\r\n\r\n2\r\n--b--'),
    );
    assert.deepEqual(
      parts?.map((part) => part.contentId),
      ['two', 'one'],
    );
  });
});

describe('the receipt [AS4-prof 4.6]', () => {
  const exchange = async (change: (text: string) => string = (text) => text, signer = c3) => {
    const built = await buildRequest(outgoing(), c2);
    const received = await receive(receiver(), wire(built));
    assert.ok(received.kind === 'received');
    const reply = await receiptFor(received, signer);
    const sent = {
      messageId: 'm-1@POP000001',
      references: built.references,
      receiverCertificate: trusted(c3),
    };
    const body = Buffer.from(change(Buffer.from(reply.body).toString()));
    return readResponse(sent, { httpStatus: reply.httpStatus, contentType: reply.contentType, body }, trust);
  };
  test('A receipt that confirms what was sent is a receipt', async () => {
    const outcome = await exchange();
    assert.equal(outcome.kind, 'receipt', JSON.stringify(outcome));
  });
  test('A receipt for another message is invalid', async () => {
    const outcome = await exchange((text) =>
      text.replace('>m-1@POP000001</eb:RefToMessageId>', '>m-2@POP000001</eb:RefToMessageId>'),
    );
    assert.ok(outcome.kind === 'receipt-invalid' && outcome.reason.includes('m-2'));
  });
  test('A receipt whose digests differ is invalid, even when it is signed anew', async () => {
    const built = await buildRequest(outgoing('<other/>'), c2);
    const received = await receive(receiver(), wire(built));
    assert.ok(received.kind === 'received');
    const reply = await receiptFor(received, c3);
    const mine = await buildRequest(outgoing(), c2);
    const sent = {
      messageId: 'm-1@POP000001',
      references: mine.references,
      receiverCertificate: trusted(c3),
    };
    const outcome = await readResponse(sent, { ...reply }, trust);
    assert.ok(outcome.kind === 'receipt-invalid' && outcome.reason.includes('does not confirm'));
  });
  test('A changed receipt, an unsigned one and one signed by somebody else are invalid', async () => {
    assert.equal(
      (await exchange((text) => text.replace(/<ds:SignatureValue>./, '<ds:SignatureValue>A'))).kind,
      'receipt-invalid',
    );
    assert.equal(
      (await exchange((text) => text.replace(/<wsse:Security.*<\/wsse:Security>/, ''))).kind,
      'receipt-invalid',
    );
    assert.equal((await exchange(undefined, await keyOf('POP000003'))).kind, 'receipt-invalid');
  });
  test('An error is read whatever the HTTP status, and says whether to retry', async () => {
    const sent = { messageId: 'm', references: [], receiverCertificate: trusted(c3) };
    const reply = await errorReply(notServiced('not here'), 'm', c3);
    for (const httpStatus of [200, 400, 500]) {
      const outcome = await readResponse(sent, { ...reply, httpStatus }, trust);
      assert.ok(outcome.kind === 'ebms-error');
      assert.deepEqual([outcome.errors[0]?.code, outcome.retry], ['EBMS:0004', false]);
      assert.ok(outcome.errors[0] && isNotServiced(outcome.errors[0]));
    }
    assert.equal(isWorthRetrying({ code: 'EBMS:0202', severity: 'failure', description: '' }), true);
    assert.equal(isWorthRetrying({ code: 'EBMS:0101', severity: 'failure', description: '' }), false);
  });
  test('No answer is retried, a bad request and a sender fault are not', async () => {
    const sent = { messageId: 'm', references: [], receiverCertificate: trusted(c3) };
    const answer = (httpStatus: number, body = '') =>
      readResponse(sent, { httpStatus, contentType: 'text/plain', body: Buffer.from(body) }, trust);
    assert.partialDeepStrictEqual(await answer(200), { kind: 'no-signal', httpStatus: 200, retry: true });
    assert.partialDeepStrictEqual(await answer(503), { kind: 'no-signal', httpStatus: 503, retry: true });
    assert.partialDeepStrictEqual(await answer(400), { kind: 'no-signal', httpStatus: 400, retry: false });
    const fault = `<s:Envelope xmlns:s="${NS.soap}"><s:Body><s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code></s:Fault></s:Body></s:Envelope>`;
    assert.partialDeepStrictEqual(await answer(500, fault), {
      kind: 'no-signal',
      httpStatus: 500,
      retry: false,
    });
  });
});

describe('sending over a real socket', () => {
  let server: Server;
  let url: string;
  before(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', async () => {
        if (request.url === '/silent') return;
        if (request.url === '/redirect') return response.writeHead(302, { location: '/' }).end();
        const body = Buffer.concat(chunks);
        const result = await receive(
          { ...receiver(), payloadLimit: 50_000_000 },
          { contentType: request.headers['content-type'] ?? '', body },
        );
        const reply =
          result.kind === 'received'
            ? await receiptFor(result, c3)
            : await errorReply(result.error, result.refToMessageId, c3);
        response.writeHead(reply.httpStatus, { 'content-type': reply.contentType }).end(reply.body);
        return undefined;
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
  });
  after(() => server.close());

  const send = (path: string, payload?: string) =>
    sendUserMessage(
      { dispatcher: new Agent(), key: c2, trust, responseTimeout: 500 },
      outgoing(payload, { endpointUrl: url + path }),
    );
  test('A small and a large document get their receipts', async () => {
    assert.equal((await send('/')).kind, 'receipt');
    const big = createHash('shake256', { outputLength: 3_000_000 }).update('y').digest('hex');
    assert.equal(
      (
        await sendUserMessage(
          { dispatcher: new Agent(), key: c2, trust },
          outgoing(big, { endpointUrl: `${url}/` }),
        )
      ).kind,
      'receipt',
    );
  });
  test('Silence is a timeout, a closed port a failed connection, a redirect is not followed', async () => {
    assert.deepEqual(
      { ...(await send('/silent')), detail: '' },
      { kind: 'transport', code: 'TIMEOUT', detail: '' },
    );
    const nobody = await sendUserMessage(
      { dispatcher: new Agent(), key: c2, trust },
      outgoing(undefined, { endpointUrl: 'http://127.0.0.1:1/' }),
    );
    assert.ok(nobody.kind === 'transport' && nobody.code === 'CONNECTION_FAILED');
    assert.partialDeepStrictEqual(await send('/redirect'), {
      kind: 'no-signal',
      httpStatus: 302,
      retry: true,
    });
  });
});
