import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changed, codesOf, fixture, hitsOf } from '../../../tests/run-rules.ts';
import { PEPPOL_BILLING, PEPPOL_SELF_BILLING } from './families.ts';

const invoice = fixture('invoice.xml');
const broken = (xml: string): string[] =>
  codesOf(PEPPOL_BILLING, xml).map((code) => code.replace('PEPPOL-EN16931-', ''));
const amount = (name: string, value: string): string =>
  `<cbc:${name} currencyID="SEK">${value}</cbc:${name}>`;
const percent = '<cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>';
const allowance = (content: string, indicator = 'false'): string =>
  `<cac:AllowanceCharge><cbc:ChargeIndicator>${indicator}</cbc:ChargeIndicator>${content}</cac:AllowanceCharge>`;
const onDocument = (element: string): string =>
  changed(invoice, '<cac:TaxTotal>', `${element}<cac:TaxTotal>`);
const onPrice = (content: string): string =>
  changed(invoice, '</cbc:PriceAmount>', `</cbc:PriceAmount>${content}`);
const onLine = (element: string): string => changed(invoice, '<cac:Item>', `${element}<cac:Item>`);

const check = (mistakes: readonly [sentence: string, xml: string, ids: string[]][]): void => {
  for (const [sentence, xml, ids] of mistakes)
    test(`${sentence} [${ids.join(', ') || 'no rule'}]`, () => assert.deepEqual(broken(xml), ids));
};

describe('allowances and charges', () => {
  check([
    ['A percentage needs its base amount', onDocument(allowance(percent + amount('Amount', '10'))), ['R041']],
    [
      'A base amount needs its percentage',
      onDocument(allowance(amount('Amount', '10') + amount('BaseAmount', '100'))),
      ['R042'],
    ],
    [
      'The amount is the percentage of the base amount',
      onDocument(allowance(percent + amount('Amount', '10.03') + amount('BaseAmount', '100'))),
      ['R040'],
    ],
    [
      'The amount may be two cents away from it',
      onDocument(allowance(percent + amount('Amount', '9.98') + amount('BaseAmount', '100'))),
      [],
    ],
    [
      'An amount written as 1e1 cannot be checked',
      onDocument(allowance(percent + amount('Amount', '1e1') + amount('BaseAmount', '100'))),
      ['R040'],
    ],
    ['Of each must be said which it is', onDocument(allowance(amount('Amount', '10'), '1')), ['R043']],
    ['A price has no charge', onPrice(allowance(amount('Amount', '10'), 'true')), ['R044']],
    [
      'The net price is the gross price without the discount',
      onPrice(allowance(amount('Amount', '10') + amount('BaseAmount', '100'))),
      ['R046'],
    ],
    [
      'A net price that fits is in order',
      onPrice(allowance(amount('Amount', '0.10') + amount('BaseAmount', '100.1'))),
      [],
    ],
  ]);
});

describe('currencies', () => {
  check([
    [
      'All amounts are in the invoice currency',
      changed(invoice, 'PriceAmount currencyID="SEK"', 'PriceAmount currencyID="EUR"'),
      ['R051'],
    ],
    [
      'So are the VAT amounts of a breakdown and their total',
      changed(
        changed(invoice, '<cbc:TaxAmount currencyID="SEK"', '<cbc:TaxAmount currencyID="EUR"'),
        '</cbc:TaxableAmount>\n      <cbc:TaxAmount currencyID="SEK"',
        '</cbc:TaxableAmount>\n      <cbc:TaxAmount currencyID="EUR"',
      ),
      ['R051', 'R051'],
    ],
    [
      'An amount must have a currency',
      changed(invoice, 'PriceAmount currencyID="SEK"', 'PriceAmount'),
      ['CL007', 'R051'],
    ],
  ]);
  test('Self-billing does not ask for the currency of VAT amounts in a breakdown', () => {
    const euro = changed(
      invoice,
      '</cbc:TaxableAmount>\n      <cbc:TaxAmount currencyID="SEK"',
      '</cbc:TaxableAmount>\n      <cbc:TaxAmount currencyID="EUR"',
    );
    assert.ok(!codesOf(PEPPOL_SELF_BILLING, euro).includes('PEPPOL-EN16931-R051'));
    assert.deepEqual(broken(euro), ['R051']);
  });
});

describe('lines', () => {
  const period = (start: string, end: string): string =>
    `<cac:InvoicePeriod><cbc:StartDate>${start}</cbc:StartDate><cbc:EndDate>${end}</cbc:EndDate></cac:InvoicePeriod>`;
  const within = (start: string, end: string): string =>
    changed(
      onLine(period(start, end)),
      '<cac:AccountingSupplierParty>',
      `${period('2026-01-01', '2026-01-31')}<cac:AccountingSupplierParty>`,
    );
  const reference = (type: string): string =>
    `<cac:DocumentReference><cbc:ID>1</cbc:ID><cbc:DocumentTypeCode>${type}</cbc:DocumentTypeCode></cac:DocumentReference>`;
  const base = (quantity: string, unit = 'H87'): string =>
    onPrice(`<cbc:BaseQuantity unitCode="${unit}">${quantity}</cbc:BaseQuantity>`);

  check([
    [
      'The net amount is quantity × price',
      changed(invoice, '>100.00</cbc:PriceAmount>', '>100.01</cbc:PriceAmount>'),
      ['R120'],
    ],
    [
      'It may be two cents away from it',
      changed(invoice, '>100.00</cbc:PriceAmount>', '>100.002</cbc:PriceAmount>'),
      [],
    ],
    ['Charges are added to it', onLine(allowance(amount('Amount', '5'), 'true')), ['R120']],
    [
      'Allowances are taken from it',
      changed(
        onLine(allowance(amount('Amount', '5'))),
        '>100.00</cbc:PriceAmount>',
        '>100.50</cbc:PriceAmount>',
      ),
      [],
    ],
    [
      'A price is for its base quantity',
      changed(base('3'), '>100.00</cbc:PriceAmount>', '>300.00</cbc:PriceAmount>'),
      [],
    ],
    ['The base quantity is more than zero', base('0'), ['R121']],
    ['A base quantity that is no number cannot be checked', base('few'), ['R120', 'R121']],
    ['The base quantity has the unit of the line', base('1', 'KGM'), ['R130']],
    ['A line is about one object', onLine(reference('130') + reference('130')), ['R100']],
    ['The reference of a line is to an object', onLine(reference('916')), ['R101']],
    [
      'The period of a line does not begin before that of the invoice',
      within('2025-12-31', '2026-01-31'),
      ['R110'],
    ],
    [
      'The period of a line does not end after that of the invoice',
      within('2026-01-01', '2026-02-01'),
      ['R111'],
    ],
    ['A period that is no date cannot be checked', within('January', '2026-01-31'), ['F001', 'R110']],
    ['A period inside is in order', within('2026-01-01', '2026-01-31'), []],
  ]);
  test('A finding shows what was found and what was expected', () => {
    const [hit] = hitsOf(
      PEPPOL_BILLING,
      changed(invoice, '>100.00</cbc:PriceAmount>', '>100.01</cbc:PriceAmount>'),
    );
    assert.match(hit?.message ?? '', /Found 1000\.00, expected 1000\.10\.$/);
  });
});
