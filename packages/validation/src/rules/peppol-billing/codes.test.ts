import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changed, codesOf, fixture } from '../../../tests/run-rules.ts';
import { PEPPOL_BILLING } from './families.ts';

const invoice = fixture('invoice.xml');
const creditNote = fixture('credit-note.xml');
const broken = (xml: string): string[] =>
  codesOf(PEPPOL_BILLING, xml).map((code) => code.replace('PEPPOL-EN16931-', ''));
const before = (tag: string, element: string): string => changed(invoice, `<${tag}>`, `${element}<${tag}>`);
const attached = (kind: string): string =>
  before(
    'cac:AccountingSupplierParty',
    `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="${kind}" filename="a">YQ==</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`,
  );
const reason = (indicator: string, code: string): string =>
  before(
    'cac:TaxTotal',
    `<cac:AllowanceCharge><cbc:ChargeIndicator>${indicator}</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>${code}</cbc:AllowanceChargeReasonCode><cbc:Amount currencyID="SEK">1</cbc:Amount></cac:AllowanceCharge>`,
  );
const vatDate = (code: string): string =>
  before(
    'cac:AccountingSupplierParty',
    `<cac:InvoicePeriod><cbc:DescriptionCode>${code}</cbc:DescriptionCode></cac:InvoicePeriod>`,
  );
const exempt = (category: string, code: string): string =>
  changed(
    invoice,
    '<cbc:ID>S</cbc:ID>',
    `<cbc:ID>${category}</cbc:ID><cbc:TaxExemptionReasonCode>${code}</cbc:TaxExemptionReasonCode>`,
  );

describe('codes', () => {
  const codes: [
    sentence: string,
    write: (code: string) => string,
    id: string,
    accepted: string,
    refused: string,
  ][] = [
    ['An attached file is of a kind that Peppol allows', attached, 'CL001', 'application/pdf', 'text/html'],
    [
      'The reason of an allowance is a code of its list',
      (code) => reason('false', code),
      'CL002',
      ' 95 ',
      'FC',
    ],
    ['The reason of a charge is a code of its list', (code) => reason('true', code), 'CL003', 'FC', '95'],
    ['The VAT date is one of three', vatDate, 'CL006', '432', '4'],
    ['A currency is one of ISO 4217', (code) => invoice.replaceAll('SEK', code), 'CL007', 'NOK', 'SKR'],
    [
      'The scheme of an electronic address is one that Peppol knows',
      (code) => changed(invoice, 'EndpointID schemeID="0192"', `EndpointID schemeID="${code}"`),
      'CL008',
      '0192',
      '0037',
    ],
    [
      'A date is written as year, month and day',
      (code) => changed(invoice, '2026-12-21', code),
      'F001',
      '2028-02-29',
      '2026-02-29',
    ],
    [
      'The type of an invoice is one that its process allows',
      (code) => changed(invoice, '>380<', `>${code}<`),
      'P0100',
      '71',
      '389',
    ],
    [
      'The type of a credit note is one that its process allows',
      (code) => changed(creditNote, '>381<', `>${code}<`),
      'P0101',
      '396',
      '380',
    ],
  ];
  for (const [sentence, write, id, accepted, refused] of codes)
    test(`${sentence} [${id}]`, () => {
      assert.deepEqual(broken(write(accepted)), [], accepted);
      assert.deepEqual([...new Set(broken(write(refused)))], [id], refused);
    });

  test('A date with a time zone is longer than ten characters [F001]', () => {
    assert.deepEqual(broken(changed(invoice, '2026-12-21', '2026-12-21Z')), ['F001']);
  });

  test('Invoices of type 326 and 384 are for German parties only [P0112]', () => {
    assert.deepEqual(broken(changed(invoice, '>380<', '>326<')), ['P0112']);
    const german = changed(changed(changed(invoice, '>380<', '>384<'), '>SE<', '>DE<'), '>NO<', '> de <');
    assert.ok(!broken(german).includes('P0112'));
  });

  const categories = {
    P0104: ['G', 'G'],
    P0105: ['O', 'O'],
    P0106: ['IC', 'K'],
    P0107: ['AE', 'AE'],
    P0108: ['D', 'E'],
    P0109: ['F', 'E'],
    P0110: ['I', 'E'],
    P0111: ['J', 'E'],
  };
  for (const [id, [name, category = '']] of Object.entries(categories))
    test(`Exemption reason VATEX-EU-${name} goes with VAT category ${category} [${id}]`, () => {
      assert.deepEqual(broken(exempt(category, `VATEX-EU-${name}`)), []);
      assert.deepEqual(broken(exempt('S', `vatex-eu-${name}`)), [id]);
    });
});
