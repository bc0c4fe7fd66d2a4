import { describe } from 'node:test';
import { type Breach, testBreaches } from '../../../tests/breaking.ts';
import { fixture } from '../../../tests/run-rules.ts';
import { LISTS_2026_5 } from '../../codes/release-lists.ts';
import { codeListRules } from './code-lists.ts';

const CODE_LISTS = codeListRules(LISTS_2026_5);

const invoice = fixture('full-invoice.xml');
const note = (text: string): [RegExp, string] => [/<cbc:Note>.*<\/cbc:Note>/, `<cbc:Note>${text}</cbc:Note>`];
const exemption = (code: string): [string, string] => [
  '</cac:TaxSubtotal>',
  `<cbc:TaxExemptionReasonCode>${code}</cbc:TaxExemptionReasonCode></cac:TaxSubtotal>`,
];

const BREACHES: Breach[] = [
  ['The type of an invoice', 'BR-CL-01', '>380<', '>381<'],
  ['The currency of an amount', 'BR-CL-03', 'currencyID="EUR"', 'currencyID="eur"'],
  ['The currency of an amount with white space around', '', 'currencyID="EUR"', 'currencyID=" EUR "'],
  ['The old dobra', '', 'currencyID="EUR"', 'currencyID="STD"'],
  ['The new dobra', 'BR-CL-03', 'currencyID="EUR"', 'currencyID="STN"'],
  ['The invoice currency', 'BR-CL-04', '<cbc:DocumentCurrencyCode>SEK', '<cbc:DocumentCurrencyCode>KRONA'],
  ['The accounting currency', 'BR-CL-05', '<cbc:TaxCurrencyCode>EUR', '<cbc:TaxCurrencyCode>'],
  [
    'The VAT point',
    'BR-CL-06',
    '<cbc:StartDate>2026-11-01</cbc:StartDate>',
    '<cbc:DescriptionCode>5</cbc:DescriptionCode>',
  ],
  ['The scheme of an invoiced object', 'BR-CL-07', 'schemeID="ABT"', 'schemeID="XXX"'],
  ['The subject of a note', 'BR-CL-08', ...note('#QQQ#Timber')],
  ['A note with one mark', '', ...note('#QQQ Timber')],
  ['A note with something longer between marks', '', ...note('#QQQQ#Timber')],
  [
    'The scheme of a party identifier',
    'BR-CL-10',
    '<cbc:ID schemeID="0088">7300010000001',
    '<cbc:ID schemeID="88">7300010000001',
  ],
  ['SEPA as scheme of the payee', '', '<cbc:ID>Factor-1', '<cbc:ID schemeID="SEPA">Factor-1'],
  [
    'SEPA as scheme of the buyer',
    'BR-CL-10',
    '<cbc:EndpointID schemeID="0192">991825827</cbc:EndpointID>',
    '<cac:PartyIdentification><cbc:ID schemeID="SEPA">1</cbc:ID></cac:PartyIdentification>',
  ],
  [
    'The scheme of a legal registration',
    'BR-CL-11',
    '<cbc:CompanyID schemeID="0007">',
    '<cbc:CompanyID schemeID="7">',
  ],
  ['The scheme of an item classification', 'BR-CL-13', 'listID="STI"', 'listID="sti"'],
  ['A country', 'BR-CL-14', 'Country><cbc:IdentificationCode>NO', 'Country><cbc:IdentificationCode>EL'],
  [
    'A country of origin',
    'BR-CL-15',
    'OriginCountry><cbc:IdentificationCode>SE',
    'OriginCountry><cbc:IdentificationCode>Sweden',
  ],
  ['A means of payment', 'BR-CL-16', '>30</cbc:PaymentMeansCode>', '>99</cbc:PaymentMeansCode>'],
  ['A VAT category', 'BR-CL-17', /(?<=<cac:TaxCategory>\s*<cbc:ID>)S/, 'AA'],
  ['The VAT category of an item', 'BR-CL-18', /(?<=<cac:ClassifiedTaxCategory>\s*<cbc:ID>)S/, 'AA'],
  ['The reason of an allowance', 'BR-CL-19', 'ReasonCode>95<', 'ReasonCode>FC<'],
  ['The reason of a charge', 'BR-CL-20', 'ReasonCode>FC<', 'ReasonCode>95<'],
  ['The scheme of a standard item identifier', 'BR-CL-21', 'schemeID="0160"', 'schemeID="GTIN"'],
  ['A VAT exemption reason', 'BR-CL-22', ...exemption('VATEX-EU-Q')],
  ['A VAT exemption reason in lower case', '', ...exemption('vatex-eu-o')],
  ['A unit', 'BR-CL-23', 'unitCode="MTR"', 'unitCode="m"'],
  ['The type of an attachment', 'BR-CL-24', 'application/pdf', 'application/zip'],
  [
    'The scheme of an electronic address',
    'BR-CL-25',
    '<cbc:EndpointID schemeID="0192">',
    '<cbc:EndpointID schemeID="0003">',
  ],
  [
    'The scheme of a delivery location',
    'BR-CL-26',
    '<cbc:ID schemeID="0088">7300010000018',
    '<cbc:ID schemeID="GLN">7300010000018',
  ],
];

describe('code lists', () => {
  testBreaches([CODE_LISTS], invoice, BREACHES);
});

describe('code lists of a credit note', () => {
  testBreaches([CODE_LISTS], fixture('credit-note.xml'), [
    ['The type of a credit note', 'BR-CL-01', '>381<', '>380<'],
  ]);
});
