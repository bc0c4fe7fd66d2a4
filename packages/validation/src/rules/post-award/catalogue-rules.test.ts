import { describe } from 'node:test';
import { testBreaches } from '../../../tests/breaking.ts';
import { fixture } from '../../../tests/run-rules.ts';
import { CATALOGUE_RULES } from './catalogue-rules.ts';
import { FAMILIES } from './families.ts';

const catalogue = fixture('catalogue.xml');

describe('catalogues, T19', () => {
  testBreaches(FAMILIES.T19, catalogue, []);
  testBreaches([CATALOGUE_RULES], catalogue, [
    ['The process is one for catalogues', 'PEPPOL-T19-R017', 'bis:catalogue_only', 'bis:ordering'],
    ['The specification is that of catalogues', 'PEPPOL-T19-R018', 'trns:catalogue', 'trns:prices'],
    ['The supplier has a name or an identifier', 'PEPPOL-T19-R004', /<cbc:Name>Sales.*?>/, ''],
    ['The customer has a name or an identifier', 'PEPPOL-T19-R005', /<cbc:Name>Purchasing.*?>/, ''],
    ['The greatest quantity is not negative', 'PEPPOL-T19-R008 PEPPOL-T19-R010', '>50<', '>-50<'],
    ['The least quantity is not negative', 'PEPPOL-T19-R009', '>5<', '>-5<'],
    ['The greatest quantity is not less than the least', 'PEPPOL-T19-R010', '>50<', '>4<'],
    ['A price is not negative', 'PEPPOL-T19-R006', '>50.00<', '>-50.00<'],
    ['A tax category has a rate', 'PEPPOL-T19-R014 PEPPOL-T19-R015', '<cbc:Percent>25</cbc:Percent>', ''],
    ['The standard rate is above zero', 'PEPPOL-T19-R015', '>25<', '>0<'],
    ['An item has an identifier', 'PEPPOL-T19-R012', /<cac:SellersItem.*>/, ''],
  ]);
});

describe('validity in catalogues', () => {
  testBreaches([CATALOGUE_RULES], catalogue, [
    [
      'A catalogue does not end before it starts',
      'PEPPOL-T19-R001 PEPPOL-T19-R007',
      '2027-12-31',
      '2026-12-31',
    ],
    ['A line is valid while the catalogue is', 'PEPPOL-T19-R007', '2027-11-30', '2028-01-01'],
    ['A line does not end before it starts', 'PEPPOL-T19-R011 PEPPOL-T19-R013', '2027-11-30', '2027-01-15'],
    ['A price is valid while its line is', 'PEPPOL-T19-R011', '2027-10-31', '2027-12-01'],
    ['A price does not end before it starts', 'PEPPOL-T19-R016', '2027-10-31', '2027-02-15'],
    ['A line without a day takes it from the catalogue', '', '<cbc:EndDate>2027-11-30</cbc:EndDate>', ''],
    ['What is no date is within nothing', 'PEPPOL-T19-R011 PEPPOL-T19-R016', '2027-10-31', '2027-10-31Z'],
    [
      'A doubled day spoils what depends on it, and nothing else',
      'PEPPOL-T19-R001 PEPPOL-T19-R007',
      '<cbc:EndDate>2027-12-31</cbc:EndDate>',
      '<cbc:EndDate>2027-12-31</cbc:EndDate><cbc:EndDate>2027-12-31</cbc:EndDate>',
    ],
  ]);
});
