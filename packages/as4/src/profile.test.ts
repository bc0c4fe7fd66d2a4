import assert from 'node:assert/strict';
import {
  constants,
  createDecipheriv,
  createHash,
  privateDecrypt,
  verify,
  X509Certificate,
} from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { DOMParser } from '@xmldom/xmldom';
import { XmlDocument, type XmlElement } from 'libxml2-wasm';
import { ExclusiveCanonicalization } from 'xml-crypto';
import { type Exchange, openExchange, wire } from '../tests/exchange.ts';
import { buildRequest } from './build-request.ts';

// Every value is written out here once more, and read by libxml2, xml-crypto and OpenSSL: nothing is judged by itself.
const EB = 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/';
const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-';
const WSS11 = 'http://docs.oasis-open.org/wss/oasis-wss-';
const XENC = 'http://www.w3.org/2001/04/xmlenc#';
const XENC11 = 'http://www.w3.org/2009/xmlenc11#';
const EXC_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const SHA256 = `${XENC}sha256`;
const BASE64 = `${WSS}soap-message-security-1.0#Base64Binary`;
const X509V3 = `${WSS}x509-token-profile-1.0#X509v3`;
const ns = {
  soap: 'http://www.w3.org/2003/05/soap-envelope',
  eb: EB,
  wsse: `${WSS}wssecurity-secext-1.0.xsd`,
  wsse11: `${WSS11}wssecurity-secext-1.1.xsd`,
  wsu: `${WSS}wssecurity-utility-1.0.xsd`,
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xenc: XENC,
  xenc11: XENC11,
};

const HEADER = '/soap:Envelope/soap:Header';
const MESSAGE = `${HEADER}/eb:Messaging/eb:UserMessage`;
const INFO = `${MESSAGE}/eb:MessageInfo`;
const FROM = `${MESSAGE}/eb:PartyInfo/eb:From`;
const TO = `${MESSAGE}/eb:PartyInfo/eb:To`;
const COLLABORATION = `${MESSAGE}/eb:CollaborationInfo`;
const CORNERS = `${MESSAGE}/eb:MessageProperties/eb:Property`;
const PART = `${MESSAGE}/eb:PayloadInfo/eb:PartInfo`;
const PART_PROPERTY = `${PART}/eb:PartProperties/eb:Property`;
const SECURITY = `${HEADER}/wsse:Security`;
const KEY = `${SECURITY}/xenc:EncryptedKey`;
const DATA = `${SECURITY}/xenc:EncryptedData`;
const SIGNED_INFO = `${SECURITY}/ds:Signature/ds:SignedInfo`;
const CID = 'payload-m-1@POP000001';

/** A point of the profile: what it says, where it stands, and every value found there in document order. */
type Point = [point: string, xpath: string, values: string[]];

const messagingPoints: Point[] = [
  ['eb:Messaging is one, in the header', '//eb:Messaging/@wsu:Id', ['as4-messaging']],
  ['It must be understood', `${HEADER}/eb:Messaging/@soap:mustUnderstand`, ['true']],
  ['Timestamp is UTC with Z', `${INFO}/eb:Timestamp`, ['2026-11-21T10:15:31.123Z']],
  ['MessageId is left@right without brackets', `${INFO}/eb:MessageId`, ['m-1@POP000001']],
  ['RefToMessageId is not used', '//eb:RefToMessageId', []],
  ['From is our seat, once', `${FROM}/eb:PartyId`, ['POP000001']],
  ['To is the seat of the receiver’s certificate, once', `${TO}/eb:PartyId`, ['POP000002']],
  [
    'PartyId has the type of Peppol access points',
    '//eb:PartyId/@type',
    ['urn:fdc:peppol.eu:2017:identifiers:ap', 'urn:fdc:peppol.eu:2017:identifiers:ap'],
  ],
  ['From is the initiator', `${FROM}/eb:Role`, [`${EB}initiator`]],
  ['To is the responder', `${TO}/eb:Role`, [`${EB}responder`]],
  [
    'AgreementRef is the constant',
    `${COLLABORATION}/eb:AgreementRef`,
    ['urn:fdc:peppol.eu:2017:agreements:tia:ap_provider'],
  ],
  ['AgreementRef has neither type nor pmode', '//eb:AgreementRef/@*', []],
  ['Service is the process', `${COLLABORATION}/eb:Service`, ['urn:fdc:peppol.eu:2017:poacc:billing:01:1.0']],
  ['Service has the process scheme as type', `${COLLABORATION}/eb:Service/@type`, ['cenbii-procid-ubl']],
  [
    'Action is scheme::document type, raw',
    `${COLLABORATION}/eb:Action`,
    [
      'busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
    ],
  ],
  ['ConversationId is there', `${COLLABORATION}/eb:ConversationId`, ['conversation-1']],
  [
    'originalSender and finalRecipient are the only properties: no trackingIdentifier',
    `${CORNERS}/@name`,
    ['originalSender', 'finalRecipient'],
  ],
  [
    'Both have the participant scheme as type',
    `${CORNERS}/@type`,
    ['iso6523-actorid-upis', 'iso6523-actorid-upis'],
  ],
  ['originalSender is C1', `${CORNERS}[@name="originalSender"]`, ['0208:0848934496']],
  ['finalRecipient is C4', `${CORNERS}[@name="finalRecipient"]`, ['0192:991825827']],
  ['PartInfo is one, in the attachment', `${PART}/@href`, [`cid:${CID}`]],
  ['MimeType is application/xml', `${PART_PROPERTY}[@name="MimeType"]`, ['application/xml']],
  ['CompressionType is application/gzip', `${PART_PROPERTY}[@name="CompressionType"]`, ['application/gzip']],
  ['The default message partition channel is not written', '//eb:UserMessage/@*', []],
];

const securityPoints: Point[] = [
  ['wsse:Security is one and must be understood', '//wsse:Security/@soap:mustUnderstand', ['true']],
  [
    'One token for encryption, one for the signature',
    '//wsse:BinarySecurityToken/@wsu:Id',
    ['enc-cert', 'sig-cert'],
  ],
  ['Tokens are base64', '//wsse:BinarySecurityToken/@EncodingType', [BASE64, BASE64]],
  ['Tokens are X509v3, not a path', '//wsse:BinarySecurityToken/@ValueType', [X509V3, X509V3]],
  ['EncryptedKey uses RSA-OAEP', `${KEY}/xenc:EncryptionMethod/@Algorithm`, [`${XENC11}rsa-oaep`]],
  ['with SHA-256', `${KEY}/xenc:EncryptionMethod/ds:DigestMethod/@Algorithm`, [SHA256]],
  ['and MGF1 with SHA-256', `${KEY}/xenc:EncryptionMethod/xenc11:MGF/@Algorithm`, [`${XENC11}mgf1sha256`]],
  ['No label', `${KEY}/xenc:EncryptionMethod/xenc:OAEPparams`, []],
  [
    'EncryptedKey refers to the token directly',
    `${KEY}/ds:KeyInfo/wsse:SecurityTokenReference/wsse:Reference/@URI`,
    ['#enc-cert'],
  ],
  ['as an X509v3 token', `${KEY}/ds:KeyInfo/wsse:SecurityTokenReference/wsse:Reference/@ValueType`, [X509V3]],
  ['EncryptedKey lists its data', `${KEY}/xenc:ReferenceList/xenc:DataReference/@URI`, ['#ED-1']],
  ['EncryptedData has that id', `${DATA}/@Id`, ['ED-1']],
  ['Its real media type is gzip', `${DATA}/@MimeType`, ['application/gzip']],
  [
    'Only the attachment’s content is encrypted',
    `${DATA}/@Type`,
    [`${WSS11}SwAProfile-1.1#Attachment-Content-Only`],
  ],
  ['AES-128-GCM', `${DATA}/xenc:EncryptionMethod/@Algorithm`, [`${XENC11}aes128-gcm`]],
  [
    'Its key is the EncryptedKey',
    `${DATA}/ds:KeyInfo/wsse:SecurityTokenReference/wsse:Reference/@URI`,
    ['#EK-1'],
  ],
  ['which has that id', `${KEY}/@Id`, ['EK-1']],
  [
    'and that token type',
    `${DATA}/ds:KeyInfo/wsse:SecurityTokenReference/@wsse11:TokenType`,
    [`${WSS11}soap-message-security-1.1#EncryptedKey`],
  ],
  ['The cipher text is the attachment', `${DATA}/xenc:CipherData/xenc:CipherReference/@URI`, [`cid:${CID}`]],
  [
    'by the ciphertext transform',
    `${DATA}/xenc:CipherData/xenc:CipherReference/xenc:Transforms/ds:Transform/@Algorithm`,
    [`${WSS11}SwAProfile-1.1#Attachment-Ciphertext-Transform`],
  ],
  ['One signature', '//ds:Signature/@Id', ['SIG-1']],
  ['SignedInfo in exclusive C14N', `${SIGNED_INFO}/ds:CanonicalizationMethod/@Algorithm`, [EXC_C14N]],
  [
    'RSA-SHA256',
    `${SIGNED_INFO}/ds:SignatureMethod/@Algorithm`,
    ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'],
  ],
  [
    'Messaging, Body and attachment are signed, nothing else',
    `${SIGNED_INFO}/ds:Reference/@URI`,
    ['#as4-messaging', '#as4-body', `cid:${CID}`],
  ],
  [
    'Elements in exclusive C14N, the attachment as its content',
    `${SIGNED_INFO}/ds:Reference/ds:Transforms/ds:Transform/@Algorithm`,
    [EXC_C14N, EXC_C14N, `${WSS11}SwAProfile-1.1#Attachment-Content-Signature-Transform`],
  ],
  ['Digests are SHA-256', `${SIGNED_INFO}/ds:Reference/ds:DigestMethod/@Algorithm`, [SHA256, SHA256, SHA256]],
  [
    'The signature refers to its token directly',
    `${SECURITY}/ds:Signature/ds:KeyInfo/wsse:SecurityTokenReference/wsse:Reference/@URI`,
    ['#sig-cert'],
  ],
  [
    'as an X509v3 token',
    `${SECURITY}/ds:Signature/ds:KeyInfo/wsse:SecurityTokenReference/wsse:Reference/@ValueType`,
    [X509V3],
  ],
  ['No wsu:Timestamp', '//wsu:Timestamp', []],
  ['No user name', '//wsse:UsernameToken', []],
  ['The body has the signed id', '/soap:Envelope/soap:Body/@wsu:Id', ['as4-body']],
  ['The payload is never in the body', '/soap:Envelope/soap:Body/node()', []],
];

describe('a user message with foreign eyes: every point of the Peppol AS4 profile [AS4-prof 4]', () => {
  let exchange: Exchange;
  let request: { contentType: string; body: Buffer };
  let parts: { head: string; content: Buffer }[];
  let soapText: string;
  let doc: XmlDocument;
  const contents = (xpath: string): string[] =>
    doc.find(xpath, ns).map((node) => (node as unknown as { content: string }).content);
  const value = (xpath: string): string => contents(xpath)[0] ?? '';

  before(async () => {
    exchange = await openExchange();
    request = wire(await buildRequest(exchange.outgoing(), exchange.c2));
    parts = splitted(request);
    soapText = String(parts[0]?.content);
    doc = XmlDocument.fromString(soapText);
  });
  after(() => doc.dispose());

  describe('HTTP and MIME', () => {
    test('The media type is multipart/related of SOAP 1.2, on one line', () => {
      assert.match(
        request.contentType,
        /^multipart\/related; type="application\/soap\+xml"; boundary="[A-Za-z0-9-]{1,70}"; start="<soap@pappel>"; start-info="application\/soap\+xml"$/,
      );
    });
    test('Two parts: SOAP, and one payload of encrypted octets; raw, each header on one line', () => {
      assert.deepEqual(
        parts.map(({ head }) => head.split('\r\n')),
        [
          [
            'Content-Type: application/soap+xml; charset=UTF-8',
            'Content-Transfer-Encoding: binary',
            'Content-ID: <soap@pappel>',
          ],
          [
            'Content-Type: application/octet-stream',
            'Content-Transfer-Encoding: binary',
            `Content-ID: <${CID}>`,
          ],
        ],
      );
    });
    test('Lines end with CRLF: outside the parts there is no other line feed', () => {
      const outside = parts.reduce(
        (text, { content }) => text.replace(content.toString('latin1'), ''),
        request.body.toString('latin1'),
      );
      assert.equal(outside.replaceAll('\r\n', '').match(/[\r\n]/), null);
    });
    test('No file name travels along', () => {
      for (const { head } of parts) assert.doesNotMatch(head, /disposition|name=/i);
    });
  });

  describe('eb:Messaging', () => {
    for (const [point, xpath, values] of messagingPoints) {
      test(point, () => assert.deepEqual(contents(xpath), values));
    }
    test('Its elements stand in the order of the schema', () => {
      const names = doc.find('//eb:Messaging//*', ns).map((node) => (node as XmlElement).name);
      assert.equal(
        names.join(' '),
        'UserMessage MessageInfo Timestamp MessageId PartyInfo From PartyId Role To PartyId Role ' +
          'CollaborationInfo AgreementRef Service Action ConversationId MessageProperties Property Property ' +
          'PayloadInfo PartInfo PartProperties Property Property',
      );
    });
  });

  describe('wsse:Security', () => {
    for (const [point, xpath, values] of securityPoints) {
      test(point, () => assert.deepEqual(contents(xpath), values));
    }
    test('Its children stand in the order that phase4 and WSS4J write', () => {
      const names = doc.find(`${SECURITY}/*`, ns).map((node) => (node as XmlElement).name);
      const expected = [
        'BinarySecurityToken',
        'EncryptedKey',
        'EncryptedData',
        'BinarySecurityToken',
        'Signature',
      ];
      assert.deepEqual(names, expected);
    });
    test('The tokens are the certificates of C3 and C2, in base64 on one line', () => {
      const [encryption = '', signature = ''] = contents('//wsse:BinarySecurityToken');
      for (const token of [encryption, signature]) assert.match(token, /^[A-Za-z0-9+/]+=*$/);
      assert.match(new X509Certificate(Buffer.from(encryption, 'base64')).subject, /CN=POP000002/);
      assert.match(new X509Certificate(Buffer.from(signature, 'base64')).subject, /CN=POP000001/);
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
        const [element] = Array.from(dom.getElementsByTagNameNS('*', xpath.replace(/^.*:/, '')));
        assert.ok(element);
        return String(c14n.process(element as unknown as Element, {}));
      });
    });
    const assertSigned = (canonical: (xpath: string) => string): void => {
      const [messaging, body] = contents('//ds:DigestValue');
      assert.equal(messaging, sha256(canonical('//eb:Messaging')));
      assert.equal(body, sha256(canonical('//soap:Body')));
      const signer = new X509Certificate(
        Buffer.from(value('//wsse:BinarySecurityToken[@wsu:Id="sig-cert"]'), 'base64'),
      );
      const signature = Buffer.from(value('//ds:SignatureValue'), 'base64');
      assert.ok(verify('RSA-SHA256', Buffer.from(canonical('//ds:SignedInfo')), signer.publicKey, signature));
    };
    test('Compressed, then signed, then encrypted: IV first, tag last, the digest over the gzip', () => {
      const gzip = decrypted();
      assert.equal(gunzipSync(gzip).toString(), '<sbd>é</sbd>');
      assert.equal(contents('//ds:DigestValue')[2], sha256(gzip));
    });
  });

  function decrypted(): Buffer {
    const { privateKey } = exchange.c3;
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const wrapped = Buffer.from(value(`${KEY}/xenc:CipherData/xenc:CipherValue`), 'base64');
    const key = privateDecrypt({ key: privateKey, padding, oaepHash: 'sha256' }, wrapped);
    assert.equal(key.length, 16);
    const bytes = parts[1]?.content ?? Buffer.alloc(0);
    const decipher = createDecipheriv('aes-128-gcm', key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
  }
});

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('base64');

/** The parts of a multipart body by its boundary alone, not by our own reader. */
function splitted({
  contentType,
  body,
}: {
  contentType: string;
  body: Buffer;
}): { head: string; content: Buffer }[] {
  const boundary = `--${/boundary="([^"]+)"/.exec(contentType)?.[1]}`;
  const pieces = `\r\n${body.toString('latin1')}`.split(`\r\n${boundary}`);
  assert.deepEqual([pieces.shift(), pieces.pop()], ['', '--\r\n']);
  return pieces.map((piece) => {
    const end = piece.indexOf('\r\n\r\n');
    return { head: piece.slice(2, end), content: Buffer.from(piece.slice(end + 4), 'latin1') };
  });
}

describe('the same message sent again [AS4 3.2]', () => {
  let exchange: Exchange;
  const built = (...outgoing: Parameters<Exchange['outgoing']>) =>
    buildRequest(exchange.outgoing(...outgoing), exchange.c2);
  before(async () => {
    exchange = await openExchange();
  });

  test('Has the same digests, with fresh encryption', async () => {
    const [first, again] = [await built(), await built()];
    assert.deepEqual(again.references, first.references);
    assert.notDeepEqual(wire(again).body, wire(first).body);
  });
  test('Another message has another Messaging digest', async () => {
    const [first, other] = [await built(), await built(undefined, { messageId: 'm-2@POP000001' })];
    assert.notEqual(first.references[0]?.digest, other.references[0]?.digest);
    assert.equal(first.references[1]?.digest, other.references[1]?.digest);
  });
  test('Has the same digests however its bytes are cut, below and above the size where streams begin', async () => {
    for (const size of [1_000, 600_000]) {
      const bytes = Buffer.from(
        Array.from({ length: size / 10 }, (_, i) => `<a>${i % 977}</a>`.padEnd(10)).join(''),
      );
      const one = await built([bytes]);
      const cuts = [1, 7, 300, 65_536, bytes.length].filter((cut) => cut <= bytes.length);
      const pieces = cuts.map((cut, i) => bytes.subarray(i === 0 ? 0 : cuts[i - 1], cut));
      assert.deepEqual((await built(pieces)).references, one.references);
    }
  });
  test('Markup and line ends in ids are written so that the signature still holds', async () => {
    const request = wire(await built(undefined, { conversationId: 'a<b & "c"\r>' }));
    assert.equal((await exchange.received(request)).userMessage.conversationId, 'a<b & "c"\r>');
  });
});
