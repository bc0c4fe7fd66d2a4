import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { between, type Parties, paymentMeans, reference, taxScheme } from '../../../tests/national.ts';
import { changed, codesOf } from '../../../tests/run-rules.ts';
import { PEPPOL_BILLING } from './families.ts';
import { isTaxNumber } from './greece.ts';

const foreign: Parties = { country: 'FI' };
const broken = (xml: string): string[] => codesOf(PEPPOL_BILLING, xml);
type Case = [sentence: string, xml: string, ids: string[]];
const check = (cases: readonly Case[]): void => {
  for (const [sentence, xml, ids] of cases)
    test(`${sentence} [${ids.join(', ') || 'no rule'}]`, () => assert.deepEqual(broken(xml), ids));
};

describe('Italy', () => {
  const seller: Parties = { country: 'IT', vat: 'IT00743110157' };
  const street = '<cbc:StreetName>Via</cbc:StreetName>';
  const city = '<cbc:CityName>Roma</cbc:CityName>';
  const zone = '<cbc:PostalZone>00100</cbc:PostalZone>';
  const invoice = (change: Partial<Parties>): string => between({ ...seller, ...change }, foreign);
  check([
    ['An Italian seller is in order', invoice({ taxSchemes: taxScheme('TAX', 'RSSMRA80A01H501U') }), []],
    [
      'Its tax registration has eleven characters or more',
      invoice({ taxSchemes: taxScheme('TAX', 'RSSMRA80A0') }),
      ['IT-R-001'],
    ],
    ['Its address has a first line', invoice({ address: city + zone }), ['IT-R-002']],
    ['Its address has a city', invoice({ address: street + zone }), ['IT-R-003']],
    ['Its address has a post code', invoice({ address: street + city }), ['IT-R-004']],
    [
      'By VAT number it is Italian wherever it sits',
      between({ country: 'FR', vat: 'it1', address: street + city }, foreign),
      ['IT-R-004'],
    ],
  ]);
});

describe('Greece', () => {
  const number = '<cbc:ID>094259216|21/11/2026|17|1.1|A|1</cbc:ID>';
  const name = '<cac:PartyName><cbc:Name>Name</cbc:Name></cac:PartyName>';
  const endpoint = '<cbc:EndpointID schemeID="9933">094259216</cbc:EndpointID>';
  const greek: Parties = { country: 'GR', vat: 'EL094259216', more: name, endpoint };
  const url = reference(
    '1',
    '##INVOICE|URL##',
    '<cac:Attachment><cac:ExternalReference><cbc:URI>https://a</cbc:URI></cac:ExternalReference></cac:Attachment>',
  );
  const mark = reference('400', '##M.AR.K##');
  const write = (
    seller: Partial<Parties> = {},
    buyer: Partial<Parties> = {},
    references = mark + url,
  ): string =>
    changed(
      between({ ...greek, ...seller }, { ...greek, ...buyer }, references),
      '<cbc:ID>INV-1</cbc:ID>',
      number,
    );
  const numbered = (text: string): string => changed(write(), number, `<cbc:ID>${text}</cbc:ID>`);

  check([
    ['A Greek invoice is in order', write(), []],
    ['Its number has six parts', numbered('094259216|21/11/2026|17|1.1|A|1|x'), ['GR-R-001-1']],
    [
      'The first is the tax number of the seller',
      numbered('123456783|21/11/2026|17|1.1|A|1'),
      ['GR-R-001-2'],
    ],
    ['The second is the issue date', numbered('094259216|2026-11-21|17|1.1|A|1'), ['GR-R-001-3']],
    ['The third is a whole number', numbered('094259216|21/11/2026|1.5|1.1|A|1'), ['GR-R-001-4']],
    ['The third is not negative', numbered('094259216|21/11/2026|-1|1.1|A|1'), ['GR-R-001-4']],
    ['The fourth is a document type', numbered('094259216|21/11/2026|17|1.2|A|1'), ['GR-R-001-5']],
    ['The fifth is something', numbered('094259216|21/11/2026|17|1.1||1'), ['GR-R-001-6']],
    ['The sixth is something', numbered('094259216|21/11/2026|17|1.1|A|'), ['GR-R-001-7']],
    ['The seller has a name', write({ more: '' }), ['GR-R-002']],
    [
      'Its VAT number is EL and its tax number',
      write({ vat: 'EL094259217' }),
      ['GR-R-001-2', 'GR-R-003', 'GR-S-011'],
    ],
    ['There is one MARK number', write({}, {}, mark + mark + url), ['GR-R-004-1']],
    [
      'That begins with a digit other than 0',
      write({}, {}, reference('0400', '##M.AR.K##') + url),
      ['GR-R-004-2'],
    ],
    ['There should be one address for verification', write({}, {}, mark), ['GR-S-008-1']],
    ['There must not be two', write({}, {}, mark + url + url), ['GR-R-008-2', 'GR-S-008-1']],
    [
      'The reference has the address',
      write({}, {}, mark + reference('1', '##INVOICE|URL##')),
      ['GR-R-008-3'],
    ],
    ['The buyer has a name', write({}, { more: '' }), ['GR-R-005']],
    [
      'A Greek buyer has one VAT number',
      write({}, { taxSchemes: taxScheme('TAX', '1'), vat: 'EL094259217' }),
      ['GR-R-006'],
    ],
    [
      'The electronic address of the seller is its tax number',
      write({ endpoint: '<cbc:EndpointID schemeID="0088">7300010000001</cbc:EndpointID>' }),
      ['GR-R-009'],
    ],
    [
      'So is that of a Greek buyer',
      write({}, { endpoint: '<cbc:EndpointID schemeID="9933">094259217</cbc:EndpointID>' }),
      ['GR-R-010'],
    ],
    [
      'A foreign buyer is asked for its name only',
      write(
        {},
        {
          country: 'FI',
          vat: 'FI1',
          endpoint: '<cbc:EndpointID schemeID="0088">7300010000001</cbc:EndpointID>',
        },
      ),
      [],
    ],
  ]);
  test('The ninth digit of a Greek tax number checks the eight before it', () => {
    assert.deepEqual(['094259216', '0942592161', '094259217', '09425921', 'x94259216'].map(isTaxNumber), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('The Netherlands', () => {
  const kvk = '<cbc:CompanyID schemeID="0106">12345678</cbc:CompanyID>';
  const dutch: Parties = { country: 'NL', legalId: kvk };
  const street = '<cbc:StreetName>Straat</cbc:StreetName>';
  const other = '<cbc:CompanyID schemeID="0088">7300010000001</cbc:CompanyID>';
  const means = paymentMeans('30');
  const invoice = (more = means, buyer: Parties = dutch, seller: Parties = dutch): string =>
    between(seller, buyer, more);
  const orderLine = changed(
    invoice(),
    '<cac:Item>',
    '<cac:OrderLineReference><cbc:LineID>1</cbc:LineID></cac:OrderLineReference><cac:Item>',
  );
  const representative = `<cac:TaxRepresentativeParty><cac:PostalAddress>${street}<cac:Country><cbc:IdentificationCode>NL</cbc:IdentificationCode></cac:Country></cac:PostalAddress></cac:TaxRepresentativeParty>`;
  check([
    ['Dutch parties with KVK numbers are in order', invoice(), []],
    ['A credit note names its invoice', between(dutch, dutch, means, 'credit-note.xml'), ['NL-R-001']],
    [
      'The address of the seller is complete',
      invoice(means, dutch, { ...dutch, address: street }),
      ['NL-R-002'],
    ],
    [
      'The seller has a KVK number or an OIN',
      invoice(means, dutch, { ...dutch, legalId: other }),
      ['NL-R-003'],
    ],
    ['The address of a Dutch buyer is complete', invoice(means, { ...dutch, address: street }), ['NL-R-004']],
    ['A Dutch buyer has a KVK number or an OIN', invoice(means, { ...dutch, legalId: other }), ['NL-R-005']],
    ['A foreign buyer needs neither', invoice(means, { country: 'FI', address: street, legalId: other }), []],
    ['The address of a Dutch tax representative is complete', invoice(representative + means), ['NL-R-006']],
    ['It is said how to pay', invoice(''), ['NL-R-007']],
    [
      'There is nothing to pay of nothing',
      changed(invoice(''), />1250.00<.cbc:PayableAmount>/, '>0.00</cbc:PayableAmount>'),
      [],
    ],
    ['Payment is by means that are used in the country', invoice(paymentMeans('31')), ['NL-R-008']],
    ['With an order line there is an order', orderLine, ['NL-R-009']],
  ]);
});
