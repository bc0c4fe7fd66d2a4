import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Breach, testBreaches } from '../../../tests/breaking.ts';
import { changed, codesOf, fixture } from '../../../tests/run-rules.ts';
import { ABSENCES } from './absences.ts';
import { DATA_TYPES } from './data-types.ts';

const invoice = fixture('full-invoice.xml');
const before = (mark: string, element: string): [string, string] => [mark, element + mark];
const behind = (mark: string, element: string): [string, string] => [mark, mark + element];

const ELEMENTS: Breach[] = [
  ['A header has no issue time', 'UBL-CR-006', ...before('<cbc:DueDate>', '<cbc:IssueTime/>')],
  ['A header has no signature', 'UBL-CR-137', ...before('<cac:AccountingSupplierParty>', '<cac:Signature/>')],
  [
    'An invoicing period has no start time',
    'UBL-CR-012',
    ...behind('2026-11-01</cbc:StartDate>', '<cbc:StartTime/>'),
  ],
  [
    'A seller has no logo',
    'UBL-CR-144',
    ...before('<cac:PartyName><cbc:Name>Nordic', '<cbc:LogoReferenceID/>'),
  ],
  ['A line has no UUID', 'UBL-CR-515', ...behind('<cbc:ID>2</cbc:ID>', '<cbc:UUID/>')],
  [
    'Two lines with a UUID are one finding',
    'UBL-CR-515',
    /<cbc:ID>(1)<\/cbc:ID>([\s\S]*)<cbc:ID>2<\/cbc:ID>/,
    '<cbc:UUID/><cac:Price/></cac:InvoiceLine><cac:InvoiceLine><cbc:UUID/>',
  ],
  ['An item has no dimension', 'UBL-CR-624', ...behind('<cbc:Name>Rope</cbc:Name>', '<cac:Dimension/>')],
  [
    'A price has no reason of its discount',
    'UBL-CR-634 UBL-CR-670',
    ...before('<cbc:Amount currencyID="SEK">10.125', '<cbc:AllowanceChargeReason/>'),
  ],
  [
    'An invoice has the due date elsewhere',
    'UBL-CR-412',
    ...before('<cbc:PaymentID>', '<cbc:PaymentDueDate/>'),
  ],
  ['The UBL version is 2.1', 'UBL-CR-002', '>2.1<', '>2.2<'],
  [
    'A payer has no account',
    'UBL-CR-680',
    ...before('<cac:PayeeFinancialAccount>', '<cac:PayerFinancialAccount/>'),
  ],
];

const ATTRIBUTES: Breach[] = [
  ['The number has no scheme', 'UBL-CR-650', '<cbc:ID>INV-2<', '<cbc:ID schemeID="1">INV-2<'],
  [
    'A country has no list, wherever it stands',
    'UBL-CR-660',
    '<cbc:IdentificationCode>DK',
    '<cbc:IdentificationCode listID="1">DK',
  ],
  ['A VAT number has no scheme', 'UBL-CR-652', '<cbc:CompanyID>FI', '<cbc:CompanyID schemeID="1">FI'],
  [
    'A supporting document has no scheme',
    'UBL-CR-665',
    '<cbc:ID>Drawing<',
    '<cbc:ID schemeID="ABT">Drawing<',
  ],
  [
    'The invoiced object has no attachment',
    'UBL-CR-666',
    ...behind('<cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>', '<cac:Attachment/>'),
  ],
  [
    'The invoiced object has no description',
    'UBL-CR-673',
    ...behind('<cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>', '<cbc:DocumentDescription/>'),
  ],
  [
    'A VAT category has no scheme',
    'UBL-CR-679',
    /(?<=<cac:ClassifiedTaxCategory>\s*<cbc:ID)>/,
    ' schemeID="1">',
  ],
];

describe('elements that EN 16931 does not use', () => {
  testBreaches([ABSENCES], invoice, [...ELEMENTS, ...ATTRIBUTES]);

  test('A credit note has its due date with the payment [UBL-CR-412]', () => {
    const means =
      '<cac:PaymentMeans><cbc:PaymentDueDate>2026-12-21</cbc:PaymentDueDate></cac:PaymentMeans><cac:TaxTotal>';
    assert.deepEqual(codesOf([ABSENCES], changed(fixture('credit-note.xml'), '<cac:TaxTotal>', means)), []);
  });
});

describe('data types', () => {
  const names =
    'schemeName schemeAgencyName schemeDataURI schemeURI format unitCodeListIdentifier unitCodeListAgencyIdentifier unitCodeListAgencyName listAgencyName listName languageID listURI listSchemeURI languageLocaleID uri currencyCodeListVersionID characterSetCode encodingCode schemeAgencyID listAgencyID';
  const numbers = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28];
  testBreaches([DATA_TYPES], invoice, [
    ...names
      .split(' ')
      .map(
        (name, index): Breach => [
          `No element has the attribute ${name}`,
          `UBL-DT-${String(numbers[index]).padStart(2, '0')}`,
          '<cbc:ID>INV-2<',
          `<cbc:ID ${name}="x">INV-2<`,
        ],
      ),
    [
      'No element has the attribute unitCodeListID',
      'UBL-CR-663',
      '<cbc:ID>INV-2<',
      '<cbc:ID unitCodeListID="x">INV-2<',
    ],
    ['Only a means of payment has a name', 'UBL-DT-18', '<cbc:ID>INV-2<', '<cbc:ID name="x">INV-2<'],
    ['An amount has two decimals', 'UBL-DT-01', '>32.20<', '>32.201<'],
    ['A price may have more', '', '>10</cbc:PriceAmount>', '>10.12345</cbc:PriceAmount>'],
    ['A base amount of a price may have more as well', '', '>110.125<', '>110.12345<'],
    ['An attachment has a type', 'UBL-DT-06', ' mimeCode="application/pdf"', ''],
    ['An attachment has a file name', 'UBL-DT-07', ' filename="drawing.pdf"', ''],
  ]);
});
