import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { DOMParser } from '@xmldom/xmldom';
import { XmlDocument, type XmlElement } from 'libxml2-wasm';
import { SignedXml } from 'xml-crypto';
import { type Exchange, MESSAGE_ID, openExchange, wire } from '../tests/exchange.ts';
import { foreignMessage } from '../tests/foreign-sender.ts';
import { buildRequest } from './build-request.ts';
import { ebmsError, notServiced } from './ebms-error.ts';
import { BODY_ID, BODY_XML, envelopeXml, MESSAGING_ID } from './envelope.ts';
import { NS } from './peppol-profile.ts';
import { readResponse, type SendOutcome, type SentMessage } from './read-response.ts';
import { receive } from './receive.ts';
import { type As4Reply, errorReply, receiptFor } from './reply.ts';
import { messageInfoXml, messagingStart } from './user-message.ts';
import { elementDigest, signatureXml } from './wss-signature.ts';

let exchange: Exchange;
let c2: KeyMaterial;
let c3: KeyMaterial;
let sent: SentMessage;
let receipt: As4Reply;

before(async () => {
  exchange = await openExchange();
  ({ c2, c3 } = exchange);
  const built = await buildRequest(exchange.outgoing(), c2);
  const receiverCertificate = await exchange.trusted(c3);
  sent = { messageId: MESSAGE_ID, references: built.references, receiverCertificate };
  receipt = await receiptFor(await exchange.received(wire(built)), c3);
});

const SOAP = 'application/soap+xml; charset=UTF-8';
const judge = (body: Uint8Array | string, httpStatus = 200, contentType = SOAP, message = sent) =>
  readResponse(message, { httpStatus, contentType, body: Buffer.from(body) }, exchange.trust);
const changedReceipt = (change: (text: string) => string): Promise<SendOutcome> => {
  const text = Buffer.from(receipt.body).toString();
  const changed = change(text);
  assert.notEqual(changed, text, 'nothing was changed');
  return judge(changed);
};
/** Signals signed by whoever, as they are. */
const signedSignals = async (signals: string, key = c3, body = BODY_XML): Promise<string> => {
  const messaging = `${messagingStart(MESSAGING_ID)}${signals}</eb:Messaging>`;
  const references = [elementDigest(MESSAGING_ID, messaging), elementDigest(BODY_ID, body)];
  return envelopeXml(await signatureXml(references, key), messaging, body);
};
const signal = (content: string, refToMessageId = MESSAGE_ID): string =>
  `<eb:SignalMessage>${messageInfoXml(new Date(), 's@x', refToMessageId)}${content}</eb:SignalMessage>`;
const error = (code: string, severity = 'failure', more = ''): string =>
  `<eb:Error errorCode="${code}" severity="${severity}"${more}></eb:Error>`;
const fault = (code: string): string =>
  `<env:Envelope xmlns:env="${NS.soap}"><env:Body><env:Fault><env:Code><env:Value>env:${code}</env:Value></env:Code><env:Reason><env:Text xml:lang="en">no</env:Text></env:Reason></env:Fault></env:Body></env:Envelope>`;
const receiptSignal = (): string =>
  /<eb:SignalMessage>.*<\/eb:SignalMessage>/.exec(Buffer.from(receipt.body).toString())?.[0] ?? '';

describe('a receipt with foreign eyes [AS4-prof 4.6]', () => {
  const ns = { ...NS };
  test('It is plain SOAP with status 200, no attachment, an empty body', () => {
    assert.deepEqual([receipt.httpStatus, receipt.contentType], [200, SOAP]);
    const doc = XmlDocument.fromBuffer(receipt.body);
    assert.equal(doc.find('/soap:Envelope/soap:Body/*', ns).length, 0);
    assert.equal(doc.find('//wsse:BinarySecurityToken', ns).length, 1);
    doc.dispose();
  });
  test('xml-crypto verifies its signature over Messaging and Body', () => {
    const text = Buffer.from(receipt.body).toString();
    const dom = new DOMParser().parseFromString(text, 'text/xml');
    const [signature] = Array.from(dom.getElementsByTagNameNS(NS.ds, 'Signature'));
    const verifier = new SignedXml({ publicCert: c3.certificate.x509.toString() });
    verifier.loadSignature(signature as unknown as Node);
    assert.ok(verifier.checkSignature(text));
    const signed = verifier.getSignedReferences();
    assert.match(signed[0] ?? '', /^<eb:Messaging/);
    assert.match(signed[1] ?? '', /^<env:Body/);
    assert.equal(signed.length, 2);
  });
  test('It copies every reference of a foreign request whole, PrefixList included, and is signed well by libxml2', async () => {
    const request = foreignMessage(c2, c3);
    const reply = await receiptFor(await exchange.received(request), c3);
    const doc = XmlDocument.fromBuffer(reply.body);
    const asked = XmlDocument.fromString(
      /<env:Envelope.*<\/env:Envelope>/s.exec(Buffer.from(request.body).toString('latin1'))?.[0] ?? '',
    );
    const canonical = (from: XmlDocument, xpath: string): string[] =>
      from
        .find(xpath, ns)
        .map((node) => (node as XmlElement).canonicalizeToString({ mode: 1, withComments: false }));
    const copies = canonical(doc, '//ebbp:MessagePartNRInformation/ds:Reference');
    assert.deepEqual(copies, canonical(asked, '//ds:SignedInfo/ds:Reference'));
    assert.equal(copies.length, 3);
    assert.ok(copies.some((copy) => copy.includes('PrefixList="env"')));
    const [messaging] = canonical(doc, '//eb:Messaging');
    const value = doc.get(
      `//ds:SignedInfo/ds:Reference[@URI="#${MESSAGING_ID}"]/ds:DigestValue`,
      ns,
    ) as XmlElement;
    assert.equal(value.content, elementDigest('', messaging ?? '').digest);
    doc.dispose();
    asked.dispose();
  });
  test('It refers to the message and has an id and a time of its own', () => {
    const text = Buffer.from(receipt.body).toString();
    assert.ok(text.includes(`<eb:RefToMessageId>${MESSAGE_ID}</eb:RefToMessageId>`));
    assert.ok(text.includes(`<eb:MessageId>${receipt.signalId}</eb:MessageId>`));
    assert.match(receipt.signalId, /^[0-9a-f-]{36}@POP000002$/);
  });
});

describe('a receipt counts when it proves that our message arrived [AS4-prof 4.6]', () => {
  test('A receipt that confirms what was sent is a receipt, its bytes kept as evidence', async () => {
    const outcome = await judge(receipt.body);
    assert.ok(outcome.kind === 'receipt');
    assert.equal(outcome.receiptId, receipt.signalId);
    assert.deepEqual(Buffer.from(outcome.raw), receipt.body);
  });
  test('Whatever the HTTP status, and in MIME too', async () => {
    assert.equal((await judge(receipt.body, 500)).kind, 'receipt');
    const mime = `--b\r\nContent-Type: application/soap+xml\r\n\r\n${Buffer.from(receipt.body)}\r\n--b--\r\n`;
    assert.equal((await judge(mime, 200, 'multipart/related; boundary="b"')).kind, 'receipt');
  });
  test('In another order of its references', async () => {
    const [first, ...others] =
      receiptSignal().match(/<ebbp:MessagePartNRInformation>.*?<\/ebbp:MessagePartNRInformation>/g) ?? [];
    const turned = receiptSignal().replace(
      /(<ebbp:NonRepudiationInformation[^>]*>).*(<\/ebbp:NonRepudiationInformation>)/,
      `$1${others.join('')}${first}$2`,
    );
    assert.equal((await judge(await signedSignals(turned))).kind, 'receipt');
  });
  test('With a warning beside it, in the same signal or in another', async () => {
    const warning = error('EBMS:0002', 'warning');
    assert.equal((await judge(await signedSignals(receiptSignal() + signal(warning)))).kind, 'receipt');
    assert.equal((await judge(await signedSignals(signal(warning) + receiptSignal()))).kind, 'receipt');
    const beside = receiptSignal().replace('</eb:SignalMessage>', `${warning}</eb:SignalMessage>`);
    assert.equal((await judge(await signedSignals(beside))).kind, 'receipt');
  });
  test('Signed by another certificate of the same seat', async () => {
    const renewed = await exchange.keyOf('POP000002');
    assert.equal((await judge(await signedSignals(receiptSignal(), renewed))).kind, 'receipt');
  });

  const invalid = async (outcome: SendOutcome | Promise<SendOutcome>, reason: RegExp): Promise<void> => {
    const found = await outcome;
    assert.equal(found.kind, 'receipt-invalid', JSON.stringify(found));
    assert.match(found.kind === 'receipt-invalid' ? found.reason : '', reason);
  };
  test('A receipt for another message is invalid', async () => {
    const other = receiptSignal().replace(MESSAGE_ID, 'm-2@POP000001');
    await invalid(judge(await signedSignals(other)), /for the message m-2@POP000001/);
    await invalid(
      changedReceipt((text) => text.replace(`>${MESSAGE_ID}<`, '>m-2<')),
      /for the message m-2/,
    );
  });
  test('A receipt whose digests differ is invalid, however well it is signed', async () => {
    const other = receiptSignal().replace(/(<ds:DigestValue>)..../, '$1AAAA');
    await invalid(judge(await signedSignals(other)), /does not confirm what was sent/);
  });
  test('A receipt that confirms less, more or one thing twice is invalid', async () => {
    const parts =
      receiptSignal().match(/<ebbp:MessagePartNRInformation>.*?<\/ebbp:MessagePartNRInformation>/g) ?? [];
    const [one, two, three] = parts;
    for (const confirmed of [[one, two], [one, two, three, three], [one, one, three], []]) {
      const changed = receiptSignal().replace(
        /(<ebbp:NonRepudiationInformation[^>]*>).*(<\/ebbp:NonRepudiationInformation>)/,
        `$1${confirmed.join('')}$2`,
      );
      await invalid(judge(await signedSignals(changed)), /does not confirm what was sent/);
    }
  });
  test('A receipt without non-repudiation information is invalid', async () => {
    await invalid(judge(await signedSignals(signal('<eb:Receipt></eb:Receipt>'))), /does not confirm/);
  });
  test('A changed receipt and an unsigned one are invalid', async () => {
    await invalid(
      changedReceipt((text) => text.replace(/<eb:Timestamp>..../, '<eb:Timestamp>1999')),
      /signature is not valid/,
    );
    await invalid(
      changedReceipt((text) => text.replace(/<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA')),
      /signature is not valid/,
    );
    await invalid(
      changedReceipt((text) => text.replace(/<wsse:Security.*<\/wsse:Security>/, '')),
      /not signed/,
    );
    await invalid(
      changedReceipt((text) => text.replace(/<ds:Signature .*<\/ds:Signature>/, '')),
      /one signature/,
    );
  });
  test('A receipt by a certificate that was revoked, or of which it cannot be told, is no receipt', async () => {
    const since = new Date('2026-10-01T10:00:00Z');
    const answer = { httpStatus: 200, contentType: receipt.contentType, body: receipt.body };
    for (const status of [
      { status: 'revoked', since, reason: 'keyCompromise' },
      { status: 'unknown', detail: 'nobody answers' },
    ] as const)
      await invalid(readResponse(sent, answer, exchange.trustSaying(status)), /not trusted/);
  });
  test('A receipt signed by another access point, a foreign or an expired one is invalid', async () => {
    const other = await exchange.keyOf('POP000003');
    await invalid(judge(await signedSignals(receiptSignal(), other)), /signed by POP000003/);
    const expired = await exchange.keyOf('POP000002', { to: new Date(Date.now() - 1000) });
    await invalid(judge(await signedSignals(receiptSignal(), expired)), /not trusted: expired/);
    const stranger = await (await openExchange()).keyOf('POP000002');
    await invalid(judge(await signedSignals(receiptSignal(), stranger)), /not trusted/);
  });
  test('A signature that leaves out Messaging or Body proves nothing', async () => {
    const messaging = `${messagingStart(MESSAGING_ID)}${receiptSignal()}</eb:Messaging>`;
    for (const reference of [elementDigest(MESSAGING_ID, messaging), elementDigest(BODY_ID, BODY_XML)]) {
      const soap = envelopeXml(await signatureXml([reference], c3), messaging);
      await invalid(judge(soap), /does not cover/);
    }
  });
  test('A signature that covers an attachment besides proves nothing: a receipt has none', async () => {
    const messaging = `${messagingStart(MESSAGING_ID)}${receiptSignal()}</eb:Messaging>`;
    const references = [
      elementDigest(MESSAGING_ID, messaging),
      elementDigest(BODY_ID, BODY_XML),
      { uri: 'cid:other', digest: elementDigest('', '').digest },
    ];
    const soap = envelopeXml(await signatureXml(references, c3), messaging);
    await invalid(judge(soap), /covers an attachment/);
  });
  test('A signed receipt moved aside for a forged one proves nothing', async () => {
    await invalid(
      changedReceipt((text) => {
        const messaging = /<eb:Messaging.*<\/eb:Messaging>/.exec(text)?.[0] ?? '';
        return text.replace(messaging, `${messaging.replace(MESSAGING_ID, 'forged')}<w>${messaging}</w>`);
      }),
      /does not cover/,
    );
  });
  test('Our own message sent back is no receipt', async () => {
    const built = wire(await buildRequest(exchange.outgoing(), c2));
    assert.equal((await judge(built.body, 200, built.contentType)).kind, 'no-signal');
  });
});

describe('an error is read before the HTTP status, signed or not [AS4-prof 4.4]', () => {
  const failed = async (outcome: SendOutcome | Promise<SendOutcome>) => {
    const found = await outcome;
    assert.ok(found.kind === 'ebms-error', JSON.stringify(found));
    return {
      codes: found.errors.map(({ code }) => code),
      retry: found.retry,
      repeats: found.repeats,
      errors: found.errors,
    };
  };
  test('With any status', async () => {
    const reply = await errorReply(ebmsError('EBMS:0202', 'disk full'), MESSAGE_ID, c3);
    for (const status of [200, 400, 404, 500]) {
      const { codes, errors } = await failed(judge(reply.body, status));
      assert.deepEqual(codes, ['EBMS:0202']);
      assert.equal(errors[0]?.description, 'disk full');
    }
  });
  test('Without signature, and with a SOAP fault in the body', async () => {
    const unsigned = (await signedSignals(signal(error('EBMS:0101')))).replace(
      /<wsse:Security.*<\/wsse:Security>/,
      '',
    );
    assert.deepEqual((await failed(judge(unsigned))).codes, ['EBMS:0101']);
    const withFault = unsigned.replace(
      /<env:Body.*<\/env:Body>/,
      /<env:Body.*<\/env:Body>/.exec(fault('Receiver'))?.[0] ?? '',
    );
    assert.deepEqual((await failed(judge(withFault, 500))).codes, ['EBMS:0101']);
  });
  test('A failure beside a receipt is a failure; failures come before warnings', async () => {
    const mixed = receiptSignal() + signal(error('EBMS:0002', 'warning') + error('EBMS:0004'));
    assert.deepEqual((await failed(judge(await signedSignals(mixed)))).codes, ['EBMS:0004', 'EBMS:0002']);
  });
  test('Which ones are final and how often the others may be repeated', async () => {
    const expected: [string, number][] = [
      ['EBMS:0001', 0],
      ['EBMS:0003', 0],
      ['EBMS:0009', 0],
      ['EBMS:0010', 0],
      ['EBMS:0011', 0],
      ['EBMS:0101', 0],
      ['EBMS:0103', 0],
      ['EBMS:0102', 1],
      ['EBMS:0303', 1],
      ['EBMS:0004', 3],
      ['EBMS:0202', Number.POSITIVE_INFINITY],
      ['EBMS:4001', Number.POSITIVE_INFINITY],
    ];
    for (const [code, repeats] of expected) {
      const found = await failed(judge(await signedSignals(signal(error(code)))));
      assert.deepEqual([found.repeats, found.retry], [repeats, repeats > 0], code);
    }
    const both = await failed(judge(await signedSignals(signal(error('EBMS:0202') + error('EBMS:0001')))));
    assert.equal(both.retry, false);
  });
  test('NOT_SERVICED is final, in the detail, the description or the short description', async () => {
    const places = [
      `<eb:Error errorCode="EBMS:0004" severity="failure"><eb:ErrorDetail>PEPPOL:NOT_SERVICED</eb:ErrorDetail></eb:Error>`,
      `<eb:Error errorCode="EBMS:0004" severity="failure"><eb:Description xml:lang="en">PEPPOL:NOT_SERVICED: no</eb:Description></eb:Error>`,
      `<eb:Error errorCode="EBMS:0004" severity="failure" shortDescription="PEPPOL:NOT_SERVICED"><eb:Description xml:lang="en">x</eb:Description></eb:Error>`,
      `<eb:Error errorCode="EBMS:0004" errorDetail="PEPPOL:NOT_SERVICED" severity="FAILURE"></eb:Error>`,
    ];
    for (const place of places)
      assert.equal((await failed(judge(await signedSignals(signal(place))))).retry, false);
    const ours = await errorReply(notServiced('nobody here'), MESSAGE_ID, c3);
    assert.equal((await failed(judge(ours.body))).retry, false);
    assert.ok(ours.body.toString().includes('<eb:ErrorDetail>PEPPOL:NOT_SERVICED</eb:ErrorDetail>'));
  });
  test('Our errors are signed over what they say, also with a fault, and name the message if it is known', async () => {
    const mustUnderstand = foreignMessage(c2, c3, {
      extraHeader: '<w:X xmlns:w="urn:w" env:mustUnderstand="1"/>',
    });
    const refused = await receive(exchange.receiver, mustUnderstand);
    assert.ok(refused.kind === 'refused');
    const reply = await errorReply(refused.error, refused.refToMessageId, c3);
    assert.equal(reply.httpStatus, 500);
    const text = Buffer.from(reply.body).toString();
    const dom = new DOMParser().parseFromString(text, 'text/xml');
    const [signature] = Array.from(dom.getElementsByTagNameNS(NS.ds, 'Signature'));
    const verifier = new SignedXml({ publicCert: c3.certificate.x509.toString() });
    verifier.loadSignature(signature as unknown as Node);
    assert.ok(verifier.checkSignature(text));
    assert.match(text, /<env:Value>env:MustUnderstand<\/env:Value>/);
    assert.match(text, /refToMessageInError="m-7@foreign"/);
    const nameless = await errorReply(ebmsError('EBMS:0007', 'x'), undefined, c3);
    assert.ok(!Buffer.from(nameless.body).toString().includes('RefToMessage'));
  });
  test('An error that the standard does not know goes out as Other', async () => {
    const reply = await errorReply({ code: 'X:1', severity: 'failure', description: '<&>' }, MESSAGE_ID, c3);
    assert.deepEqual((await failed(judge(reply.body))).codes, ['EBMS:0004']);
  });
});

describe('neither receipt nor error', () => {
  const retried = async (body: string, httpStatus: number): Promise<boolean> => {
    const outcome = await judge(body, httpStatus);
    assert.ok(outcome.kind === 'no-signal');
    assert.equal(outcome.httpStatus, httpStatus);
    assert.notEqual(outcome.detail, '');
    return outcome.retry;
  };
  test('Is sent again after an empty answer, a redirect, a receiver set up wrongly or in trouble', async () => {
    for (const status of [200, 202, 204, 302, 401, 403, 404, 405, 408, 415, 425, 429, 500, 502, 503, 504]) {
      assert.equal(await retried('', status), true, `${status}`);
      assert.equal(await retried('<html><body>Sorry</body></html>', status), true, `${status}`);
    }
  });
  test('Is final when the request was bad', async () => {
    for (const status of [400, 406, 413, 422]) assert.equal(await retried('', status), false, `${status}`);
  });
  test('SOAP faults are final for Sender and MustUnderstand, and passing for Receiver', async () => {
    for (const status of [200, 400, 500]) {
      assert.equal(await retried(fault('Sender'), status), false);
      assert.equal(await retried(fault('MustUnderstand'), status), false);
      assert.equal(await retried(fault('Receiver'), status), true);
    }
    const outcome = await judge(fault('Sender'), 500);
    assert.equal(outcome.kind === 'no-signal' && outcome.detail, 'SOAP fault Sender: no');
  });
  test('A warning alone is no receipt', async () => {
    assert.equal((await judge(await signedSignals(signal(error('EBMS:0006', 'warning'))))).kind, 'no-signal');
  });
  test('Hostile answers are no signal: DTD, depth, broken MIME, other bytes', async () => {
    const text = Buffer.from(receipt.body).toString();
    const dtd = text.replace('<env:Envelope', '<!DOCTYPE a><env:Envelope');
    const deep = text.replace(
      '</env:Header>',
      `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}</env:Header>`,
    );
    for (const body of [dtd, deep, text.slice(0, -10), '\u0000\u0001'])
      assert.equal((await judge(body)).kind, 'no-signal');
    assert.equal((await judge(text, 200, 'multipart/related; boundary=x')).kind, 'no-signal');
  });
});
