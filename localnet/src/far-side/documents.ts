import { randomInt } from 'node:crypto';
import { type ParticipantId, schemeOf, valuePart } from '@pappel/peppol-ids/participant-id';
import { escapeAttribute, escapeText } from '@pappel/xml/write';

export const DOCUMENT_KINDS = ['VALID', 'BREAKS_A_RULE', 'BREAKS_THE_STRUCTURE', 'TWICE'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const DOCUMENT_TYPES = ['invoice', 'credit-note', 'order'] as const;
export type SandboxType = (typeof DOCUMENT_TYPES)[number];

export interface Party {
  participant: ParticipantId;
  name: string;
  countryCode: string;
}

/** A document of the wanted kind from one party to another, as of today, with a number of its own. */
export function writeDocument(type: SandboxType, kind: DocumentKind, from: Party, to: Party): Uint8Array {
  const now = new Date();
  const number = `SANDBOX-${now.toISOString().slice(0, 10)}-${String(randomInt(1_000_000)).padStart(6, '0')}`;
  const valid = WRITERS[type]({ number, date: now.toISOString().slice(0, 10), from, to });
  return Buffer.from(BROKEN[kind](valid));
}

/** What makes of a good document a wrong one. */
const BROKEN: Record<DocumentKind, (xml: string) => string> = {
  VALID: (xml) => xml,
  TWICE: (xml) => xml,
  BREAKS_A_RULE: (xml) => xml.replace(/(TaxInclusiveAmount currencyID="EUR">)125\.00/, '$1999.00'),
  BREAKS_THE_STRUCTURE: (xml) =>
    xml.replace('<cbc:IssueDate>', '<cbc:Colour>green</cbc:Colour><cbc:IssueDate>'),
};

interface Content {
  number: string;
  date: string;
  from: Party;
  to: Party;
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';

const WRITERS: Record<SandboxType, (content: Content) => string> = {
  invoice: (content) =>
    billing('Invoice', content, {
      code: '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>',
      due: `<cbc:DueDate>${content.date}</cbc:DueDate>`,
      line: 'InvoiceLine',
      quantity: 'InvoicedQuantity',
    }),
  'credit-note': (content) =>
    billing('CreditNote', content, {
      code: '<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>',
      due: '',
      line: 'CreditNoteLine',
      quantity: 'CreditedQuantity',
    }),
  order: ({ number, date, from, to }) =>
    root(
      'Order',
      `<cbc:CustomizationID>urn:fdc:peppol.eu:poacc:trns:order:3</cbc:CustomizationID><cbc:ProfileID>urn:fdc:peppol.eu:poacc:bis:ordering:3</cbc:ProfileID><cbc:ID>${number}</cbc:ID><cbc:IssueDate>${date}</cbc:IssueDate><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>` +
        `<cac:ValidityPeriod><cbc:EndDate>${date}</cbc:EndDate></cac:ValidityPeriod><cac:BuyerCustomerParty>${party(from)}</cac:BuyerCustomerParty><cac:SellerSupplierParty>${party(to)}</cac:SellerSupplierParty>` +
        `<cac:TaxTotal>${amount('TaxAmount', '25.00')}</cac:TaxTotal>` +
        totals('AnticipatedMonetaryTotal') +
        `<cac:OrderLine><cac:LineItem><cbc:ID>1</cbc:ID><cbc:Quantity unitCode="H87">10</cbc:Quantity>${amount('LineExtensionAmount', '100.00')}${PRICE}<cac:Item><cbc:Name>Pine board</cbc:Name></cac:Item></cac:LineItem></cac:OrderLine>`,
    ),
};

function billing(
  name: 'Invoice' | 'CreditNote',
  { number, date, from, to }: Content,
  { code, due, line, quantity }: { code: string; due: string; line: string; quantity: string },
): string {
  return root(
    name,
    `<cbc:CustomizationID>${BILLING}</cbc:CustomizationID><cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID><cbc:ID>${number}</cbc:ID><cbc:IssueDate>${date}</cbc:IssueDate>${due}${code}` +
      '<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:BuyerReference>Sandbox</cbc:BuyerReference>' +
      `<cac:AccountingSupplierParty>${party(from, SELLER_TAX)}</cac:AccountingSupplierParty><cac:AccountingCustomerParty>${party(to)}</cac:AccountingCustomerParty>` +
      '<cac:PaymentTerms><cbc:Note>To be paid by nobody</cbc:Note></cac:PaymentTerms>' +
      `<cac:TaxTotal>${amount('TaxAmount', '25.00')}<cac:TaxSubtotal>${amount('TaxableAmount', '100.00')}${amount('TaxAmount', '25.00')}${category('TaxCategory')}</cac:TaxSubtotal></cac:TaxTotal>` +
      totals('LegalMonetaryTotal') +
      `<cac:${line}><cbc:ID>1</cbc:ID><cbc:${quantity} unitCode="H87">10</cbc:${quantity}>${amount('LineExtensionAmount', '100.00')}<cac:Item><cbc:Name>Pine board</cbc:Name>${category('ClassifiedTaxCategory')}</cac:Item>${PRICE}</cac:${line}>`,
  );
}

const root = (name: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${UBL}:${name}-2" xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2">${content}</${name}>\n`;

const amount = (name: string, value: string): string =>
  `<cbc:${name} currencyID="EUR">${value}</cbc:${name}>`;

const totals = (name: string): string =>
  `<cac:${name}>${amount('LineExtensionAmount', '100.00')}${amount('TaxExclusiveAmount', '100.00')}${amount('TaxInclusiveAmount', '125.00')}${amount('PayableAmount', '125.00')}</cac:${name}>`;

const PRICE = `<cac:Price>${amount('PriceAmount', '10.00')}</cac:Price>`;

const category = (name: string): string =>
  `<cac:${name}><cbc:ID>S</cbc:ID><cbc:Percent>25</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:${name}>`;

const SELLER_TAX =
  '<cac:PartyTaxScheme><cbc:CompanyID>BE0000000097</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>';

function party({ participant, name, countryCode }: Party, tax = ''): string {
  const endpoint = `<cbc:EndpointID schemeID="${escapeAttribute(schemeOf(participant))}">${escapeText(valuePart(participant))}</cbc:EndpointID>`;
  const address = `<cac:PostalAddress><cac:Country><cbc:IdentificationCode>${escapeText(countryCode)}</cbc:IdentificationCode></cac:Country></cac:PostalAddress>`;
  const legal = `<cac:PartyLegalEntity><cbc:RegistrationName>${escapeText(name)}</cbc:RegistrationName></cac:PartyLegalEntity>`;
  return `<cac:Party>${endpoint}${address}${tax}${legal}</cac:Party>`;
}
