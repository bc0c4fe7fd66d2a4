import { describe } from 'node:test';
import { type Breach, testBreaches } from '../../../tests/breaking.ts';
import { fixture } from '../../../tests/run-rules.ts';
import { OCCURRENCES } from './occurrences.ts';

const invoice = fixture('full-invoice.xml');
const SUPPLIER = '<cac:AccountingSupplierParty>';
const party = (role: string, content: string): [string, string] => [
  `<cac:${role}>`,
  `<cac:${role}><cac:Party>${content}</cac:Party></cac:${role}><cac:${role}>`,
];
const seller = (content: string) => party('AccountingSupplierParty', content);
const buyer = (content: string) => party('AccountingCustomerParty', content);
const twice = (element: string): [string, string] => [element, element + element];
const inHeader = (content: string): [string, string] => [SUPPLIER, content + SUPPLIER];
const reference = (name: string): string =>
  `<cac:${name}><cbc:ID>1</cbc:ID></cac:${name}><cac:${name}><cbc:ID>2</cbc:ID></cac:${name}>`;
const entity = (content: string): string => `<cac:PartyLegalEntity>${content}</cac:PartyLegalEntity>`;
const tax = (scheme: string): string =>
  `<cac:PartyTaxScheme><cbc:CompanyID>1</cbc:CompanyID><cac:TaxScheme><cbc:ID>${scheme}</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`;
const means = (content: string): [string, string] => [
  '<cac:PaymentMeans>',
  `<cac:PaymentMeans>${content}</cac:PaymentMeans><cac:PaymentMeans>`,
];
const NAME = '<cac:PartyName><cbc:Name>Name</cbc:Name></cac:PartyName>';
const PAYEE = '<cac:PartyName><cbc:Name>Northern Factoring</cbc:Name></cac:PartyName>';
const line = (content: string): [string, string] => ['<cac:Item>', `${content}<cac:Item>`];

const BREACHES: Breach[] = [
  ['Contract', 'UBL-SR-01', ...inHeader(reference('ContractDocumentReference'))],
  ['Receiving advice', 'UBL-SR-02', ...inHeader(reference('ReceiptDocumentReference'))],
  ['Despatch advice', 'UBL-SR-03', ...inHeader(reference('DespatchDocumentReference'))],
  ['Invoiced object', 'UBL-SR-04', ...twice('<cbc:ID schemeID="ABT">Boathouse</cbc:ID>')],
  [
    'Payment terms',
    'UBL-SR-05',
    ...inHeader('<cac:PaymentTerms><cbc:Note>1</cbc:Note><cbc:Note>2</cbc:Note></cac:PaymentTerms>'),
  ],
  [
    'Preceding invoices in one reference',
    'UBL-SR-06',
    ...twice('<cac:InvoiceDocumentReference><cbc:ID>INV-1</cbc:ID></cac:InvoiceDocumentReference>'),
  ],
  ['Number of a preceding invoice', 'UBL-SR-07', '<cbc:ID>INV-1</cbc:ID>', ''],
  ['Invoicing period', 'UBL-SR-08', ...inHeader('<cac:InvoicePeriod/>')],
  [
    'Name of the seller',
    'UBL-SR-09',
    ...seller(entity('<cbc:RegistrationName>Other</cbc:RegistrationName>')),
  ],
  ['Trading name of the seller', 'UBL-SR-10', ...seller(NAME)],
  ['Legal registration of the seller', 'UBL-SR-11', ...seller(entity('<cbc:CompanyID>1</cbc:CompanyID>'))],
  ['VAT number of the seller', 'UBL-SR-12', ...seller(tax('vat'))],
  ['Tax registration of the seller', 'UBL-SR-13', ...seller(tax('TAX') + tax('GST'))],
  [
    'Legal information of the seller',
    'UBL-SR-14',
    ...seller(entity('<cbc:CompanyLegalForm/><cbc:CompanyLegalForm/>')),
  ],
  ['Name of the buyer', 'UBL-SR-15', ...buyer(entity('<cbc:RegistrationName/>'))],
  [
    'Identifier of the buyer',
    'UBL-SR-16',
    ...buyer('<cac:PartyIdentification><cbc:ID/><cbc:ID/></cac:PartyIdentification>'),
  ],
  ['Legal registration of the buyer', 'UBL-SR-17', ...buyer(entity('<cbc:CompanyID/><cbc:CompanyID/>'))],
  ['VAT number of the buyer', 'UBL-SR-18', ...buyer(tax('VAT') + tax('VAT'))],
  ['Name of the payee', 'UBL-SR-19', ...twice(PAYEE)],
  [
    'Identifier of the payee',
    'UBL-SR-20',
    ...twice('<cac:PartyIdentification><cbc:ID>Factor-1</cbc:ID></cac:PartyIdentification>'),
  ],
  ['Legal registration of the payee', 'UBL-SR-21', PAYEE, PAYEE + entity('<cbc:CompanyID/><cbc:CompanyID/>')],
  [
    'The payee has another name than the seller',
    'UBL-SR-19 UBL-SR-20 UBL-SR-21',
    'Northern Factoring',
    'Nordic Timber AB',
  ],
  [
    'Name of the tax representative',
    'UBL-SR-22',
    ...twice('<cac:PartyName><cbc:Name>Tax Office Ltd</cbc:Name></cac:PartyName>'),
  ],
  [
    'VAT number of the tax representative',
    'UBL-SR-23',
    ...twice('<cbc:CompanyID>FI12345671</cbc:CompanyID>'),
  ],
  ['Delivery', 'UBL-SR-24', '<cac:PayeeParty>', '<cac:Delivery/><cac:PayeeParty>'],
  [
    'Receiver of a delivery',
    'UBL-SR-25',
    '<cac:DeliveryLocation>',
    `<cac:DeliveryParty>${NAME}${NAME}</cac:DeliveryParty><cac:DeliveryLocation>`,
  ],
  ['Remittance information', 'UBL-SR-26', ...twice('<cbc:PaymentID>INV-2</cbc:PaymentID>')],
  [
    'Means of payment',
    'UBL-SR-27',
    '<cbc:PaymentID>INV-2',
    '<cbc:PaymentMeansCode>30</cbc:PaymentMeansCode><cbc:PaymentID>INV-2',
  ],
  ['Mandate', 'UBL-SR-28', ...means('<cac:PaymentMandate><cbc:ID/><cbc:ID/></cac:PaymentMandate>')],
  [
    'Creditor identifier',
    'UBL-SR-29',
    ...seller(
      '<cac:PartyIdentification><cbc:ID schemeID="sepa"/><cbc:ID schemeID="SEPA"/></cac:PartyIdentification>',
    ),
  ],
  [
    'Reason of an allowance',
    'UBL-SR-30',
    ...twice('<cbc:AllowanceChargeReason>Knots</cbc:AllowanceChargeReason>'),
  ],
  [
    'Reason of a charge',
    'UBL-SR-31',
    ...twice('<cbc:AllowanceChargeReason>Sawing</cbc:AllowanceChargeReason>'),
  ],
  [
    'Reason of exemption',
    'UBL-SR-32',
    /(?<=<cac:TaxSubtotal>[\s\S]*)<cbc:Percent>25<\/cbc:Percent>/,
    '<cbc:TaxExemptionReason/><cbc:TaxExemptionReason/>',
  ],
  [
    'Description of a supporting document',
    'UBL-SR-33',
    ...twice('<cbc:DocumentDescription>Drawing of the boathouse</cbc:DocumentDescription>'),
  ],
  ['Note of a line', 'UBL-SR-34', ...line('<cbc:Note/><cbc:Note/>')],
  [
    'Line of an order',
    'UBL-SR-35',
    ...line('<cac:OrderLineReference><cbc:LineID/><cbc:LineID/></cac:OrderLineReference>'),
  ],
  ['Period of a line', 'UBL-SR-36', ...line('<cac:InvoicePeriod/>')],
  ['Discount of a price', 'UBL-SR-37', ...twice('<cbc:Amount currencyID="SEK">10.125</cbc:Amount>')],
  ['Project', 'UBL-SR-39', ...inHeader('<cac:ProjectReference><cbc:ID/><cbc:ID/></cac:ProjectReference>')],
  ['Trading name of the buyer', 'UBL-SR-40', ...buyer(NAME + NAME)],
  ['Tax registrations of the seller', 'UBL-SR-13 UBL-SR-42', ...seller(tax('1') + tax('2') + tax('3'))],
  ['Type of a reference', 'UBL-SR-43', '<cbc:DocumentTypeCode>130<', '<cbc:DocumentTypeCode>50<'],
  ['Scheme of a supporting document', 'UBL-SR-43', '<cbc:ID>Drawing<', '<cbc:ID schemeID="ABT">Drawing<'],
  ['Different remittance information', 'UBL-SR-44', ...means('<cbc:PaymentID>INV-3</cbc:PaymentID>')],
  ['The same remittance information', '', ...means('<cbc:PaymentID>INV-2</cbc:PaymentID>')],
  ['Due date', 'UBL-SR-45', ...means('<cbc:PaymentDueDate/><cbc:PaymentDueDate/>')],
  [
    'Name of the means of payment',
    'UBL-SR-46',
    ...means('<cbc:PaymentMeansCode name="Transfer">30</cbc:PaymentMeansCode>'),
  ],
  ['Different means of payment', 'UBL-SR-47', ...means('<cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>')],
  ['VAT category of an item', 'UBL-SR-48', ...line('<cac:Item><cac:ClassifiedTaxCategory/></cac:Item>')],
  [
    'VAT point',
    'UBL-SR-49',
    '<cbc:EndDate>2026-11-20</cbc:EndDate>',
    '<cbc:DescriptionCode/><cbc:DescriptionCode/>',
  ],
  [
    'Description of an item',
    'UBL-SR-50',
    '<cbc:Name>Rope',
    '<cbc:Description/><cbc:Description/><cbc:Name>Rope',
  ],
  [
    'Line of an address',
    'UBL-SR-51',
    ...twice('<cac:AddressLine><cbc:Line>Yard 3</cbc:Line></cac:AddressLine>'),
  ],
  ['Object of a line', 'UBL-SR-52', ...line('<cac:DocumentReference/><cac:DocumentReference/>')],
  [
    'Tax scheme of a registration',
    'UBL-SR-53',
    /<cbc:CompanyID>FI12345671<\/cbc:CompanyID>\s*<cac:TaxScheme>.*/,
    '<cbc:CompanyID>FI12345671</cbc:CompanyID>',
  ],
  ['Payment card', 'UBL-SR-54', ...means('<cac:CardAccount/><cac:CardAccount/>')],
  ['Direct debit', 'UBL-SR-55', ...means('<cac:PaymentMandate/><cac:PaymentMandate/>')],
  ['Tender', 'UBL-SR-56', ...inHeader(reference('OriginatorDocumentReference'))],
];

describe('what may be there only so often', () => {
  testBreaches([OCCURRENCES], invoice, BREACHES);
});

describe('the same of a credit note', () => {
  const document = (type: string): [string, string] => [
    SUPPLIER,
    `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cbc:DocumentTypeCode>${type}</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>${SUPPLIER}`,
  ];
  testBreaches([OCCURRENCES], fixture('credit-note.xml'), [
    ['A project may be referred to', '', ...document('50')],
    ['Other types may not', 'UBL-SR-43', ...document('916')],
  ]);
});
