import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { parseDocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { checkDocument } from './check-document.ts';
import { documentFacts } from './document-facts.ts';
import { BUILTIN } from './rule-book.ts';
import { validate } from './validate.ts';
import { add, compare, decimal, print, round2 } from './values/decimal.ts';

const FIXTURES = join(import.meta.dirname, '../tests/fixtures');
const invoice = aliasToType('invoice');
const japanese = parseDocumentTypeId(
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1@jp-1::2.1',
);
const creditNote = aliasToType('credit-note');
const sender = parseParticipantId('0007:5567321707');
const receiver = parseParticipantId('0192:991825827');
assert.ok(invoice && japanese && creditNote && sender && receiver);
const fixture = (name: string): string => readFileSync(join(FIXTURES, name), 'utf8');
const codes = (text: string): string[] => {
  const verdict = validate(Buffer.from(text), invoice.documentTypeId);
  return verdict.kind !== 'no-rules' ? verdict.findings.map((finding) => finding.code) : [];
};

describe('decimals', () => {
  const rounded = (text: string): string => {
    const value = decimal(text);
    assert.ok(value);
    return print(round2(value));
  };
  test('Halves round towards positive infinity, exactly', () => {
    assert.deepEqual(['1.005', '-1.005', '2.344999', '-2.346', '-0.001', '7', '1.10'].map(rounded), [
      '1.01',
      '-1.00',
      '2.34',
      '-2.35',
      '0.00',
      '7',
      '1.10',
    ]);
  });
  test('0.1 and 0.2 are 0.3', () => {
    const [a, b, c] = ['0.1', '0.2', '0.30'].map(decimal);
    assert.ok(a && b && c);
    assert.equal(compare(add(a, b), c), 0);
  });
  test('What is no decimal is none', () => {
    assert.deepEqual(['', 'x', '1,0', '1e3', 'NaN', '.'].map(decimal), [
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('an invoice', () => {
  const good = fixture('invoice.xml');
  test('A correct invoice and a correct credit note are valid', () => {
    assert.equal(validate(Buffer.from(good), invoice.documentTypeId).kind, 'valid');
    assert.equal(validate(Buffer.from(fixture('credit-note.xml')), creditNote.documentTypeId).kind, 'valid');
  });
  const mistakes: [string, string | RegExp, string][] = [
    ['BR-02', /<cbc:ID>INV-1<\/cbc:ID>/, ''],
    ['BR-03', /<cbc:IssueDate>.*?<\/cbc:IssueDate>/, ''],
    ['BR-05', /<cbc:DocumentCurrencyCode>.*?<\/cbc:DocumentCurrencyCode>/, ''],
    ['BR-06', 'Nordic Timber AB', ' '],
    ['BR-16', /<cac:InvoiceLine>.*<\/cac:InvoiceLine>/s, ''],
    [
      'BR-CO-10',
      '>1000.00</cbc:LineExtensionAmount>\n    <cbc:TaxExclusive',
      '>999.00</cbc:LineExtensionAmount>\n    <cbc:TaxExclusive',
    ],
    ['BR-CO-15', '>1250.00</cbc:TaxInclusiveAmount>', '>1251.00</cbc:TaxInclusiveAmount>'],
    ['BR-CO-16', '>1250.00</cbc:PayableAmount>', '>1000.00</cbc:PayableAmount>'],
    ['XSD', /<cbc:DocumentCurrencyCode>.*?<\/cbc:DocumentCurrencyCode>/, '<cbc:Nonsense/>'],
  ];
  for (const [id, from, to] of mistakes) {
    test(`${id} is found`, () => {
      const changed = good.replace(from, to);
      assert.notEqual(changed, good);
      assert.ok(codes(changed).includes(id), String(codes(changed)));
    });
  }
  test('A finding says what was found and expected, and where', () => {
    const verdict = validate(
      Buffer.from(good.replace('>1250.00</cbc:TaxInclusiveAmount>', '>1251.00</cbc:TaxInclusiveAmount>')),
      invoice.documentTypeId,
    );
    assert.ok(verdict.kind === 'invalid');
    const finding = verdict.findings.find((one) => one.code === 'BR-CO-15');
    assert.match(finding?.message ?? '', /Found 1251.00, expected 1250.00/);
    assert.equal(finding?.location, '/Invoice');
    assert.ok(finding.line && finding.column && finding.ruleset === 'peppol-2026.5');
  });
  test('A value that is no number breaks its rule and not the document', () => {
    const found = codes(good.replace('>1250.00</cbc:TaxInclusiveAmount>', '>a lot</cbc:TaxInclusiveAmount>'));
    assert.ok(found.includes('BR-CO-15') && found.includes('BR-CO-16') && !found.includes('BR-02'));
  });
  test('What is not well formed is a finding with line and column', () => {
    for (const bad of ['<Invoice', '<a>'.repeat(10_000), '<!DOCTYPE x><Invoice/>', `${good}x`, '']) {
      const verdict = validate(Buffer.from(bad), invoice.documentTypeId);
      assert.ok(verdict.kind === 'invalid');
      assert.equal(verdict.findings[0]?.code, 'XML');
      assert.ok(verdict.findings[0]?.line);
    }
  });
  test('A type without rules says so', () => {
    assert.equal(BUILTIN.for(japanese), undefined);
    assert.equal(validate(Buffer.from('<x/>'), japanese).kind, 'no-rules');
  });
});

describe('a document held against its request', () => {
  const expected = { documentTypeId: invoice.documentTypeId, sender, receiver, strictAddressing: false };
  const good = Buffer.from(fixture('invoice.xml'));
  test('Its number and parties are read', () => {
    const facts = documentFacts(good);
    assert.deepEqual([facts?.documentNumber, facts?.sender, facts?.receiver], ['INV-1', sender, receiver]);
  });
  test('Another type is DOCUMENT_TYPE_MISMATCH [VAL-4]', () => {
    const verdict = checkDocument(good, { ...expected, documentTypeId: creditNote.documentTypeId });
    assert.ok(
      !verdict.valid && verdict.findings.some((finding) => finding.code === 'DOCUMENT_TYPE_MISMATCH'),
    );
  });
  test('Another address is a warning, an error with strict addressing [VAL-5]', () => {
    const other = parseParticipantId('0007:2021005489');
    assert.ok(other);
    const lenient = checkDocument(good, { ...expected, sender: other });
    assert.deepEqual(
      [lenient.valid, lenient.findings.map((finding) => finding.code)],
      [true, ['ADDRESS_MISMATCH']],
    );
    assert.equal(checkDocument(good, { ...expected, sender: other, strictAddressing: true }).valid, false);
    assert.equal(checkDocument(good, { ...expected, strictAddressing: true }).valid, true);
  });
});
