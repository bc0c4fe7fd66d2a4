import { describe } from 'node:test';
import { testBreaches } from '../../../tests/breaking.ts';
import { fixture } from '../../../tests/run-rules.ts';
import { EN16931 } from './families.ts';

const invoice = fixture('full-invoice.xml');
const amount = (name: string, value: string): string =>
  `<cbc:${name} currencyID="SEK">${value}</cbc:${name}>`;

describe('lines', () => {
  testBreaches(EN16931, invoice, [
    ['A line has an identifier', 'BR-21', '<cbc:ID>2</cbc:ID>', ''],
    ['A line has a quantity with a unit', 'BR-22 BR-23', /<cbc:InvoicedQuantity.*/, ''],
    ['A quantity has a unit', 'BR-23', ' unitCode="H87"', ''],
    ['A line has a net amount', 'BR-24 BR-CO-10 BR-S-08', amount('LineExtensionAmount', '530.00'), ''],
    ['An item has a name', 'BR-25', 'Rope', ''],
    ['An item has a price', 'BR-26 BR-27', /<cbc:PriceAmount currencyID="SEK">10<\/cbc:PriceAmount>/, ''],
    ['A price is not negative', 'BR-27', '>10</cbc:PriceAmount>', '>-10</cbc:PriceAmount>'],
    ['A price may have an exponent', '', '>10</cbc:PriceAmount>', '>1e1</cbc:PriceAmount>'],
    [
      'A price that is no number cannot be checked',
      'BR-27',
      '>10</cbc:PriceAmount>',
      '>ten</cbc:PriceAmount>',
    ],
    ['A price without discount is not negative', 'BR-28', '>110.125<', '>-110.125<'],
    [
      'An item has a VAT category',
      'BR-CO-04 BR-S-08 UBL-SR-48',
      /<cac:ClassifiedTaxCategory>[\s\S]*?<\/cac:ClassifiedTaxCategory>/,
      '',
    ],
    ['A net amount has two decimals', 'BR-DEC-23 UBL-DT-01', '>530.00<', '>530.000<'],
    ['The period of a line has an end after its start', 'BR-30', '2026-11-03', '2026-11-01'],
    ['A day that does not exist cannot be checked', 'BR-30', '2026-11-03', '2026-11-31'],
    [
      'The period of a line has a start or an end',
      'BR-CO-20',
      /<cbc:StartDate>2026-11-02<\/cbc:StartDate>\s*<cbc:EndDate>2026-11-03<\/cbc:EndDate>/,
      '',
    ],
    [
      'The invoicing period has an end after its start',
      'BR-29',
      '<cbc:EndDate>2026-11-20',
      '<cbc:EndDate>2026-10-20',
    ],
    [
      'The invoicing period has a start, an end or a code',
      'BR-CO-19',
      /<cbc:StartDate>2026-11-01<\/cbc:StartDate>\s*<cbc:EndDate>2026-11-20<\/cbc:EndDate>/,
      '',
    ],
    ['A property has a value', 'BR-54', '<cbc:Value>4 m</cbc:Value>', ''],
    ['A standard identifier has a scheme', 'BR-64', ' schemeID="0160"', ''],
    ['A classification has a scheme', 'BR-65', ' listID="STI"', ''],
  ]);
});

/** Wherever it matters which it is: in sums, and in whether allowances or charges have a VAT category. */
const UNREADABLE = ['AE', 'AF', 'AG', 'E', 'G', 'IC', 'O', 'S', 'Z']
  .flatMap((category) => [`BR-${category}-03`, `BR-${category}-04`])
  .concat('BR-CO-11', 'BR-CO-12', 'BR-S-08')
  .sort()
  .join(' ');

describe('allowances and charges', () => {
  const reason = (code: string): string =>
    `<cbc:AllowanceChargeReasonCode>${code}</cbc:AllowanceChargeReasonCode>`;
  const category =
    /<cac:TaxCategory>\s*<cbc:ID>S<\/cbc:ID>\s*<cbc:Percent>25<\/cbc:Percent>[\s\S]*?<\/cac:TaxCategory>/;
  const chargeCategory =
    /<cac:TaxCategory>\s*<cbc:ID>S<\/cbc:ID>\s*<cbc:Percent>25.0<\/cbc:Percent>[\s\S]*?<\/cac:TaxCategory>/;
  testBreaches(EN16931, invoice, [
    ['A document allowance has an amount', 'BR-31 BR-CO-11 BR-S-08', amount('Amount', '100.00'), ''],
    ['A document allowance has a VAT category', 'BR-32 BR-S-08', category, ''],
    ['A document allowance has a reason', 'BR-33 BR-CO-21', reason('95'), ''],
    [
      'A document allowance has two decimals',
      'BR-DEC-01 UBL-DT-01',
      '>100.00</cbc:Amount>',
      '>100.000</cbc:Amount>',
    ],
    [
      'Its base has two decimals',
      'BR-DEC-02 UBL-DT-01',
      amount('Amount', '100.00'),
      amount('Amount', '100.00') + amount('BaseAmount', '1.123'),
    ],
    ['A document charge has an amount', 'BR-36 BR-CO-12 BR-S-08', amount('Amount', '30.00'), ''],
    ['A document charge has a VAT category', 'BR-37 BR-S-08', chargeCategory, ''],
    ['A document charge has a reason', 'BR-38 BR-CO-22', reason('FC'), ''],
    [
      'A document charge has two decimals',
      'BR-DEC-05 UBL-DT-01',
      '>30.00</cbc:Amount>',
      '>30.000</cbc:Amount>',
    ],
    [
      'The base of a charge has two decimals',
      'BR-DEC-06 UBL-DT-01',
      amount('Amount', '30.00'),
      amount('Amount', '30.00') + amount('BaseAmount', '1.123'),
    ],
    ['A line allowance has an amount', 'BR-41', amount('Amount', '50.00'), ''],
    [
      'A line allowance has a reason',
      'BR-42 BR-CO-23',
      '<cbc:AllowanceChargeReason>Knots</cbc:AllowanceChargeReason>',
      '',
    ],
    ['A line allowance has two decimals', 'BR-DEC-24 UBL-DT-01', '>50.00<', '>50.001<'],
    [
      'The base of a line allowance has two decimals',
      'BR-DEC-25 UBL-DT-01',
      amount('Amount', '50.00'),
      amount('Amount', '50.00') + amount('BaseAmount', '1.123'),
    ],
    ['A line charge has an amount', 'BR-43', amount('Amount', '20.00'), ''],
    [
      'A line charge has a reason',
      'BR-44 BR-CO-24',
      '<cbc:AllowanceChargeReason>Sawing</cbc:AllowanceChargeReason>',
      '',
    ],
    ['A line charge has two decimals', 'BR-DEC-27 UBL-DT-01', '>20.00<', '>20.001<'],
    [
      'The base of a line charge has two decimals',
      'BR-DEC-28 UBL-DT-01',
      amount('Amount', '20.00'),
      amount('Amount', '20.00') + amount('BaseAmount', '1.123'),
    ],
    ['An indicator may be written as 0', '', '<cbc:ChargeIndicator>false', '<cbc:ChargeIndicator> 0 '],
    [
      'With an indicator that is neither true nor false no sum can be checked',
      UNREADABLE,
      '<cbc:ChargeIndicator>false',
      '<cbc:ChargeIndicator>perhaps',
    ],
  ]);
});
