import assert from 'node:assert/strict';
import { constants, createDecipheriv, createHash, privateDecrypt, verify } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { DOMParser } from '@xmldom/xmldom';
import { XmlDocument, type XmlElement } from 'libxml2-wasm';
import { ExclusiveCanonicalization } from 'xml-crypto';
import { CORNERS, type Exchange, openExchange, wire } from '../tests/exchange.ts';
import { buildRequest } from './build-request.ts';
import { NS, PROFILE } from './peppol-profile.ts';

describe('a user message with foreign eyes: every point of the Peppol AS4 profile [AS4-prof 4]', () => {
  let exchange: Exchange;
  let c2: KeyMaterial;
  let c3: KeyMaterial;
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
    exchange = await openExchange();
    ({ c2, c3 } = exchange);
    request = wire(await buildRequest(exchange.outgoing(), c2));
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
    assert.equal(value('//eb:Action'), CORNERS.documentTypeId);
  });
  test('MessageId is left@right without brackets, Timestamp UTC, ConversationId not empty, no RefToMessageId', () => {
    assert.equal(value('//eb:MessageId'), 'm-1@POP000001');
    assert.equal(value('//eb:Timestamp'), '2026-11-21T10:15:31.123Z');
    assert.equal(value('//eb:ConversationId'), 'conversation-1');
    assert.equal(count('//eb:RefToMessageId'), 0);
  });
  test('originalSender and finalRecipient carry the participants with their scheme; nothing else is a property', () => {
    assert.equal(value('//eb:MessageProperties/eb:Property[@name="originalSender"]'), CORNERS.originalSender);
    assert.equal(value('//eb:MessageProperties/eb:Property[@name="finalRecipient"]'), CORNERS.finalRecipient);
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
    assertSigned((xpath) =>
      (doc.get(xpath, ns) as XmlElement).canonicalizeToString({ mode: 1, withComments: false }),
    );
  });
  test('xml-crypto finds them right too', () => {
    const dom = new DOMParser().parseFromString(soapText, 'text/xml');
    const c14n = new ExclusiveCanonicalization();
    assertSigned((xpath) => {
      const name = xpath.replace(/^.*:/, '');
      const [element] = Array.from(dom.getElementsByTagNameNS('*', name));
      assert.ok(element);
      return String(c14n.process(element as unknown as Element, {}));
    });
  });
  const assertSigned = (canonical: (xpath: string) => string): void => {
    for (const [id, xpath] of [
      ['as4-messaging', '//eb:Messaging'],
      ['as4-body', '//soap:Body'],
    ] as const) {
      const digest = createHash('sha256').update(canonical(xpath)).digest('base64');
      assert.equal(value(`//ds:Reference[@URI="#${id}"]/ds:DigestValue`), digest);
    }
    const signature = Buffer.from(value('//ds:SignatureValue'), 'base64');
    const signedInfo = Buffer.from(canonical('//ds:SignedInfo'));
    assert.ok(verify('RSA-SHA256', signedInfo, c2.certificate.publicKey, signature));
  };
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
    const again = await buildRequest(exchange.outgoing(), c2);
    const first = await buildRequest(exchange.outgoing(), c2);
    assert.deepEqual(again.references, first.references);
    assert.notDeepEqual(wire(again).body, wire(first).body);
  });
  test('A repeat has the same ids; another message has another Messaging digest', async () => {
    const first = await buildRequest(exchange.outgoing(), c2);
    const other = await buildRequest(exchange.outgoing(undefined, { messageId: 'm-2@POP000001' }), c2);
    assert.notEqual(first.references[0]?.digest, other.references[0]?.digest);
    assert.equal(first.references[1]?.digest, other.references[1]?.digest);
  });
  test('The payload never stands in the SOAP part, and no part repeats it in base64', () => {
    assert.ok(!soapText.includes('<sbd>'));
    assert.ok(!request.body.includes(Buffer.from('<sbd>é</sbd>').toString('base64').slice(0, 12)));
  });
  test('No property, agreement attribute or message partition channel of another profile is written', () => {
    assert.equal(count('//eb:UserMessage/@mpc'), 0);
    assert.equal(count('//eb:Property[@name="trackingIdentifier"]'), 0);
    assert.equal(count('//wsu:Timestamp'), 0);
    assert.equal(count('//wsse:UsernameToken'), 0);
  });
  test('Markup and line ends in ids are written so that the signature still holds', async () => {
    const message = exchange.outgoing(undefined, { conversationId: 'a<b & "c"\r>' });
    const { userMessage } = await exchange.received(wire(await buildRequest(message, c2)));
    assert.equal(userMessage.conversationId, 'a<b & "c"\r>');
  });
  test('A payload in many chunks has the digest of one in one piece', async () => {
    const bytes = Buffer.from('<sbd>é</sbd>');
    const one = await buildRequest(exchange.outgoing(), c2);
    const many = await buildRequest(exchange.outgoing([...bytes].map((byte) => Buffer.from([byte]))), c2);
    assert.deepEqual(many.references, one.references);
  });
});
