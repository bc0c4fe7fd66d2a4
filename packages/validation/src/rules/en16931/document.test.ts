import { describe } from 'node:test';
import { testBreaches } from '../../../tests/breaking.ts';
import { fixture } from '../../../tests/run-rules.ts';
import { EN16931 } from './families.ts';

const invoice = fixture('full-invoice.xml');
const SELLER = '<cbc:RegistrationName>Nordic Timber AB</cbc:RegistrationName>';
const SELLER_VAT = /<cbc:CompanyID>SE556732170701<\/cbc:CompanyID>/;
const PAYEE = '<cac:PartyName><cbc:Name>Northern Factoring</cbc:Name></cac:PartyName>';
const CODE = 'cac:Country><cbc:IdentificationCode>';

describe('header of an invoice', () => {
  testBreaches(EN16931, invoice, [
    ['It has a specification identifier', 'BR-01', 'urn:cen.eu:en16931:2017', ' '],
    ['It has a number', 'BR-02', '<cbc:ID>INV-2</cbc:ID>', ''],
    ['It has an issue date', 'BR-03', '<cbc:IssueDate>2026-11-21</cbc:IssueDate>', '<cbc:IssueDate/>'],
    ['It has a type', 'BR-04', '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>', ''],
    [
      'Two numbers cannot be checked',
      'BR-02',
      '<cbc:ID>INV-2</cbc:ID>',
      '<cbc:ID>1</cbc:ID><cbc:ID>2</cbc:ID>',
    ],
    ['It has a currency', 'BR-05', /<cbc:DocumentCurrencyCode>.*/, ''],
    ['It has a line', 'BR-16 BR-CO-10 BR-S-08', /<cac:InvoiceLine>[\s\S]*<\/cac:InvoiceLine>/, ''],
    [
      'The total VAT amount is also given in the accounting currency',
      'BR-53',
      'currencyID="EUR"',
      'currencyID="NOK"',
    ],
    [
      'The VAT point is a date or a code',
      'BR-CO-03',
      '<cbc:EndDate>2026-11-20</cbc:EndDate>',
      '<cbc:DescriptionCode>35</cbc:DescriptionCode>',
    ],
    ['It has a VAT breakdown', 'BR-CO-18 BR-S-01', /<cac:TaxSubtotal>[\s\S]*<\/cac:TaxSubtotal>/, ''],
  ]);
});

describe('parties', () => {
  testBreaches(EN16931, invoice, [
    ['The seller has a name', 'BR-06 UBL-SR-19 UBL-SR-20 UBL-SR-21', SELLER, ''],
    ['The buyer has a name', 'BR-07', 'Fjord Furniture AS', ''],
    [
      'The seller has an address',
      'BR-08',
      /<cac:PostalAddress>\s*<cbc:CityName>Umeå[\s\S]*?<\/cac:PostalAddress>/,
      '',
    ],
    ['The seller has a country', 'BR-09 BR-CL-14', `${CODE}SE`, CODE],
    [
      'The buyer has an address',
      'BR-10',
      /<cac:PostalAddress>\s*<cbc:CityName>Oslo[\s\S]*?<\/cac:PostalAddress>/,
      '',
    ],
    ['The buyer has a country', 'BR-11', `<${CODE}NO</cbc:IdentificationCode></cac:Country>`, ''],
    ['A payee has a name', 'BR-17 UBL-SR-19 UBL-SR-20 UBL-SR-21', PAYEE, ''],
    ['A payee is somebody else than the seller', 'BR-17', 'Northern Factoring', 'Nordic Timber'],
    ['The tax representative has a name', 'BR-18', 'Tax Office Ltd', ''],
    [
      'The tax representative has an address',
      'BR-19',
      /<cac:PostalAddress>\s*<cac:Country><cbc:IdentificationCode>FI[\s\S]*?<\/cac:PostalAddress>/,
      '',
    ],
    [
      'The tax representative has a country',
      'BR-20',
      `<${CODE}FI</cbc:IdentificationCode></cac:Country>`,
      '',
    ],
    [
      'The tax representative has a VAT number',
      'BR-56 UBL-SR-53',
      '<cbc:CompanyID>FI12345671</cbc:CompanyID>',
      '',
    ],
    [
      'The electronic address of the seller has a scheme',
      'BR-62',
      '<cbc:EndpointID schemeID="0007">',
      '<cbc:EndpointID>',
    ],
    [
      'The electronic address of the buyer has a scheme',
      'BR-63',
      '<cbc:EndpointID schemeID="0192">',
      '<cbc:EndpointID>',
    ],
    ['A VAT number begins with its country', 'BR-CO-09', 'SE556732170701', 'QQ556732170701'],
    ['A Greek VAT number begins with EL', '', 'SE556732170701', 'EL094259216'],
    ['A VAT number that is not there begins with nothing', 'UBL-SR-53', SELLER_VAT, ''],
    [
      'The seller can be identified',
      'BR-CO-26',
      /<cac:PartyIdentification><cbc:ID schemeID="0088">[\s\S]*?<cbc:CompanyID schemeID="0007">5567321707<\/cbc:CompanyID>/,
      `<cac:PostalAddress><${CODE}SE</cbc:IdentificationCode></cac:Country></cac:PostalAddress><cac:PartyLegalEntity>${SELLER}`,
    ],
  ]);
});

describe('payment, delivery and references', () => {
  const ACCOUNT = /<cac:PayeeFinancialAccount>.*/;
  testBreaches(EN16931, invoice, [
    ['Payment instructions have a code', 'BR-49', /<cbc:PaymentMeansCode.*/, ''],
    ['The account has an identifier', 'BR-50', 'SE4550000000058398257466', ''],
    ['A credit transfer has an account', 'BR-61', ACCOUNT, ''],
    [
      'A card number is shortened',
      'BR-51',
      '</cac:PaymentMeans>',
      '<cac:CardAccount><cbc:PrimaryAccountNumberID>1234567890123456</cbc:PrimaryAccountNumberID></cac:CardAccount></cac:PaymentMeans>',
    ],
    ['A supporting document has an identifier', 'BR-52', '<cbc:ID>Drawing</cbc:ID>', ''],
    ['A preceding invoice has a number', 'BR-55 UBL-SR-07', '<cbc:ID>INV-1</cbc:ID>', ''],
    [
      'The address of a delivery has a country',
      'BR-57',
      `<${CODE}DK</cbc:IdentificationCode></cac:Country>`,
      '',
    ],
  ]);
});

describe('a credit note', () => {
  testBreaches(EN16931, fixture('credit-note.xml'), [
    ['It has a type', 'BR-04', /<cbc:CreditNoteTypeCode>.*/, ''],
    ['Its type is one of a credit note', 'BR-CL-01', '>381<', '>380<'],
    ['Its lines have a quantity', 'BR-22 BR-23', /<cbc:CreditedQuantity.*/, ''],
    [
      'The sum of its lines is theirs',
      'BR-CO-10 BR-CO-13',
      /(<cbc:LineExtensionAmount currencyID="SEK">)[^<]*/,
      '<cbc:LineExtensionAmount currencyID="SEK">1.00',
    ],
  ]);
});
