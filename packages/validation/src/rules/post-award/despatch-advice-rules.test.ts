import { describe } from 'node:test';
import { testBreaches } from '../../../tests/breaking.ts';
import { fixture } from '../../../tests/run-rules.ts';
import { DESPATCH_ADVICE_RULES } from './despatch-advice-rules.ts';
import { FAMILIES } from './families.ts';

const advice = fixture('despatch-advice.xml');

describe('despatch advices, T16', () => {
  testBreaches(FAMILIES.T16, advice, []);
  testBreaches([DESPATCH_ADVICE_RULES], advice, [
    ['The specification is that of despatch advices', 'PEPPOL-T16-R011', 'trns:despatch', 'trns:dispatch'],
    ['The buyer has a name or an identifier', 'PEPPOL-T16-R008', /<cbc:Name>Purchasing.*?>/, ''],
    ['The seller has a name or an identifier', 'PEPPOL-T16-R009', /<cbc:Name>Sales.*?>/, ''],
    ['The originator has a name or an identifier', 'PEPPOL-T16-R010', /<cbc:Name>Carpentry.*?>/, ''],
    ['An item has an identifier', 'PEPPOL-T16-R003', /<cac:SellersItem.*>/, ''],
    ['An item has a name', 'PEPPOL-T16-R004', /<cbc:Name>Oak.*?>/, ''],
    ['A line has a delivered quantity', 'PEPPOL-T16-R005 PEPPOL-T16-R006', /<cbc:Delivered.*>/, ''],
    ['A delivered quantity is not negative', 'PEPPOL-T16-R006', '>8<', '>-8<'],
    [
      'A doubled one cannot be checked',
      'PEPPOL-T16-R006',
      /<cbc:DeliveredQuantity.*>/,
      '<cbc:DeliveredQuantity>1</cbc:DeliveredQuantity><cbc:DeliveredQuantity>2</cbc:DeliveredQuantity>',
    ],
    ['An outstanding quantity has a reason', 'PEPPOL-T16-R007', /<cbc:OutstandingReason.*>/, ''],
  ]);
});
