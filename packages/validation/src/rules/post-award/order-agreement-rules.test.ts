import { describe } from 'node:test';
import { testBreaches } from '../../../tests/breaking.ts';
import { fixture } from '../../../tests/run-rules.ts';
import { FAMILIES } from './families.ts';
import { ORDER_AGREEMENT_RULES } from './order-agreement-rules.ts';

const agreement = fixture('order-agreement.xml');

describe('order agreements, T110', () => {
  testBreaches(FAMILIES.T110, agreement, []);
});

describe('heads and lines of order agreements', () => {
  testBreaches([ORDER_AGREEMENT_RULES], agreement, [
    ['The specification is that of order agreements', 'PEPPOL-T110-R030', 'trns:order_ag', 'trns:order_bg'],
    ['An item has an identifier', 'PEPPOL-T110-R002', /<cac:SellersItem.*>/, ''],
    ['All amounts are in one currency', 'PEPPOL-T110-R004', '"SEK">30.00', '"NOK">30.00'],
    ['Amounts have two decimals', 'PEPPOL-T110-R013', '>40.00<', '>40.000<'],
    ['A percentage needs a base amount', 'PEPPOL-T110-R015', /<cbc:BaseAmount .*200.00.*>/, ''],
    ['A base amount needs a percentage', 'PEPPOL-T110-R016', /<cbc:Multiplier.*>/, ''],
    ['A charge is base amount times percentage', 'PEPPOL-T110-R017', '>10</cbc:Mul', '>10.02</cbc:Mul'],
    ['An allowance has a reason', 'PEPPOL-T110-R018', /<cbc:AllowanceChargeReasonCode>95.*>/, ''],
    [
      'An allowance is not negative',
      'PEPPOL-T110-R009 PEPPOL-T110-R021',
      '>10.00</cbc:Amount',
      '>-10.00</cbc:Amount',
    ],
    ['The reason of an allowance is on its list', 'PEPPOL-T110-CL001', '>95<', '>FC<'],
    ['The reason of a charge is on its list', 'PEPPOL-T110-CL002', '>FC<', '>95<'],
    ['A net price is not negative', 'PEPPOL-T110-R001', '>50.00<', '>-50.00<'],
    ['A gross price is not negative', 'PEPPOL-T110-R022', '>55.00<', '>-55.00<'],
    ['The allowance of a price is not negative', 'PEPPOL-T110-R023', '>5.00<', '>-5.00<'],
  ]);
});

describe('tax in order agreements', () => {
  testBreaches([ORDER_AGREEMENT_RULES], agreement, [
    [
      'The tax of a category is computed',
      'PEPPOL-T110-R024 PEPPOL-T110-R025',
      />30\.00(?=<\/cbc:TaxAmount>\s*<cac:TaxCategory>)/,
      '>30.01',
    ],
    [
      'Without a rate there is no tax',
      'PEPPOL-T110-R024 PEPPOL-T110-R026 PEPPOL-T110-R026',
      '<cbc:Percent>25</cbc:Percent>',
      '',
    ],
    ['Total tax is that of the categories', 'PEPPOL-T110-R011 PEPPOL-T110-R025', '>30.00<', '>31.00<'],
    ['A tax category is in the breakdown', 'PEPPOL-T110-R026 PEPPOL-T110-R027', '<cbc:ID>S<', '<cbc:ID>Z<'],
    ['It is there with the same rate', 'PEPPOL-T110-R026', '>25.0<', '>12<'],
    ['An exempt category says why', 'PEPPOL-T110-R028', /<cbc:TaxExemptionReason>.*>/, ''],
    [
      'Another one does not',
      'PEPPOL-T110-R029',
      '<cbc:Percent>25</cbc:Percent>',
      '<cbc:Percent>25</cbc:Percent><cbc:TaxExemptionReason>Sale</cbc:TaxExemptionReason>',
    ],
    ['A tax category has a rate', 'PEPPOL-T110-R019 PEPPOL-T110-R020', '<cbc:Percent>25.0</cbc:Percent>', ''],
    ['The standard rate is above zero', 'PEPPOL-T110-R020 PEPPOL-T110-R026', '>25.0<', '>0<'],
  ]);
});

describe('totals of order agreements', () => {
  testBreaches([ORDER_AGREEMENT_RULES], agreement, [
    [
      'Every line has an amount',
      'PEPPOL-T110-R007 PEPPOL-T110-R014',
      /<cbc:LineExt.*>(?=\s*<cac:Price>)/,
      '',
    ],
    ['The amount to be paid is computed', 'PEPPOL-T110-R012', '>99.50<', '>99.51<'],
    ['The amount to be paid is not negative', 'PEPPOL-T110-R005 PEPPOL-T110-R012', '>99.50<', '>-99.50<'],
    [
      'The sum of lines is that of the lines, and not negative',
      'PEPPOL-T110-R006 PEPPOL-T110-R007 PEPPOL-T110-R010',
      '>100.00<',
      '>-100.00<',
    ],
    [
      'The total of charges is that of the charges',
      'PEPPOL-T110-R008 PEPPOL-T110-R010',
      '>20.00</cbc:C',
      '>21</cbc:C',
    ],
    [
      'The total of allowances is that of the allowances',
      'PEPPOL-T110-R009 PEPPOL-T110-R010',
      '>10.00</cbc:AllowanceT',
      '>11</cbc:AllowanceT',
    ],
    ['The total without tax is computed', 'PEPPOL-T110-R010 PEPPOL-T110-R011', '>110.00<', '>110.01<'],
    ['The total with tax is computed', 'PEPPOL-T110-R011 PEPPOL-T110-R012', '>140.00<', '>140.01<'],
  ]);
});
