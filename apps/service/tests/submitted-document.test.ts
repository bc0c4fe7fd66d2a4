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
} from './harness.ts';

const invoice = fixture('invoice.xml').replace('Nordic Timber AB', 'Brädgården & Co'.replace('&', '&amp;'));
const JAPANESE_INVOICE =
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1@jp-1::2.1';
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const saying = (encoding: string): string => invoice.replace('encoding="UTF-8"', `encoding="${encoding}"`);

describe('a submitted document', () => {
  let pappel: Pappel;
  let timber: Account;
  let furniture: Account;
  let timberId: string;
  before(async () => {
    pappel = await startPappel();
    [timber, furniture] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
    timberId = await activeParticipant(pappel, timber, TIMBER);
    await activeParticipant(pappel, furniture, FURNITURE);
  });
  after(() => pappel.stop());

  const send = (changes: object) =>
    pappel.call('POST', '/v1/messages', timber.key, {
      sender: TIMBER,
      receiver: FURNITURE,
      type: 'invoice',
      ...changes,
    });
  const upload = async (document: Uint8Array): Promise<string> => {
    const asked = { companyId: timber.companyId, bytes: document.length };
    const { body } = await pappel.call('POST', '/v1/messages/uploads', timber.key, asked);
    const headers = { 'content-type': 'application/xml' };
    const { status } = await fetch(body.uploadUrl, { method: 'PUT', body: Buffer.from(document), headers });
    assert.ok(status < 300);
    return body.payloadObjectKey;
  };
  const sentAs = async (changes: object) => {
    const { body } = await send(changes);
    const message = await settled(pappel, timber, body.id);
    assert.equal(message.status, 'AS4_ACCEPTED', JSON.stringify(message.validationErrors ?? message));
    const payload = (await pappel.call('GET', `/v1/messages/${message.id}/payload`, timber.key)).body;
    const { body: inbox } = await pappel.call('GET', '/v1/messages?direction=INBOUND&limit=1', furniture.key);
    const path = `/v1/messages/${inbox.messages[0].id}/payload`;
    const received = (await pappel.call('GET', path, furniture.key)).body;
    return { message, payload, received };
  };

  for (const [encoding, bytes] of [
    ['UTF-16', Buffer.from(`\ufeff${saying('UTF-16')}`, 'utf16le')],
    ['ISO-8859-1', Buffer.from(saying('ISO-8859-1'), 'latin1')],
  ] as const)
    test(`An upload in ${encoding} is kept, judged and sent as UTF-8, and the hash is of that [MSG-10]`, async () => {
      const { message, payload, received } = await sentAs({ payloadObjectKey: await upload(bytes) });
      assert.deepEqual([message.validation.verdict, message.sha256], ['VALID', sha256(invoice)]);
      assert.equal(message.bytes, Buffer.byteLength(invoice));
      assert.equal(payload, invoice);
      assert.match(received, /Brädgården/);
    });
  test('An inline payload is text: what encoding its declaration names is not looked at', async () => {
    const { message, payload } = await sentAs({ payload: saying('utf-16') });
    assert.deepEqual([payload, message.sha256], [invoice, sha256(invoice)]);
  });

  const NO_XML: [what: string, payload: string, where: RegExp][] = [
    ['blanks', ' \n ', /Line 2, column 2: The document is empty/],
    ['a DTD', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', /Line 1, column 1: .*DTD/],
    ['text', 'Invoice 4711', /Line 1, column 1/],
    ['an element that is not closed', '<Invoice>\n<x></Invoice>', /Line 2, column 4/],
    ['elements without end inside one another', '<a>'.repeat(10_000), /nested deeper than 200/],
    ['U+0000 in a tag name', '<a>\n<b\0/></a>', /Line 2, column 2/],
    ['U+0000 by its number', '<a>\n&#0;</a>', /Line 2, column 1/],
  ];
  for (const [what, payload, where] of NO_XML)
    test(`${what}: refused at once, with the place, and no message is made [MSG-10]`, async () => {
      const before = (await pappel.call('GET', '/v1/messages?limit=100', timber.key)).body.messages.length;
      for (const changes of [{ payload }, { payloadObjectKey: await upload(Buffer.from(payload)) }]) {
        const { status, body } = await send(changes);
        assert.deepEqual([status, body.error.code], [400, 'VALIDATION_FAILED']);
        const [detail] = body.error.details;
        assert.deepEqual([detail.field, detail.code], ['payload', 'NOT_XML']);
        assert.match(detail.message, where);
        assert.match(body.error.message, /Correct it and send it again\.$/);
      }
      const { messages } = (await pappel.call('GET', '/v1/messages?limit=100', timber.key)).body;
      assert.equal(messages.length, before);
    });
  test('So is what has no rules, where the capability allows unvalidated documents', async () => {
    const kind = { documentTypeId: JAPANESE_INVOICE, processId: 'urn:peppol:bis:billing' };
    const path = `/v1/participants/${timberId}/capabilities`;
    await pappel.call('POST', path, timber.key, { ...kind, direction: 'SEND', allowUnvalidated: true });
    for (const payload of ['no XML', ' ', '<!DOCTYPE a><a/>']) {
      const { status, body } = await send({ ...kind, type: undefined, payload });
      assert.deepEqual([status, body.error.details[0].code], [400, 'NOT_XML']);
    }
    assert.equal((await send({ ...kind, type: undefined, payload: '<a/>' })).status, 201);
  });
  test('So is an empty payload; and a type that is none is named as it was sent [MSG-10, MSG-4]', async () => {
    for (const [changes, field, code] of [
      [{ payload: '' }, 'payload', 'NOT_XML'],
      [{ payload: invoice, type: 'letter' }, 'type', 'INVALID'],
      [
        { payload: invoice, type: undefined, documentTypeId: 'letter', processId: 'urn:x' },
        'documentTypeId',
        'INVALID',
      ],
    ] as const) {
      const { status, body } = await send(changes);
      const [detail] = body.error.details;
      assert.deepEqual([status, detail.field, detail.code], [400, field, code]);
    }
  });
  test('Half a character in JSON is refused, not replaced', async () => {
    const { status, body } = await send({ payload: invoice.replace('Brädgården', '\ud800') });
    assert.deepEqual([status, body.error.details[0].code], [400, 'NOT_XML']);
  });
  test('A receiver whose number fails its check digit is refused with the reason [MSG-21]', async () => {
    const { status, body } = await send({ receiver: '0192:991825828', payload: invoice });
    assert.deepEqual([status, body.error.details[0].field], [400, 'receiver']);
    assert.match(body.error.message, /check digit of 991825828 is wrong for NO:ORG.*Correct the number\.$/);
  });

  test('Warnings of a valid document are listed, marked, and counted [VAL-3]', async () => {
    const { message } = await sentAs({
      payload: invoice.replace('schemeID="0007"', 'schemeID="0007" schemeName="x"'),
    });
    assert.deepEqual([message.validation.verdict, message.validation.warnings], ['VALID', 1]);
    assert.deepEqual(
      message.validationErrors.map(({ severity, code }: { severity: string; code: string }) => [
        severity,
        code,
      ]),
      [['WARNING', 'UBL-DT-08']],
    );
    assert.equal(message.validationErrorsTotal, 1);
  });
  test('Findings say what was found and expected; repeats are one, and the total is what they add up to [VAL-1, VAL-2]', async () => {
    const line = /<cac:InvoiceLine>[\s\S]*<\/cac:InvoiceLine>/.exec(invoice)?.[0] ?? '';
    const wrong = invoice
      .replace(line, line.replace(/unitCode="\w+"/, 'unitCode="KGMM"').repeat(3))
      .replace('>1250.00</cbc:TaxInclusiveAmount>', '>1251.00</cbc:TaxInclusiveAmount>');
    const message = await settled(pappel, timber, (await send({ payload: wrong })).body.id);
    const errors: { code: string; found?: string; expected?: string; count?: number }[] =
      message.validationErrors;
    const of = (wanted: string) => errors.find(({ code }) => code === wanted);
    assert.deepEqual([of('BR-CO-15')?.found, of('BR-CO-15')?.expected], ['1251.00', '1250.00']);
    const { found, expected, count } = of('BR-CL-23') ?? {};
    assert.deepEqual(
      [found, expected, count],
      ['KGMM', 'KGM, or another code of Recommendation 20 or 21', 3],
    );
    assert.equal(
      errors.reduce((sum, one) => sum + (one.count ?? 1), 0),
      message.validationErrorsTotal,
    );
    const dry = (await pappel.call('POST', '/v1/messages/validate', timber.key, { payload: wrong })).body;
    assert.deepEqual([dry.findings, dry.errors + dry.warnings], [errors, message.validationErrorsTotal]);
  });
  test('A document of millions of mistakes is VALIDATION_FAILED with a short list [VAL-6]', async () => {
    const wrong = invoice.replace('<cbc:DueDate>', `${'<x/>'.repeat(1_000_000)}<cbc:DueDate>`);
    const { body } = await send({ payloadObjectKey: await upload(Buffer.from(wrong)) });
    const message = await settled(pappel, timber, body.id);
    assert.equal(message.status, 'VALIDATION_FAILED');
    assert.ok(JSON.stringify(message).length < 100_000);
    assert.ok(message.validationErrors.some(({ code }: { code: string }) => code === 'TOO_MANY_FINDINGS'));
  });
});
