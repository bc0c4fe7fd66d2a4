import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openLocalPki } from '@pappel/localnet/local-pki';
import { type KeyMaterial, readKeyMaterial } from '@pappel/pki/key-material';
import {
  CORNERS,
  type Exchange,
  issue,
  MESSAGE_ID,
  newDirectory,
  openExchange,
  rewritten,
  wire,
} from '../tests/exchange.ts';
import { canonical, foreignMessage, type Habits } from '../tests/foreign-sender.ts';
import { buildRequest, type OutgoingMessage } from './build-request.ts';
import { worthwhileRepeats } from './ebms-error.ts';
import { BODY_ID, BODY_XML, envelopeXml, MESSAGING_ID } from './envelope.ts';
import { NS, PROFILE } from './peppol-profile.ts';
import { receive } from './receive.ts';
import { messagingXml } from './user-message.ts';
import { elementDigest, signatureXml } from './wss-signature.ts';

let exchange: Exchange;
let c2: KeyMaterial;
let c3: KeyMaterial;

before(async () => {
  exchange = await openExchange();
  ({ c2, c3 } = exchange);
});

const built = async (payload?: string | Uint8Array[], changes?: Partial<OutgoingMessage>, key = c2) =>
  wire(await buildRequest(exchange.outgoing(payload, changes), key));
const hash = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const noise = (bytes: number): string =>
  createHash('shake256', { outputLength: bytes / 2 })
    .update('noise')
    .digest('hex');

describe('a good message is received [AS4-prof 4]', () => {
  test('What was sent arrives byte for byte, with its sender and addressing', async () => {
    const result = await exchange.received(await built());
    assert.equal(Buffer.from(result.payload).toString(), '<sbd>é</sbd>');
    assert.equal(result.senderCertificate.seatId, 'POP000001');
    assert.equal(result.isTest, false);
    assert.deepEqual(result.userMessage, {
      messageId: 'm-1@POP000001',
      timestamp: new Date('2026-11-21T10:15:31.123Z'),
      from: 'POP000001',
      to: 'POP000002',
      service: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
      serviceType: 'cenbii-procid-ubl',
      action: CORNERS.documentTypeId,
      conversationId: 'conversation-1',
      originalSender: CORNERS.originalSender,
      finalRecipient: CORNERS.finalRecipient,
    });
  });
  test('A payload of 20 MB arrives byte for byte', async () => {
    const big = noise(20_000_000);
    assert.equal(hash((await exchange.received(await built(big))).payload), hash(big));
  });
  test('A payload is decrypted in its place, which needs no memory beside it, and handed out in memory of its own', async () => {
    const request = await built([Buffer.from(noise(4_000_000))]);
    const sent = Buffer.from(request.body);
    const { payload } = await exchange.received(request);
    assert.equal(sent.equals(request.body), false);
    assert.notEqual(payload.buffer, request.body.buffer);
  });
  test('Payloads around the size where streams begin arrive byte for byte', async () => {
    for (const size of [0, 2, 262_142, 262_144, 262_146, 1_048_576, 1_048_580]) {
      const payload = noise(size + 2).slice(2);
      assert.equal(hash((await exchange.received(await built(payload))).payload), hash(payload), `${size}`);
    }
  });
  test('A message for a former key of ours is still decrypted', async () => {
    const present = await exchange.keyOf('POP000002');
    await exchange.received(await built(), { ...exchange.receiver, keys: [present, c3] });
  });
  test('The same message twice is received twice with the same ids: the caller tells the repeat', async () => {
    const [one, two] = [await exchange.received(await built()), await exchange.received(await built())];
    assert.deepEqual(one.userMessage, two.userMessage);
    assert.deepEqual(
      one.references.map((reference) => reference.digestValue),
      two.references.map((reference) => reference.digestValue),
    );
  });
  test('The SOAP part is handed out as it came, as evidence', async () => {
    const request = await built();
    const { soap } = await exchange.received(request);
    assert.ok(request.body.includes(Buffer.from(soap)));
  });
});

describe('a message of another stack is received', () => {
  const foreign = (habits?: Habits) => foreignMessage(c2, c3, habits);
  const payloadOf = async (habits?: Habits): Promise<string> =>
    Buffer.from((await exchange.received(foreign(habits))).payload).toString();

  test('PrefixList, other prefixes, pretty print, broken base64, seats in lower case, percent-encoded cid', async () => {
    const { payload, userMessage } = await exchange.received(foreign());
    assert.equal(Buffer.from(payload).toString(), '<sbd>foreign</sbd>');
    assert.deepEqual(
      [userMessage.messageId, userMessage.from, userMessage.conversationId],
      ['m-7@foreign', 'POP000001', ''],
    );
    assert.equal(userMessage.timestamp.toISOString(), '2026-11-21T10:15:31.000Z');
  });
  test('The digest of a foreign empty body is the known one [peppol-facts 6.5]', () => {
    const xml = `<S12:Envelope xmlns:S12="${NS.soap}"><S12:Body xmlns:wsu="${NS.wsu}" wsu:Id="id-8e8aa2d6-fa03-4c5d-aa46-2f569857df0a"/></S12:Envelope>`;
    const text = canonical(xml, '/*/*', []);
    assert.equal(elementDigest('x', text).digest, 'r6FotYGIcFZGk+AblTSiDBVcKy5zfrvW1pFYJe6KUWw=');
  });
  test('Timestamps with nine digits, without milliseconds and without zone', async () => {
    for (const [written, read] of [
      ['2026-11-21T10:15:31.123456789Z', '2026-11-21T10:15:31.123Z'],
      ['2026-11-21T10:15:31Z', '2026-11-21T10:15:31.000Z'],
      ['2026-11-21T10:15:31', '2026-11-21T10:15:31.000Z'],
      ['2026-11-21T10:15:31.5-05:00', '2026-11-21T15:15:31.500Z'],
    ] as const) {
      const { userMessage } = await exchange.received(foreign({ timestamp: written }));
      assert.equal(userMessage.timestamp.toISOString(), read);
    }
    assert.equal(await exchange.codeOf(foreign({ timestamp: 'yesterday' })), 'EBMS:0009');
  });
  test('A Timestamp that no clock can have shown is refused, one of years ago or of a clock that is ahead is not', async () => {
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
    const cases: [string, string][] = [
      ['9999-12-31T23:59:59Z', 'EBMS:0009'],
      [hours(8 * 24), 'EBMS:0009'],
      [hours(6 * 24), 'received'],
      ['2000-01-01T00:00:00Z', 'received'],
      ['1999-12-31T23:59:59Z', 'EBMS:0009'],
      ['2026-02-31T00:00:00+99:00', 'EBMS:0009'],
    ];
    for (const [timestamp, code] of cases)
      assert.equal(await exchange.codeOf(foreign({ timestamp })), code, timestamp);
  });
  test('A WS-Security Timestamp is not asked for, and may be old, but not absurd, nor there twice', async () => {
    const withTimestamp = (xml: string) =>
      exchange.codeOf(
        foreign({ afterwards: (soap) => soap.replace('</sec:Security>', `${xml}</sec:Security>`) }),
      );
    const timestamp = (created: string, expires = '') =>
      `<u:Timestamp><u:Created>${created}</u:Created>${expires && `<u:Expires>${expires}</u:Expires>`}</u:Timestamp>`;
    const old = timestamp('2020-01-01T00:00:00Z', '2020-01-01T00:05:00Z');
    assert.equal(await withTimestamp(old), 'received');
    assert.equal(await withTimestamp(old + old), 'EBMS:0103');
    assert.equal(await withTimestamp(timestamp('9999-01-01T00:00:00Z')), 'EBMS:0101');
    assert.equal(await withTimestamp(timestamp('soon')), 'EBMS:0101');
    assert.equal(await withTimestamp(timestamp('2020-01-01T00:00:00Z', '2019-01-01T00:00:00Z')), 'EBMS:0101');
  });
  test('A security header with more elements than any stack writes is refused before its signature is looked at', async () => {
    const more = '<x/>'.repeat(20);
    const afterwards = (soap: string) => soap.replace('</sec:Security>', `${more}</sec:Security>`);
    assert.equal(await exchange.codeOf(foreign({ afterwards })), 'EBMS:0103');
  });
  test('A second SignedInfo is refused, signed as the first one may be', async () => {
    const afterwards = (soap: string) => soap.replace(/(<dsig:SignedInfo>.*<\/dsig:SignedInfo>)/s, '$1$1');
    assert.equal(await exchange.codeOf(foreign({ afterwards })), 'EBMS:0101');
  });
  test('An id of up to 512 bytes is an id, a longer one is refused, also in characters of several bytes', async () => {
    const named = (id: string) =>
      exchange.codeOf(foreign({ messaging: (xml) => xml.replace('m-7@foreign', id) }));
    assert.equal(await named('m'.repeat(512)), 'received');
    assert.equal(await named('m'.repeat(513)), 'EBMS:0009');
    assert.equal(await named('ä'.repeat(257)), 'EBMS:0009');
    const conversation = (id: string) =>
      exchange.codeOf(
        foreign({
          messaging: (xml) =>
            xml.replace('<ns6:ConversationId/>', `<ns6:ConversationId>${id}</ns6:ConversationId>`),
        }),
      );
    assert.equal(await conversation('c'.repeat(512)), 'received');
    assert.equal(await conversation('c'.repeat(513)), 'EBMS:0009');
  });
  test('An uncompressed payload is received, its digest over the bytes or over their canonical form', async () => {
    const payload = Buffer.from('<?xml version="1.0"?>\r\n<sbd b="1" a="2"><!-- c --><x/></sbd>');
    assert.equal(await payloadOf({ payload, compressed: false }), payload.toString());
    const form = canonical(payload.toString(), '/*', []);
    const attachmentDigest = createHash('sha256').update(form).digest('base64');
    assert.equal(await payloadOf({ payload, compressed: false, attachmentDigest }), form);
    const wrong = createHash('sha256').update('other').digest('base64');
    assert.equal(
      await exchange.codeOf(foreign({ payload, compressed: false, attachmentDigest: wrong })),
      'EBMS:0101',
    );
  });
  test('An EncryptedKey that names its key by issuer and serial, or not at all, is tried with ours', async () => {
    for (const keyIdentifier of ['issuer-serial', 'nothing'] as const) {
      const present = await exchange.keyOf('POP000002');
      const context = { ...exchange.receiver, keys: [present, c3] };
      await exchange.received(foreign({ keyIdentifier }), context);
      assert.equal(
        await exchange.codeOf(foreign({ keyIdentifier }), { ...context, keys: [present] }),
        'EBMS:0102',
      );
    }
  });
  test('A gzip of two members is one payload', async () => {
    const gzip = Buffer.concat([gzipSync('<sbd>'), gzipSync('</sbd>')]);
    assert.equal(await payloadOf({ gzip }), '<sbd></sbd>');
  });
  test('A gzip whose last member is small and whose others are not is one payload', async () => {
    const [large, small] = [`<sbd>${'a b c '.repeat(300_000)}`, '</sbd>'];
    const gzip = Buffer.concat([gzipSync(large), gzipSync(small)]);
    assert.equal(hash(await payloadOf({ gzip })), hash(large + small));
    const context = { ...exchange.receiver, payloadLimit: large.length };
    assert.equal(await exchange.codeOf(foreign({ gzip }), context), 'EBMS:0303');
  });
  test('A header that need not be understood, or is for somebody else, is left alone', async () => {
    await exchange.received(
      foreign({
        extraHeader: '<w:To xmlns:w="urn:w">x</w:To><w:T xmlns:w="urn:w" env:mustUnderstand="false"/>',
      }),
    );
    await exchange.received(
      foreign({ extraHeader: '<w:T xmlns:w="urn:w" env:mustUnderstand="true" env:role="urn:somebody"/>' }),
    );
  });

  const signedValues: [string, string, (xml: string) => string][] = [
    ['another role', 'EBMS:0001', (xml) => xml.replace('200704/responder', '200704/other')],
    ['another agreement', 'EBMS:0001', (xml) => xml.replace(PROFILE.agreement, 'urn:other')],
    ['another party type', 'EBMS:0004', (xml) => xml.replace(PROFILE.partyType, 'urn:other')],
    ['two party ids', 'EBMS:0009', (xml) => xml.replace(/(<ns6:PartyId.*?<\/ns6:PartyId>)/, '$1$1')],
    ['a receiver that we are not', 'EBMS:0003', (xml) => xml.replace('pop000002', 'pop000003')],
    ['a sender who did not sign', 'EBMS:0101', (xml) => xml.replace('pop000001', 'pop000003')],
    ['an empty MessageId', 'EBMS:0009', (xml) => xml.replace(' m-7@foreign ', ' ')],
    ['a MessageId of megabytes', 'EBMS:0009', (xml) => xml.replace('m-7@foreign', 'm'.repeat(2_000_000))],
    ['no Service', 'EBMS:0009', (xml) => xml.replace(/<ns6:Service.*<\/ns6:Service>/, '')],
    ['no Action', 'EBMS:0009', (xml) => xml.replace(/<ns6:Action>.*<\/ns6:Action>/, '')],
    ['no ConversationId', 'EBMS:0009', (xml) => xml.replace('<ns6:ConversationId/>', '')],
    [
      'no finalRecipient',
      'EBMS:0009',
      (xml) => xml.replace(/<ns6:Property name="finalRecipient".*?<\/ns6:Property>/, ''),
    ],
    [
      'two final recipients',
      'EBMS:0009',
      (xml) => xml.replace(/(<ns6:Property name="finalRecipient".*?<\/ns6:Property>)/, '$1$1'),
    ],
    [
      'participants of another scheme',
      'EBMS:0003',
      (xml) => xml.replace('type="iso6523-actorid-upis"', 'type="other"'),
    ],
    ['another compression', 'EBMS:0303', (xml) => xml.replace('>application/gzip<', '>application/zip<')],
    [
      'a compressed part without MimeType',
      'EBMS:0009',
      (xml) => xml.replace('name="MimeType"', 'name="Other"'),
    ],
    ['no payload', 'EBMS:0011', (xml) => xml.replace(/<ns6:PayloadInfo>.*<\/ns6:PayloadInfo>/, '')],
    ['two payloads', 'EBMS:0011', (xml) => xml.replace(/(<ns6:PartInfo.*<\/ns6:PartInfo>)/, '$1$1')],
    ['a payload in the body', 'EBMS:0011', (xml) => xml.replace(/href="cid:[^"]*"/, 'href="#id-body"')],
    [
      'two user messages',
      'EBMS:0009',
      (xml) => xml.replace(/(<ns6:UserMessage>.*<\/ns6:UserMessage>)/s, '$1$1'),
    ],
    ['a signal instead', 'EBMS:0009', (xml) => xml.replaceAll('ns6:UserMessage', 'ns6:SignalMessage')],
  ];
  for (const [name, code, change] of signedValues) {
    test(`Well signed, but with ${name}: ${code} [AS4-prof 4.3]`, async () => {
      const messaging = (xml: string): string => {
        const changed = change(xml);
        assert.notEqual(changed, xml);
        return changed;
      };
      assert.equal(await exchange.codeOf(foreign({ messaging })), code);
    });
  }
  test('A signature that leaves out Messaging, Body or the attachment is refused with EBMS:0101', async () => {
    for (const signs of [
      ['body', 'attachment'],
      ['messaging', 'attachment'],
      ['messaging', 'body'],
    ] as const) {
      assert.equal(await exchange.codeOf(foreign({ signs })), 'EBMS:0101', signs.join());
    }
  });
  test('A second digest for the attachment, or one for an attachment that is not there, is held against it too', async () => {
    const gzip = gzipSync('<sbd/>');
    const digest = createHash('sha256').update(gzip).digest('base64');
    const wrong = createHash('sha256').update('other').digest('base64');
    const signing = (contentId: string, signed: string) =>
      exchange.codeOf(foreign({ gzip, contentId: 'a@x', alsoSigns: [{ contentId, digest: signed }] }));
    assert.equal(await signing('a@x', digest), 'received');
    assert.equal(await signing('a@x', wrong), 'EBMS:0101');
    assert.equal(await signing('a@x', ''), 'EBMS:0101');
    assert.equal(await signing('b@x', digest), 'EBMS:0101');
  });
  test('A digest over the uncompressed payload is refused with EBMS:0101', async () => {
    const payload = Buffer.from('<sbd/>');
    const attachmentDigest = createHash('sha256').update(payload).digest('base64');
    assert.equal(await exchange.codeOf(foreign({ payload, attachmentDigest })), 'EBMS:0101');
  });
  test('A part that is no gzip, a cut one and a tampered one are refused with EBMS:0303', async () => {
    const gzip = gzipSync(noise(100_000));
    const tampered = Buffer.from(gzip);
    tampered[50_000] = (tampered[50_000] ?? 0) ^ 1;
    for (const content of [Buffer.from('<sbd/>'), gzip.subarray(0, 40_000), tampered, Buffer.alloc(0)]) {
      assert.equal(await exchange.codeOf(foreign({ gzip: content })), 'EBMS:0303');
    }
  });
});

describe('a message that was changed on the way is refused', () => {
  const cases: [string, string, string | RegExp, string][] = [
    ['A changed header', 'EBMS:0101', '>conversation-1<', '>conversation-2<'],
    ['A changed recipient', 'EBMS:0101', /(finalRecipient"[^>]*>)[^<]*/, '$10192:123456785'],
    ['A changed body', 'EBMS:0101', 'wsu:Id="as4-body"', 'id="1" wsu:Id="as4-body"'],
    ['A payload in the body', 'EBMS:0009', '></env:Body>', '><x/></env:Body>'],
    ['A changed signature', 'EBMS:0101', /<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA'],
    ['A signature with another digest', 'EBMS:0101', /<ds:DigestValue>..../, '<ds:DigestValue>AAAA'],
    ['A missing signature', 'EBMS:0101', /<ds:Signature .*<\/ds:Signature>/, ''],
    ['A missing security header', 'EBMS:0101', /<wsse:Security .*<\/wsse:Security>/, ''],
    [
      'Two signatures',
      'EBMS:0101',
      /(<ds:Signature .*<\/ds:Signature>)/,
      '$1<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>',
    ],
    [
      'A second security header',
      'EBMS:0103',
      /(<wsse:Security .*<\/wsse:Security>)/,
      '$1<wsse:Security xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"/>',
    ],
    [
      'A weaker digest algorithm',
      'EBMS:0101',
      /(<ds:SignedInfo.*?)2001\/04\/xmlenc#sha256/,
      '$12000/09/xmldsig#sha1',
    ],
    [
      'A weaker signature algorithm',
      'EBMS:0101',
      '2001/04/xmldsig-more#rsa-sha256',
      '2000/09/xmldsig#rsa-sha1',
    ],
    ['A weaker cipher', 'EBMS:0103', 'xmlenc11#aes128-gcm', 'xmlenc#aes128-cbc'],
    ['A weaker key transport', 'EBMS:0103', '2009/xmlenc11#rsa-oaep', '2001/04/xmlenc#rsa-1_5'],
    ['A missing mask function, which would mean SHA-1', 'EBMS:0103', /<xenc11:MGF.*?<\/xenc11:MGF>/, ''],
    [
      'An attachment encrypted with its headers',
      'EBMS:0103',
      '#Attachment-Content-Only',
      '#Attachment-Complete',
    ],
    [
      'A key reference that leads nowhere',
      'EBMS:0103',
      /(<ds:Signature .*)URI="#sig-cert"/,
      '$1URI="#other"',
    ],
    [
      'A token of another kind',
      'EBMS:0103',
      /(ValueType="[^"]*)#X509v3(" wsu:Id="sig-cert")/,
      '$1#X509PKIPathv1$2',
    ],
    ['A token that is no certificate', 'EBMS:0103', /(wsu:Id="sig-cert">)[^<]*/, '$1AAAA'],
    ['A missing EncryptedKey', 'EBMS:0102', /<xenc:EncryptedKey.*<\/xenc:EncryptedKey>/, ''],
    ['A missing EncryptedData', 'EBMS:0102', /<xenc:EncryptedData.*<\/xenc:EncryptedData>/, ''],
    [
      'An EncryptedKey of other bytes',
      'EBMS:0102',
      /<xenc:CipherValue>[^<]{8}/,
      '<xenc:CipherValue>AAAAAAAA',
    ],
    ['An empty EncryptedKey', 'EBMS:0102', /<xenc:CipherValue>[^<]*/, '<xenc:CipherValue>'],
    ['A part that PayloadInfo does not name', 'EBMS:0011', 'href="cid:payload', 'href="cid:other'],
    ['A DOCTYPE', 'EBMS:0009', '<env:Envelope', '<!DOCTYPE x [<!ENTITY a "b">]><env:Envelope'],
    [
      '10,000 nested elements',
      'EBMS:0009',
      '</env:Header>',
      `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}</env:Header>`,
    ],
    ['100,000 elements', 'EBMS:0009', '</env:Header>', `${'<a/>'.repeat(100_000)}</env:Header>`],
    ['A SOAP part of 5 MB', 'EBMS:0009', '</env:Header>', `${' '.repeat(5_000_000)}</env:Header>`],
    [
      'SOAP 1.1',
      'EBMS:0009',
      /http:\/\/www.w3.org\/2003\/05\/soap-envelope/g,
      'http://schemas.xmlsoap.org/soap/envelope/',
    ],
    ['An id that stands twice', 'EBMS:0101', '</env:Header>', `<x Id="as4-messaging"/></env:Header>`],
    ['A second Messaging', 'EBMS:0009', '</env:Header>', `<eb:Messaging xmlns:eb="${NS.eb}"/></env:Header>`],
    ['A second body', 'EBMS:0009', '</env:Envelope>', '<env:Body/></env:Envelope>'],
    ['No envelope', 'EBMS:0009', /env:Envelope/g, 'env:Enveloppe'],
    ['A truncated MIME body', 'EBMS:0007', /\r\n--pappel-[^\r]*--\r\n$/, ''],
    ['A part without header end', 'EBMS:0007', /Content-ID: <payload[^\r]*\r\n\r\n/, ''],
    [
      'An attachment in base64',
      'EBMS:0007',
      /(octet-stream\r\nContent-Transfer-Encoding: )binary/,
      '$1base64',
    ],
    ['A boundary that nobody announced', 'EBMS:0007', /--pappel-/g, '--peppol-'],
  ];
  for (const [name, code, from, to] of cases) {
    test(`${name} is refused with ${code}`, async () => {
      assert.equal(await exchange.codeOf(rewritten(await built(), (text) => text.replace(from, to))), code);
    });
  }
  test('Every bit of the attachment counts: EBMS:0102', async () => {
    const { contentType, body } = await built();
    const end = body.lastIndexOf('\r\n--');
    for (const back of [1, 16, 17, 20, 40, 50]) {
      const changed = Buffer.from(body);
      changed[end - back] = (changed[end - back] ?? 0) ^ 1;
      assert.equal(await exchange.codeOf({ contentType, body: changed }), 'EBMS:0102');
    }
  });
  test('An attachment shorter than IV and tag is refused with EBMS:0102', async () => {
    const request = await built();
    const cut = rewritten(request, (text) =>
      text.replace(/(octet-stream\r\n.*?\r\n\r\n).*(\r\n--pappel)/s, '$1short$2'),
    );
    assert.equal(await exchange.codeOf(cut), 'EBMS:0102');
  });
  test('A signed Messaging moved aside for a forged one is refused', async () => {
    const text = (await built()).body.toString('latin1');
    const messaging = /<eb:Messaging.*<\/eb:Messaging>/.exec(text)?.[0] ?? '';
    const forged = messaging.replace(CORNERS.finalRecipient, '0192:000000000');
    const otherId = forged.replace('wsu:Id="as4-messaging"', 'wsu:Id="forged"');
    const wraps: [string, string][] = [
      [`${otherId}<wrapper>${messaging}</wrapper>`, 'EBMS:0101'],
      [`${forged}<wrapper>${messaging}</wrapper>`, 'EBMS:0101'],
      [`${forged.replace('wsu:Id', 'Id')}<wrapper>${messaging}</wrapper>`, 'EBMS:0101'],
      [otherId.replace('</eb:Messaging>', `${messaging}</eb:Messaging>`), 'EBMS:0101'],
      [`<wrapper>${messaging}</wrapper>`, 'EBMS:0009'],
    ];
    for (const [wrapped, code] of wraps) {
      assert.equal(
        await exchange.codeOf(
          rewritten(await built(), (soap) => soap.replace(/<eb:Messaging.*<\/eb:Messaging>/, wrapped)),
        ),
        code,
      );
    }
  });
  test('A signed Body moved into the header for another one is refused', async () => {
    const moved = rewritten(await built(), (text) =>
      text.replace(/<\/env:Header>(<env:Body.*<\/env:Body>)/, `<w>$1</w></env:Header><env:Body/>`),
    );
    assert.equal(await exchange.codeOf(moved), 'EBMS:0101');
  });
  test('The security header of one message does not fit another', async () => {
    const other = (await built('<other/>', { messageId: 'm-2@POP000001' })).body.toString('latin1');
    const security = /<wsse:Security.*<\/wsse:Security>/.exec(other)?.[0] ?? '';
    const mixed = rewritten(await built(), (text) =>
      text.replace(/<wsse:Security.*<\/wsse:Security>/, security),
    );
    assert.equal(await exchange.codeOf(mixed), 'EBMS:0101');
  });
  test('A second attachment is refused with EBMS:0011', async () => {
    const { contentType, body } = await built();
    const boundary = /boundary="([^"]+)"/.exec(contentType)?.[1];
    const extra = Buffer.from(`\r\n--${boundary}\r\nContent-ID: <extra>\r\n\r\nhello\r\n--${boundary}--\r\n`);
    const cut = body.subarray(0, body.lastIndexOf('\r\n--'));
    assert.equal(await exchange.codeOf({ contentType, body: Buffer.concat([cut, extra]) }), 'EBMS:0011');
  });
  test('A missing attachment is refused with EBMS:0011', async () => {
    const { contentType, body } = await built();
    const boundary = /boundary="([^"]+)"/.exec(contentType)?.[1] ?? '';
    const soapOnly = body.subarray(0, body.indexOf(`\r\n--${boundary}`));
    const closed = Buffer.concat([soapOnly, Buffer.from(`\r\n--${boundary}--`)]);
    assert.equal(await exchange.codeOf({ contentType, body: closed }), 'EBMS:0011');
  });
  test('Content types without boundary or of another kind are refused with EBMS:0007', async () => {
    const { body, contentType } = await built();
    for (const wrong of ['multipart/related', '', contentType.replace('related', 'form-data')]) {
      assert.equal(await exchange.codeOf({ contentType: wrong, body }), 'EBMS:0007');
    }
  });
  test('An empty request is refused with EBMS:0007', async () => {
    const { contentType } = await built();
    assert.equal(await exchange.codeOf({ contentType, body: new Uint8Array() }), 'EBMS:0007');
  });
});

describe('who sends, and for whom [AS4-prof 4.7]', () => {
  test('A sender of another authority, expired, or not yet valid is refused with EBMS:0101', async () => {
    const foreign = await issue(await openLocalPki(newDirectory()), 'POP000001');
    const expired = await exchange.keyOf('POP000001', { to: new Date(Date.now() - 1000) });
    const early = await exchange.keyOf('POP000001', { from: new Date(Date.now() + 3_600_000) });
    for (const key of [foreign, expired, early]) {
      assert.equal(await exchange.codeOf(await built(undefined, {}, key)), 'EBMS:0101');
    }
  });
  test('A sender whose certificate was revoked is refused for good with EBMS:0101', async () => {
    const since = new Date('2026-10-01T10:00:00Z');
    const trust = exchange.trustSaying({ status: 'revoked', since, reason: 'keyCompromise' });
    const result = await receive({ ...exchange.receiver, trust }, await built());
    assert.ok(result.kind === 'refused');
    assert.deepEqual([result.error.code, worthwhileRepeats(result.error)], ['EBMS:0101', 0]);
    assert.match(result.error.description, /revoked since 2026-10-01/);
  });
  test('A sender of whom it cannot be told is asked to repeat with EBMS:0202', async () => {
    const trust = exchange.trustSaying({ status: 'unknown', detail: 'nobody answers' });
    const result = await receive({ ...exchange.receiver, trust }, await built());
    assert.ok(result.kind === 'refused');
    assert.deepEqual(
      [result.error.code, worthwhileRepeats(result.error) > 0, result.refToMessageId],
      ['EBMS:0202', true, MESSAGE_ID],
    );
  });
  test('An SMP certificate does not send: EBMS:0101', async () => {
    const smp = await exchange.pki.issueSmp('POP000001');
    const key = readKeyMaterial(smp);
    assert.ok('privateKey' in key);
    assert.equal(await exchange.codeOf(await built(undefined, {}, key)), 'EBMS:0101');
  });
  test('The token of another access point in place of the signer is refused with EBMS:0101', async () => {
    const other = await exchange.keyOf('POP000001');
    const swapped = rewritten(await built(), (text) =>
      text.replace(/(wsu:Id="sig-cert">)[^<]*/, `$1${other.certificate.der.toString('base64')}`),
    );
    assert.equal(await exchange.codeOf(swapped), 'EBMS:0101');
  });
  test('Nothing is decrypted for who did not sign: EBMS:0101, whatever else is wrong', async () => {
    const unusable = (await exchange.keyOf('POP000002')).privateKey;
    const context = { ...exchange.receiver, keys: [{ ...c3, privateKey: unusable }] };
    const request = await built();
    assert.equal(await exchange.codeOf(request, context), 'EBMS:0102');
    const forged = rewritten(request, (text) =>
      text.replace(/<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA'),
    );
    assert.equal(await exchange.codeOf(forged, context), 'EBMS:0101');
    const other = rewritten(request, (text) => text.replace('>conversation-1<', '>conversation-2<'));
    assert.equal(await exchange.codeOf(other, context), 'EBMS:0101');
  });
  test('A trusted sender who signs under another seat is refused with EBMS:0101', async () => {
    const other = await exchange.keyOf('POP000003');
    const { seatId } = (await exchange.keyOf('POP000001')).certificate;
    const impostor = { ...other, certificate: { ...other.certificate, seatId } };
    assert.equal(await exchange.codeOf(await built(undefined, {}, impostor)), 'EBMS:0101');
  });
  test('An attachment encrypted for a certificate that is not ours is refused with EBMS:0102', async () => {
    const stranger = await exchange.keyOf('POP000002');
    const receiverCertificate = await exchange.trusted(stranger);
    assert.equal(await exchange.codeOf(await built(undefined, { receiverCertificate })), 'EBMS:0102');
  });
  test('A message for another seat is refused with EBMS:0003, whoever can decrypt it', async () => {
    const receiverCertificate = await exchange.trusted(await exchange.keyOf('POP000077'));
    assert.equal(await exchange.codeOf(await built(undefined, { receiverCertificate })), 'EBMS:0003');
  });
  test('A refusal names the message where its id can be read', async () => {
    const wrong = rewritten(await built(), (text) => text.replace('200704/initiator<', '200704/x<'));
    const result = await receive(exchange.receiver, wrong);
    assert.ok(result.kind === 'refused');
    assert.equal(result.refToMessageId, 'm-1@POP000001');
  });
  test('What cryptography fails at is not told to the sender', async () => {
    const texts = new Set<string>();
    for (const change of [/<xenc:CipherValue>[^<]{8}/, /<xenc:CipherValue>[^<]*/]) {
      const result = await receive(
        exchange.receiver,
        rewritten(await built(), (text) => text.replace(change, '<xenc:CipherValue>AAAAAAAA')),
      );
      texts.add(result.kind === 'refused' ? result.error.description : '');
    }
    const request = await built();
    const last = request.body.lastIndexOf('\r\n--') - 1;
    request.body.writeUInt8(request.body.readUInt8(last) ^ 1, last);
    const result = await receive(exchange.receiver, request);
    texts.add(result.kind === 'refused' ? result.error.description : '');
    assert.equal(texts.size, 1);
  });
});

describe('limits', () => {
  test('A gzip bomb is stopped with EBMS:0303, by size and by ratio', async () => {
    const bomb = () => foreignMessage(c2, c3, { gzip: gzipSync('A'.repeat(30_000_000)) });
    const small = { ...exchange.receiver, payloadLimit: 20_000_000 };
    assert.equal(await exchange.codeOf(bomb(), small), 'EBMS:0303');
    assert.equal(await exchange.codeOf(bomb()), 'EBMS:0303');
    const lenient = { ...exchange.receiver, ratioLimit: 1100 };
    assert.equal(await exchange.codeOf(bomb(), lenient), 'received');
    assert.equal(await exchange.codeOf(await built('A'.repeat(30_000_000))), 'received');
  });
  test('A trailer that lies about the size changes nothing', async () => {
    const gzip = gzipSync(noise(3_000_000));
    for (const announced of [0, 10, 0xffffffff]) {
      const lying = Buffer.from(gzip);
      lying.writeUInt32LE(announced, lying.length - 4);
      assert.equal(await exchange.codeOf(foreignMessage(c2, c3, { gzip: lying })), 'EBMS:0303');
    }
  });
  test('The payload limit is exact', async () => {
    const context = { ...exchange.receiver, payloadLimit: 1000 };
    assert.equal(await exchange.codeOf(await built('x'.repeat(1000)), context), 'received');
    assert.equal(await exchange.codeOf(await built('x'.repeat(1001)), context), 'EBMS:0303');
    const uncompressed = (size: number) =>
      foreignMessage(c2, c3, { compressed: false, payload: Buffer.from('x'.repeat(size)) });
    assert.equal(await exchange.codeOf(uncompressed(1000), context), 'received');
    assert.equal(await exchange.codeOf(uncompressed(1001), context), 'EBMS:0303');
  });
});

describe('an ebMS test message [ebMS3 5.2.2]', () => {
  const ping = async (key = c2, change: (xml: string) => string = (xml) => xml) => {
    const messaging = change(
      messagingXml(
        {
          messageId: 'ping@POP000001',
          timestamp: new Date(),
          from: 'POP000001',
          to: 'POP000002',
          service: PROFILE.testService,
          serviceType: '',
          action: PROFILE.testAction,
          conversationId: 'c',
          originalSender: '',
          finalRecipient: '',
        },
        MESSAGING_ID,
        'none',
      ).replace(/<eb:PayloadInfo>.*<\/eb:PayloadInfo>/, ''),
    );
    const references = [elementDigest(MESSAGING_ID, messaging), elementDigest(BODY_ID, BODY_XML)];
    const soap = envelopeXml(await signatureXml(references, key), messaging);
    return { contentType: 'application/soap+xml; charset=UTF-8', body: Buffer.from(soap) };
  };
  test('It may come without attachment and MIME; it is marked and holds nothing', async () => {
    const result = await exchange.received(await ping());
    assert.equal(result.isTest, true);
    assert.equal(result.payload.length, 0);
  });
  test('It may carry a payload as well', async () => {
    const request = foreignMessage(c2, c3, {
      messaging: (xml) =>
        xml
          .replace(/(<ns6:Service[^>]*>)[^<]*/, `$1${PROFILE.testService}`)
          .replace(/(<ns6:Action>)[^<]*/, `$1${PROFILE.testAction}`),
    });
    assert.equal((await exchange.received(request)).isTest, true);
  });
  test('It is signed by an access point like any other', async () => {
    assert.equal(await exchange.codeOf(await ping(await exchange.keyOf('POP000005'))), 'EBMS:0101');
  });
  test('Without attachment, any other message is refused with EBMS:0011', async () => {
    const request = await ping(c2, (xml) =>
      xml
        .replace(PROFILE.testAction, 'busdox-docid-qns::x')
        .replaceAll(/(<eb:Property name="(?:originalSender|finalRecipient)"[^>]*>)/g, '$10192:1'),
    );
    assert.equal(await exchange.codeOf(request), 'EBMS:0011');
  });
});

describe('a header that must be understood and is not [SOAP 1.2 2.4]', () => {
  test('Is refused with a MustUnderstand fault, in whichever prefix and spelling', async () => {
    for (const block of [
      '<w:X xmlns:w="urn:w" env:mustUnderstand="1"/>',
      `<w:X xmlns:w="urn:w" xmlns:q="${NS.soap}" q:mustUnderstand="true"/>`,
      `<w:X xmlns:w="urn:w" env:mustUnderstand="true" env:role="${NS.soap}/role/next"/>`,
    ]) {
      const result = await receive(exchange.receiver, foreignMessage(c2, c3, { extraHeader: block }));
      assert.ok(result.kind === 'refused');
      assert.deepEqual([result.error.code, result.error.fault], ['EBMS:0009', 'MustUnderstand']);
      assert.match(result.error.description, /\{urn:w\}X/);
    }
  });
});

test('A sender whose signature is right but whose key is not its certificate is refused with EBMS:0101', async () => {
  const other = await exchange.keyOf('POP000001');
  const mixed: KeyMaterial = { privateKey: other.privateKey, certificate: c2.certificate };
  assert.equal(await exchange.codeOf(await built(undefined, {}, mixed)), 'EBMS:0101');
});
