import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testBreaches } from '../../../tests/breaking.ts';
import { changed, fixture, hitsOf } from '../../../tests/run-rules.ts';
import { EN16931 } from './families.ts';

const invoice = fixture('full-invoice.xml');
const amount = (name: string, value: string): string =>
  `<cbc:${name} currencyID="SEK">${value}</cbc:${name}>`;
const NET = amount('LineExtensionAmount', '1500.00');
const WITHOUT_VAT = amount('TaxExclusiveAmount', '1430.00');
const WITH_VAT = amount('TaxInclusiveAmount', '1787.50');
const PAYABLE = amount('PayableAmount', '1688.00');
const SUBTOTAL = /<cac:TaxSubtotal>[\s\S]*<\/cac:TaxSubtotal>/;
const TAXABLE = amount('TaxableAmount', '1430.00');

describe('totals', () => {
  testBreaches(EN16931, invoice, [
    ['The sum of the lines is there', 'BR-12 BR-CO-10 BR-CO-13', NET, ''],
    ['The amount without VAT is there', 'BR-13 BR-CO-13 BR-CO-15', WITHOUT_VAT, ''],
    ['The amount with VAT is there', 'BR-14 BR-CO-15 BR-CO-16', WITH_VAT, ''],
    ['The amount due is there', 'BR-15 BR-CO-16', PAYABLE, ''],
    ['The sum of the lines is right', 'BR-CO-10 BR-CO-13', '>1500.00<', '>1500.01<'],
    ['The sum of allowances is right', 'BR-CO-11 BR-CO-13', amount('AllowanceTotalAmount', '100.00'), ''],
    [
      'The sum of charges is right',
      'BR-CO-12 BR-CO-13',
      amount('ChargeTotalAmount', '30.00'),
      amount('ChargeTotalAmount', '31'),
    ],
    [
      'The amount without VAT is right',
      'BR-CO-13 BR-CO-15',
      WITHOUT_VAT,
      amount('TaxExclusiveAmount', '1431.00'),
    ],
    [
      'The VAT amount is the sum of the breakdown',
      'BR-CO-14 BR-CO-15',
      /<cbc:TaxAmount currencyID="SEK">357.50/,
      '<cbc:TaxAmount currencyID="SEK">357.51',
    ],
    ['A tax total without breakdown needs no sum', '', '>32.20<', '>99.99<'],
    ['The amount with VAT is right', 'BR-CO-15 BR-CO-16', WITH_VAT, amount('TaxInclusiveAmount', '1787.51')],
    [
      'There is one tax total in the invoice currency',
      'BR-53 BR-CO-15',
      'currencyID="EUR"',
      'currencyID="SEK"',
    ],
    [
      'The amount due considers what is paid and the rounding',
      'BR-CO-16',
      PAYABLE,
      amount('PayableAmount', '1687.50'),
    ],
    ['Without rounding the amount due is another', 'BR-CO-16', amount('PayableRoundingAmount', '0.50'), ''],
    ['An amount twice cannot be checked', 'BR-CO-16 BR-DEC-18', PAYABLE, PAYABLE + PAYABLE],
    ['An amount with an exponent cannot be checked', 'BR-CO-16', '>1688.00<', '>1688e0<'],
    [
      'White space around an amount does not matter, but counts as decimals',
      'BR-DEC-18 UBL-DT-01',
      '>1688.00<',
      '> 1688.00 <',
    ],
  ]);

  test('A sum that is wrong is told beside the right one [BR-CO-10]', () => {
    const [hit] = hitsOf(EN16931, changed(invoice, '>1500.00<', '>1500.01<'));
    assert.match(hit?.message ?? '', /Found 1500\.01, expected 1500\.00\.$/);
  });
});

describe('decimals of totals', () => {
  const totals: [string, string, string][] = [
    ['LineExtensionAmount', '1500.00', 'BR-DEC-09'],
    ['AllowanceTotalAmount', '100.00', 'BR-DEC-10'],
    ['ChargeTotalAmount', '30.00', 'BR-DEC-11'],
    ['TaxExclusiveAmount', '1430.00', 'BR-DEC-12'],
    ['TaxInclusiveAmount', '1787.50', 'BR-DEC-14'],
    ['PrepaidAmount', '100.00', 'BR-DEC-16'],
    ['PayableRoundingAmount', '0.50', 'BR-DEC-17'],
    ['PayableAmount', '1688.00', 'BR-DEC-18'],
    ['TaxableAmount', '1430.00', 'BR-DEC-19'],
  ];
  testBreaches(EN16931, invoice, [
    ...totals.map(([name, value, id]): [string, string, string, string] => [
      `${name} has at most two decimals`,
      `${id} UBL-DT-01`,
      amount(name, value),
      amount(name, `${value}0`),
    ]),
    [
      'TaxAmount has at most two decimals',
      'BR-DEC-20 UBL-DT-01',
      /(?<=1430.00<\/cbc:TaxableAmount>\s*<cbc:TaxAmount currencyID="SEK">)357.50/,
      '357.500',
    ],
    ['A total VAT amount has at most two decimals', 'UBL-DT-01', '>32.20<', '>32.200<'],
    [
      'An amount is held to its decimals where the official rule looks for its currency',
      'BR-CO-14 BR-DEC-13 BR-DEC-15 UBL-DT-01',
      '>32.20<',
      '>32.200<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode><',
    ],
  ]);
});

describe('VAT breakdown', () => {
  testBreaches(EN16931, invoice, [
    ['It has a taxable amount', 'BR-45 BR-CO-17 BR-S-08 BR-S-09', TAXABLE, ''],
    [
      'It has a tax amount',
      'BR-46 BR-CO-14 BR-CO-17 BR-S-09',
      /(?<=<\/cbc:TaxableAmount>\s*)<cbc:TaxAmount.*/,
      '',
    ],
    [
      'It has a category',
      'BR-47 BR-48 BR-CO-17 BR-S-01',
      /(?<=357.50<\/cbc:TaxAmount>\s*)<cac:TaxCategory>[\s\S]*?<\/cac:TaxCategory>/,
      '',
    ],
    [
      'It has a rate',
      'BR-48 BR-CO-17 BR-S-09',
      /(?<=357.50<\/cbc:TaxAmount>\s*<cac:TaxCategory>\s*<cbc:ID>S<\/cbc:ID>\s*)<cbc:Percent>25<\/cbc:Percent>/,
      '',
    ],
    [
      'Two categories with a rate cannot be checked',
      'BR-CO-17',
      /(?=<\/cac:TaxSubtotal>)/,
      '<cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>25</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory>',
    ],
    [
      'The tax is the rate of the taxable amount',
      'BR-CO-14 BR-CO-17 BR-S-09',
      /(?<=<\/cbc:TaxableAmount>\s*<cbc:TaxAmount currencyID="SEK">)357.50/,
      '359.00',
    ],
    ['The breakdown may be missing in a tax total', 'BR-CO-18 BR-S-01', SUBTOTAL, ''],
  ]);
});
