import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { account, between, type Parties, paymentMeans, reference } from '../../../tests/national.ts';
import { changed, codesOf } from '../../../tests/run-rules.ts';
import { PEPPOL_BILLING } from './families.ts';

const contact = (name: string, phone: string, mail: string): string =>
  `<cac:Contact><cbc:Name>${name}</cbc:Name><cbc:Telephone>${phone}</cbc:Telephone><cbc:ElectronicMail>${mail}</cbc:ElectronicMail></cac:Contact>`;
const german: Parties = { country: 'DE', vat: 'DE123456789', more: contact('Name', '030 123', 'a@b.de') };
const IBAN = 'DE89 3704 0044 0532 0130 00';
const transfer = paymentMeans('58', account(IBAN));
const invoice = (more = transfer, seller: Partial<Parties> = {}, buyer: Partial<Parties> = {}): string =>
  between({ ...german, ...seller }, { ...german, ...buyer }, more);
const broken = (xml: string): string[] => codesOf(PEPPOL_BILLING, xml);
type Case = [sentence: string, xml: string, ids: string[]];
const check = (cases: readonly Case[]): void => {
  for (const [sentence, xml, ids] of cases)
    test(`${sentence} [${ids.join(', ') || 'no rule'}]`, () => assert.deepEqual(broken(xml), ids));
};

const city = '<cbc:CityName>Berlin</cbc:CityName>';
const zone = '<cbc:PostalZone>10115</cbc:PostalZone>';
const delivery = (address: string): string =>
  `<cac:Delivery><cac:DeliveryLocation><cac:Address>${address}</cac:Address></cac:DeliveryLocation></cac:Delivery>`;
const terms = (note: string): string => `<cac:PaymentTerms><cbc:Note>${note}</cbc:Note></cac:PaymentTerms>`;
const file = (name: string): string =>
  reference(
    '1',
    'File',
    `<cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="text/csv" filename="${name}">YQ==</cbc:EmbeddedDocumentBinaryObject></cac:Attachment>`,
  );
const link = (uri: string): string =>
  reference(
    '1',
    'Link',
    `<cac:Attachment><cac:ExternalReference><cbc:URI>${uri}</cbc:URI></cac:ExternalReference></cac:Attachment>`,
  );

describe('Germany', () => {
  check([
    ['An invoice between German parties is in order', invoice(), []],
    ['Other countries are not asked', invoice('', {}, { country: 'AT' }), []],
    ['It says how to pay', invoice(''), ['DE-R-001']],
    ['The seller names a contact', invoice(transfer, { more: '' }), ['DE-R-002']],
    ['The address of the seller has a city', invoice(transfer, { address: zone }), ['DE-R-003']],
    ['The address of the seller has a post code', invoice(transfer, { address: city }), ['DE-R-004']],
    ['The address of the buyer has a city', invoice(transfer, {}, { address: zone }), ['DE-R-008']],
    ['The address of the buyer has a post code', invoice(transfer, {}, { address: city }), ['DE-R-009']],
    ['An address of delivery has a city', invoice(delivery(zone) + transfer), ['DE-R-010']],
    ['An address of delivery has a post code', invoice(delivery(city) + transfer), ['DE-R-011']],
    ['Each VAT category has a rate', changed(invoice(), '<cbc:Percent>25</cbc:Percent>', ''), ['DE-R-014']],
    [
      'A seller with VAT has a tax number',
      invoice(transfer, { vat: '' }),
      ['DE-R-016', 'PEPPOL-EN16931-R008'],
    ],
    ['The type is one used in the country', changed(invoice(), '>380<', '>383<'), ['DE-R-017']],
    ['Two files do not have one name', invoice(file('a') + file('b') + file('a') + transfer), ['DE-R-022']],
    ['A corrected invoice names the one before it', changed(invoice(), '>380<', '>384<'), ['DE-R-026']],
    ['A link is absolute', invoice(link('www.example.com') + transfer), ['DE-R-T02']],
    ['A link with a scheme is', invoice(link('https://example.com') + transfer), []],
  ]);
  test('The buyer reference is the Leitweg-ID [DE-R-015]', () => {
    const order = '<cac:OrderReference><cbc:ID>1</cbc:ID></cac:OrderReference>';
    assert.deepEqual(broken(changed(invoice(), /<cbc:BuyerReference>.*<.cbc:BuyerReference>/, order)), [
      'DE-R-015',
    ]);
  });
});

describe('the contact of a German seller', () => {
  const by = (...parts: [string, string, string]): string => invoice(transfer, { more: contact(...parts) });
  check([
    ['It has a name', by('<!-- none -->', '030 123', 'a@b.de'), ['DE-R-005', 'PEPPOL-EN16931-R008']],
    ['It has a telephone number', by('Name', ' ', 'a@b.de'), ['DE-R-006', 'DE-R-027', 'PEPPOL-EN16931-R008']],
    ['It has an email address', by('Name', '030 123', ''), ['DE-R-007', 'DE-R-028', 'PEPPOL-EN16931-R008']],
    ['Three digits make a telephone number', by('Name', '03-x', 'a@b.de'), ['DE-R-027']],
    ['An address has a dot inside its domain', by('Name', '030 123', 'a@b'), ['DE-R-028']],
    ['An address has one @', by('Name', '030 123', 'a@b@c.de'), ['DE-R-028']],
  ]);
});

describe('cash discount in Germany', () => {
  const line = '#SKONTO#TAGE=14#PROZENT=2.00#';
  check([
    ['A line and a line break behind it are right', invoice(terms(`${line}\n`) + transfer), []],
    [
      'So is one with a base amount between other lines',
      invoice(terms(`Text\n#SKONTO#TAGE=7#PROZENT=3.00#BASISBETRAG=-100.00#\n${line}\n Text`) + transfer),
      [],
    ],
    ['Text without # is free', invoice(terms('Thirty days') + transfer), []],
    ['The line break is not left out', invoice(terms(line) + transfer), ['DE-R-018']],
    ['The rate has two decimals', invoice(terms('#SKONTO#TAGE=14#PROZENT=2.0#\n') + transfer), ['DE-R-018']],
    [
      'Two terms of payment cannot be checked',
      invoice(terms(`${line}\n`) + terms('x') + transfer),
      ['DE-R-018'],
    ],
  ]);
});

describe('payment in Germany', () => {
  const card =
    '<cac:CardAccount><cbc:PrimaryAccountNumberID>1</cbc:PrimaryAccountNumberID></cac:CardAccount>';
  const mandate = (iban: string): string =>
    `<cac:PaymentMandate><cbc:ID>1</cbc:ID>${iban === '' ? '' : `<cac:PayerFinancialAccount><cbc:ID>${iban}</cbc:ID></cac:PayerFinancialAccount>`}</cac:PaymentMandate>`;
  const creditor =
    '<cac:PayeeParty><cac:PartyIdentification><cbc:ID schemeID="SEPA">1</cbc:ID></cac:PartyIdentification></cac:PayeeParty>';
  check([
    [
      'A SEPA transfer goes to a valid IBAN',
      invoice(paymentMeans('58', account('DE88370400440532013000'))),
      ['DE-R-019'],
    ],
    [
      'Letters of an IBAN are capital',
      invoice(paymentMeans('58', account('GB82west12345698765432'))),
      ['DE-R-019'],
    ],
    ['An account of another kind of transfer is free', invoice(paymentMeans('30', account('1'))), []],
    [
      'A SEPA debit is from a valid IBAN',
      invoice(creditor + paymentMeans('59', mandate('DE00'))),
      ['DE-R-020'],
    ],
    [
      'A debit with creditor, mandate and IBAN is right',
      invoice(creditor + paymentMeans('59', mandate(IBAN))),
      [],
    ],
    ['A transfer has an account', invoice(paymentMeans('30')), ['DE-R-023-1']],
    ['A transfer has no card', invoice(paymentMeans('30', account('1') + card)), ['DE-R-023-2']],
    ['A card payment has a card', invoice(paymentMeans('48')), ['DE-R-024-1']],
    ['A card payment has no account', invoice(paymentMeans('54', card + account('1'))), ['DE-R-024-2']],
    ['A debit has no card', invoice(creditor + paymentMeans('59', card + mandate(IBAN))), ['DE-R-025-2']],
    ['A debit names the creditor', invoice(paymentMeans('59', mandate(IBAN))), ['DE-R-030']],
    [
      'A debit names the account debited',
      invoice(creditor + paymentMeans('59', mandate(''))),
      ['DE-R-020', 'DE-R-031'],
    ],
    ['A debit has a mandate', invoice(paymentMeans('59')), ['DE-R-020', 'DE-R-025-1', 'PEPPOL-EN16931-R061']],
  ]);
});
