import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { changed, fixture } from '../tests/run-rules.ts';
import { CURRENCIES } from './codes/currencies.gen.ts';
import { expectedCodes } from './codes/nearest.ts';
import { UNITS } from './codes/units.gen.ts';
import type { Finding, Judgement } from './finding.ts';
import { HitLog, MOST_ERRORS, MOST_LISTED } from './hit-log.ts';
import { validate } from './validate.ts';

const type = aliasToType('invoice')?.documentTypeId;
const good = fixture('invoice.xml');

function judged(xml: string): Judgement {
  const verdict = validate(Buffer.from(xml), type);
  assert.ok(verdict.kind !== 'no-rules');
  return verdict;
}

function finding(xml: string, code: string): Finding {
  const found = judged(xml).findings.find((one) => one.code === code);
  assert.ok(found, `no ${code}`);
  return found;
}

/** An invoice with this in front of its due date. */
const invoiceWith = (content: string): string => changed(good, '<cbc:DueDate>', `${content}<cbc:DueDate>`);

describe('What a finding says', () => {
  test('A sum that is wrong: the amount found and the one expected', () => {
    const wrong = changed(good, '>1250.00</cbc:TaxInclusiveAmount>', '>1251.00</cbc:TaxInclusiveAmount>');
    const { found, expected, message } = finding(wrong, 'BR-CO-15');
    assert.deepEqual([found, expected], ['1251.00', '1250.00']);
    assert.match(message, /Found 1251\.00, expected 1250\.00\.$/);
  });
  test('A code that is none: the code, and the nearest of its list', () => {
    const wrong = changed(good, '<cbc:DocumentCurrencyCode>SEK', '<cbc:DocumentCurrencyCode>SKE');
    const { found, expected, message } = finding(wrong, 'BR-CL-04');
    assert.deepEqual([found, expected], ['SKE', 'SEK or SLE, or another code of ISO 4217']);
    assert.match(message, /Found "SKE", expected SEK or/);
  });
  test('A code that is like none of its list: what the list is called, and all codes where they are few', () => {
    const currencies = { title: 'ISO 4217', codes: CURRENCIES };
    assert.equal(expectedCodes('crowns', [currencies]), 'a code of ISO 4217');
    assert.equal(expectedCodes('', [currencies]), 'a code of ISO 4217');
    assert.equal(expectedCodes('x'.repeat(100_000), [currencies]), 'a code of ISO 4217');
    assert.equal(expectedCodes('sek', [currencies]), 'SEK, or another code of ISO 4217');
    assert.match(
      expectedCodes('KGMM', [{ title: 'units', codes: UNITS }]),
      /^KGM, or another code of units$/,
    );
    assert.equal(expectedCodes('x', [{ title: 't', codes: new Set(['AB', 'AP', 'RE']) }]), 'AB, AP or RE');
  });
  test('A root element in the wrong namespace: the namespace found and the one expected', () => {
    const wrong = good.replaceAll('xsd:Invoice-2', 'xsd:Rechnung-2');
    const { found, expected, line } = finding(wrong, 'XSD');
    assert.deepEqual(
      [found, expected, line],
      [
        '"urn:oasis:names:specification:ubl:schema:xsd:Rechnung-2"',
        'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
        2,
      ],
    );
  });
  test('An element in the wrong namespace: the same', () => {
    const wrong = invoiceWith('<DueDate>2026-01-01</DueDate>');
    const { found, expected, location } = finding(wrong, 'XSD');
    assert.deepEqual(
      [found, expected, location],
      [
        '"urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"',
        'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
        '/Invoice/DueDate',
      ],
    );
  });
  test('A value that is none of its data type: the value and what it must be', () => {
    const { found, expected } = finding(changed(good, /<cbc:DueDate>.*?</, '<cbc:DueDate>soon<'), 'XSD');
    assert.deepEqual([found, expected], ['soon', 'a date such as 2026-01-31']);
  });
  test('Repeats of a rule are one finding with a count, at the first place [VAL-2]', () => {
    const line = /<cac:InvoiceLine>[\s\S]*<\/cac:InvoiceLine>/.exec(good)?.[0] ?? '';
    const bad = line.replace(/unitCode="\w+"/, 'unitCode="pieces"');
    const { count, location, found } = finding(good.replace(line, `${line}${bad.repeat(3)}`), 'BR-CL-23');
    assert.deepEqual(
      [count, location, found],
      [3, '/Invoice/cac:InvoiceLine[2]/cbc:InvoicedQuantity', 'pieces'],
    );
  });
  test('Texts of the document are cut short, and hold nothing that cannot be stored', () => {
    const wrong = changed(
      good,
      '<cbc:DocumentCurrencyCode>SEK',
      `<cbc:DocumentCurrencyCode>${'😀'.repeat(50_000)}`,
    );
    const names = invoiceWith(`<n${'o'.repeat(1_000)}/>`);
    for (const { message, found = '', expected = '', location = '' } of [wrong, names].flatMap(
      (xml) => judged(xml).findings,
    )) {
      assert.ok(
        found.length <= 101 &&
          message.length <= 1_300 &&
          expected.length <= 1_001 &&
          location.length <= 1_001,
      );
      for (const text of [message, found, location]) assert.equal(text, text.toWellFormed());
    }
    const nul = validate(Buffer.from('<a><b\0c/></a>'));
    assert.ok(nul.kind === 'invalid');
    const { code, message, line, column } = nul.findings[0] ?? {};
    assert.deepEqual([code, line, column], ['XML', 1, 5]);
    assert.ok(message && !message.includes('\0'));
  });
});

describe('How much is said', () => {
  test('What is counted is what is listed, errors and warnings', () => {
    const { findings, total, warnings } = judged(
      invoiceWith('<cbc:Colour/><cbc:Colour/>').replace('schemeID="0007"', 'schemeID="0007" schemeName="x"'),
    );
    const places = (severity: string): number =>
      findings.filter((one) => one.severity === severity).reduce((sum, { count = 1 }) => sum + count, 0);
    assert.ok(warnings > 0);
    assert.deepEqual([places('ERROR') + places('WARNING'), places('WARNING')], [total, warnings]);
  });
  test('Warnings are told also where the document is valid', () => {
    const { kind, findings, total, warnings } = judged(
      changed(good, 'schemeID="0007"', 'schemeID="0007" schemeName="x"'),
    );
    assert.equal(kind, 'valid');
    assert.deepEqual([findings.length, total, warnings], [1, 1, 1]);
  });
  test('A document with millions of mistakes has few findings, and is not read to its end by the rules [VAL-2]', () => {
    const { findings, total, kind } = judged(invoiceWith('<x/>'.repeat(1_200_000)));
    assert.equal(kind, 'invalid');
    assert.ok(findings.length <= MOST_LISTED);
    assert.ok(total >= MOST_ERRORS && total < 3 * MOST_ERRORS, `${total}`);
    assert.ok(findings.some(({ code }) => code === 'TOO_MANY_FINDINGS'));
  });
  test('Any number of warnings leaves a document valid and is counted [VAL-3]', () => {
    const log = new HitLog();
    const message = 'A warning.';
    for (let node = 0; node < 3 * MOST_ERRORS; node++)
      log.add('R', { code: 'R', severity: 'WARNING', node }, () => ({ message }));
    assert.deepEqual([log.isFull, log.warningCount, log.listed().length], [false, 3 * MOST_ERRORS, 1]);
  });
  test('A document has at most so many elements', () => {
    const verdict = validate(Buffer.from(`<a>${'<b/>'.repeat(1_500_000)}</a>`));
    assert.ok(verdict.kind === 'invalid');
    assert.match(verdict.findings[0]?.message ?? '', /more than 1,500,000 elements/);
  });
});
