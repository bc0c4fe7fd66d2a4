import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changed, codesOf, fixture, hitsOf } from '../../../tests/run-rules.ts';
import { PEPPOL_BILLING, PEPPOL_SELF_BILLING } from './families.ts';

const invoice = fixture('invoice.xml');
const creditNote = fixture('credit-note.xml');
const broken = (xml: string): string[] =>
  codesOf(PEPPOL_BILLING, xml).map((code) => code.replace('PEPPOL-EN16931-', ''));
const PROFILE = '<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>';
const CURRENCY = '<cbc:DocumentCurrencyCode>SEK</cbc:DocumentCurrencyCode>';
const TAX_TOTAL = /<cac:TaxTotal>.*<\/cac:TaxTotal>/s;
const PAYMENT = '<cac:TaxTotal>';
const inEuro = (amount: string): string =>
  changed(
    changed(invoice, CURRENCY, `${CURRENCY}<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>`),
    '<cac:LegalMonetaryTotal>',
    `<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">${amount}</cbc:TaxAmount></cac:TaxTotal><cac:LegalMonetaryTotal>`,
  );

describe('the document of Peppol BIS Billing', () => {
  test('A correct invoice and a correct credit note keep all rules', () => {
    assert.deepEqual(broken(invoice), []);
    assert.deepEqual(broken(creditNote), []);
  });

  const mistakes: [sentence: string, xml: string, ids: string[]][] = [
    ['The process must be named', changed(invoice, PROFILE, ''), ['R001', 'R007']],
    ['The process must be one of Peppol', changed(invoice, 'billing:01:1.0', 'billing:01:2.0'), ['R007']],
    [
      'A process named twice cannot be checked',
      changed(invoice, PROFILE, PROFILE + PROFILE),
      ['P0100', 'R007'],
    ],
    [
      'Only one note is allowed',
      changed(invoice, CURRENCY, `<cbc:Note>a</cbc:Note><cbc:Note>b</cbc:Note>${CURRENCY}`),
      ['R002'],
    ],
    [
      'There must be a buyer reference or an order',
      changed(invoice, /<cbc:BuyerReference>.*<\/cbc:BuyerReference>/, ''),
      ['R003'],
    ],
    ['The specification must be that of Peppol', changed(invoice, 'billing:3.0', 'billing:2.0'), ['R004']],
    [
      'A specification is no whole document type identifier',
      changed(invoice, 'billing:3.0', 'billing:3.0::2.1'),
      ['R004'],
    ],
    [
      'A comment between two texts makes two of one, which cannot be checked',
      changed(invoice, 'billing:3.0', 'bill<!-- - -->ing:3.0'),
      ['R004'],
    ],
    [
      'The currencies must differ',
      changed(inEuro('20'), '<cbc:TaxCurrencyCode>EUR', '<cbc:TaxCurrencyCode>SEK'),
      ['R005'],
    ],
    ['No element may be empty', changed(invoice, 'Umeå', ''), ['R008']],
    [
      'The buyer must have an electronic address',
      changed(invoice, /<cbc:EndpointID schemeID="0192">.*?<\/cbc:EndpointID>/, ''),
      ['R010'],
    ],
    [
      'The seller must have an electronic address',
      changed(invoice, /<cbc:EndpointID schemeID="0007">.*?<\/cbc:EndpointID>/, ''),
      ['R020'],
    ],
    ['One tax total must have a breakdown', changed(invoice, TAX_TOTAL, ''), ['R053']],
    [
      'An accounting currency needs a second tax total',
      changed(invoice, CURRENCY, `${CURRENCY}<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>`),
      ['R054', 'R055'],
    ],
    ['VAT must have one sign in both currencies', inEuro('-20.00'), ['R055']],
    ['A VAT total that is no number cannot be compared', inEuro('twenty'), ['R055']],
    [
      'A direct debit must name its mandate',
      changed(
        invoice,
        PAYMENT,
        `<cac:PaymentMeans><cbc:PaymentMeansCode> 59 </cbc:PaymentMeansCode></cac:PaymentMeans>${PAYMENT}`,
      ),
      ['R061'],
    ],
  ];
  for (const [sentence, xml, ids] of mistakes)
    test(`${sentence} [${ids.join(', ')}]`, () => assert.deepEqual(broken(xml), ids));

  test('VAT of one sign in both currencies is in order', () => assert.deepEqual(broken(inEuro('20.00')), []));

  test('A credit note may refer to one project only [R080]', () => {
    const project =
      '<cac:AdditionalDocumentReference><cbc:ID>p</cbc:ID><cbc:DocumentTypeCode>50</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>';
    assert.deepEqual(
      broken(changed(creditNote, '<cac:AccountingSupplierParty>', `${project}<cac:AccountingSupplierParty>`)),
      [],
    );
    assert.deepEqual(
      broken(
        changed(
          creditNote,
          '<cac:AccountingSupplierParty>',
          `${project}${project}<cac:AccountingSupplierParty>`,
        ),
      ),
      ['R080'],
    );
  });
});

describe('self-billing', () => {
  const selfBilled = changed(
    changed(changed(invoice, 'billing:3.0', 'selfbilling:3.0'), 'billing:01:1.0', 'selfbilling:01:1.0'),
    '>380<',
    '>389<',
  );
  test('A self-billed invoice has its own specification, process and type', () => {
    assert.deepEqual(codesOf(PEPPOL_SELF_BILLING, selfBilled), []);
    assert.deepEqual(codesOf(PEPPOL_SELF_BILLING, invoice), ['PEPPOL-EN16931-R004', 'PEPPOL-EN16931-R007']);
    assert.deepEqual(codesOf(PEPPOL_SELF_BILLING, changed(selfBilled, '>389<', '>380<')), [
      'PEPPOL-EN16931-P0100',
    ]);
    assert.deepEqual(broken(selfBilled), ['R004', 'R007']);
  });
  test('National rules do not count for self-billing', () => {
    const short = changed(selfBilled, 'SE556732170701', 'SE5567321707');
    assert.deepEqual(codesOf(PEPPOL_SELF_BILLING, short), []);
    assert.deepEqual(broken(short), ['R004', 'R007', 'SE-R-001']);
  });
  test('A finding says what was found', () => {
    const [hit] = hitsOf(PEPPOL_SELF_BILLING, changed(selfBilled, '>389<', '>380<'));
    assert.match(hit?.message ?? '', /Found "380", expected 389 or 527\.$/);
  });
});
