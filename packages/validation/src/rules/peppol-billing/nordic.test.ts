import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  account,
  between,
  type Parties,
  paymentMeans,
  reference,
  taxScheme,
} from '../../../tests/national.ts';
import { changed, codesOf } from '../../../tests/run-rules.ts';
import { DENMARK } from './denmark.ts';
import { PEPPOL_BILLING } from './families.ts';
import { ICELAND } from './iceland.ts';
import { NORWAY } from './norway.ts';
import { SWEDEN } from './sweden.ts';

const foreign: Parties = { country: 'FI' };
const broken = (xml: string): string[] => codesOf(PEPPOL_BILLING, xml);
type Case = [sentence: string, xml: string, ids: string[]];
const check = (cases: readonly Case[]): void => {
  for (const [sentence, xml, ids] of cases)
    test(`${sentence} [${ids.join(', ') || 'no rule'}]`, () => assert.deepEqual(broken(xml), ids));
};
const legalId = (scheme: string, id: string): string =>
  `<cbc:CompanyID schemeID="${scheme}">${id}</cbc:CompanyID>`;
const registered = taxScheme('TAX', 'Foretaksregisteret');

describe('Norway', () => {
  const invoice = (vat: string, taxSchemes = registered): string =>
    between({ country: 'NO', vat, taxSchemes }, foreign);
  check([
    ['A Norwegian seller with VAT number and registration is in order', invoice('NO991825827MVA'), []],
    ['The number must have a right check digit', invoice('NO991825826MVA'), ['NO-R-001']],
    ['MVA must stand behind it', invoice('NO991825827'), ['NO-R-001']],
    ['The registration is expected', invoice('NO991825827MVA', ''), ['NO-R-002']],
    ['Two VAT numbers tell no country, so nothing is asked', invoice('NO1', taxScheme('VAT', 'NO2')), []],
  ]);
  test('A seller by address is asked as well, and its own number is looked at only when it is Norwegian', () => {
    assert.deepEqual(codesOf([NORWAY], between({ country: 'no' }, foreign)), ['NO-R-002']);
  });
});

describe('Sweden', () => {
  const seller: Parties = { country: 'SE', vat: 'SE556732170701', legalId: legalId('0007', '5567321707') };
  const other = (change: Partial<Parties>, more = '', buyer = foreign): string =>
    between({ ...seller, ...change }, buyer, more);
  const giro = (branch: string, id: string): string => other({}, paymentMeans('30', account(id, branch)));
  check([
    ['A Swedish seller is in order', other({}), []],
    ['A VAT number has fourteen characters', other({ vat: 'SE5567321707' }), ['SE-R-001']],
    ['A VAT number has digits', other({ vat: 'SE55673217070X' }), ['SE-R-002']],
    [
      'An organisation number has digits',
      other({ legalId: '<cbc:CompanyID>556732-170</cbc:CompanyID>' }),
      ['SE-R-003', 'SE-R-013'],
    ],
    [
      'An organisation number has ten of them',
      other({ legalId: '<cbc:CompanyID>556732170</cbc:CompanyID>' }),
      ['SE-R-004', 'SE-R-013'],
    ],
    [
      'The tenth checks the others',
      other({ legalId: '<cbc:CompanyID>5567321706</cbc:CompanyID>' }),
      ['SE-R-013'],
    ],
    [
      'Another registration is for F-skatt',
      other({ taxSchemes: taxScheme('TAX', 'Approved') }),
      ['SE-R-005'],
    ],
    ['In whatever case that is written', other({ taxSchemes: taxScheme('TAX', 'godkänd för F-SKATT') }), []],
    [
      'The standard rates are 6, 12 and 25 %',
      changed(other({}), /<cbc:Percent>25<.cbc:Percent>/, '<cbc:Percent>24</cbc:Percent>'),
      ['SE-R-006'],
    ],
    ['A Plusgiro account has digits', giro('SE:PLUSGIRO', '12-3'), ['SE-R-007']],
    ['At least two and at most eight', giro('SE:PLUSGIRO', '123456789'), ['SE-R-010']],
    ['A Bankgiro account has digits', giro('SE:BANKGIRO', '123-4567'), ['SE-R-008']],
    ['Seven or eight', giro('SE:BANKGIRO', '123456'), ['SE-R-009']],
    ['Means 50 is not the way to pay by giro', other({}, paymentMeans('50')), ['SE-R-011']],
    [
      'Means 31 is not for transfers inside Sweden',
      other({}, paymentMeans('31'), { country: 'SE' }),
      ['SE-R-012'],
    ],
    ['It is for others', other({}, paymentMeans('31')), []],
  ]);
  test('Another country is not asked', () =>
    assert.deepEqual(codesOf([SWEDEN], between({ ...seller, country: 'FI' }, foreign)), []));
});

describe('Denmark', () => {
  const danish: Parties = { country: 'DK', legalId: legalId('0184', '12345678') };
  const invoice = (more = '', buyer: Parties = danish, seller: Parties = danish): string =>
    between(seller, buyer, more);
  const id = (text: string): string => `<cbc:PaymentID>${text}</cbc:PaymentID>`;
  const allowance = (reason: string): string =>
    `<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>ZZZ</cbc:AllowanceChargeReasonCode><cbc:AllowanceChargeReason>${reason}</cbc:AllowanceChargeReason><cbc:Amount currencyID="SEK">1</cbc:Amount></cac:AllowanceCharge>`;
  const item = (version: string): string =>
    changed(
      invoice(),
      '<cac:ClassifiedTaxCategory>',
      `<cac:CommodityClassification><cbc:ItemClassificationCode listID="TST" listVersionID="${version}">1</cbc:ItemClassificationCode></cac:CommodityClassification><cac:ClassifiedTaxCategory>`,
    );
  const mandate =
    '<cac:PaymentMandate><cbc:ID>1</cbc:ID><cac:PayerFinancialAccount><cbc:ID>1</cbc:ID></cac:PayerFinancialAccount></cac:PaymentMandate>';
  check([
    ['Danish parties with CVR numbers are in order', invoice(), []],
    ['The seller has a CVR number', invoice('', danish, { country: 'DK' }), ['DK-R-002']],
    [
      'Its scheme is 0184',
      invoice('', danish, { country: 'DK', legalId: legalId('0088', '7300010000001') }),
      ['DK-R-014'],
    ],
    [
      'So is that of a Danish buyer',
      invoice('', { country: 'DK', legalId: '<cbc:CompanyID>1</cbc:CompanyID>' }),
      ['DK-R-017'],
    ],
    [
      'Identifiers of parties have a scheme',
      invoice('', {
        ...danish,
        more: '<cac:PartyIdentification><cbc:ID>1</cbc:ID></cac:PartyIdentification>',
      }),
      ['DK-R-013'],
    ],
    ['Items are classified by a known UNSPSC', item('11'), ['DK-R-003']],
    ['Such as 26.08.01', item('26.08.01'), []],
    ['A tax has four digits or # inside', invoice(allowance('#tax')), ['DK-R-004']],
    ['Four digits are right', invoice(allowance('0017')), []],
    ['# inside is right', invoice(allowance('17#tax')), []],
    ['Means of payment are those known in Denmark', invoice(paymentMeans('30')), ['DK-R-005']],
    [
      'Means 31 needs account and registration number',
      invoice(paymentMeans('31', account('1'))),
      ['DK-R-006'],
    ],
    ['With both it is right', invoice(paymentMeans('42', account('1', '2'))), []],
    [
      'Means 49 needs the account of the payer',
      invoice(paymentMeans('49', mandate.replace(/<cac:Payer.*<.cac:Payer[A-Za-z]*>/, ''))),
      ['DK-R-007'],
    ],
    ['With mandate and account it is right', invoice(paymentMeans('49', mandate)), []],
    [
      'Giro needs a card type and an account of its own',
      invoice(paymentMeans('50', id('01#') + account('12-4567'))),
      ['DK-R-008'],
    ],
    [
      'Card types 04 and 15 need sixteen digits',
      invoice(paymentMeans('50', id('04#123') + account('1234567'))),
      ['DK-R-009'],
    ],
    [
      'FIK needs a card type and an account of eight characters',
      invoice(paymentMeans('93', id('70#') + account('12345678'))),
      ['DK-R-010'],
    ],
    [
      'Card types 71 and 75 need fifteen or sixteen digits',
      invoice(paymentMeans('93', id('71#12345') + account('12345678'))),
      ['DK-R-011'],
    ],
    [
      'With them it is right',
      invoice(paymentMeans('93', id('71#123456789012345') + account('12345678'))),
      [],
    ],
  ]);
  test('A credit note to a Danish buyer does not ask for money [DK-R-016]', () => {
    const credit = between(danish, danish, '', 'credit-note.xml');
    assert.deepEqual(codesOf([DENMARK], credit), []);
    const negative = changed(
      credit,
      /(<cbc:PayableAmount[^>]*>)[^<]*/,
      '<cbc:PayableAmount currencyID="SEK">-1',
    );
    assert.deepEqual(codesOf([DENMARK], negative), ['DK-R-016']);
  });
});

describe('Iceland', () => {
  const icelandic: Parties = { country: 'IS', legalId: legalId('0196', '4910694059') };
  const invoice = (more = '', buyer: Parties = icelandic, seller: Parties = icelandic): string =>
    between(seller, buyer, more);
  const dueBy = (date: string): string => invoice(reference(date, 'EINDAGI'));
  check([
    ['Icelandic parties with a kennitala are in order', invoice(), []],
    ['Documents are of type 380 or 381', changed(invoice(), '>380<', '>383<'), ['IS-R-001']],
    ['The seller has a kennitala', invoice('', icelandic, { country: 'IS' }), ['IS-R-002']],
    [
      'The seller has street and post code',
      invoice('', icelandic, { ...icelandic, address: '<cbc:StreetName>Gata</cbc:StreetName>' }),
      ['IS-R-003'],
    ],
    ['So has the buyer', invoice('', { ...icelandic, address: '' }), ['IS-R-005']],
    [
      'The buyer has a kennitala',
      invoice('', { country: 'IS', legalId: legalId('0195', '1') }),
      ['IS-R-004'],
    ],
    ['A foreign buyer needs none', invoice('', foreign), []],
    [
      'Means 9 needs an account of twelve digits',
      invoice(paymentMeans('9', account('12345678901'))),
      ['IS-R-006'],
    ],
    ['So does means 42', invoice(paymentMeans('42')), ['IS-R-007']],
    ['Twelve are right', invoice(paymentMeans('42', account('123456789012'))), []],
    [
      'Two accounts cannot be checked',
      invoice(paymentMeans('42', account('123456789012')) + paymentMeans('42', account('123456789012'))),
      ['IS-R-007'],
    ],
    ['The final due date is a date', dueBy('2026-13-01'), ['IS-R-008']],
    ['It is not before the due date', dueBy('2026-12-20'), ['IS-R-010']],
    ['It may be the due date', dueBy('2026-12-21'), []],
    [
      'It needs a due date',
      changed(dueBy('2026-12-21'), '<cbc:DueDate>2026-12-21</cbc:DueDate>', ''),
      ['IS-R-009', 'IS-R-010'],
    ],
  ]);
  test('Another seller is not asked', () =>
    assert.deepEqual(codesOf([ICELAND], between(foreign, icelandic)), []));
});
