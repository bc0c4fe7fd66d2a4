import { describe } from 'node:test';
import { testBreaches } from '../../../tests/breaking.ts';
import { fixture } from '../../../tests/run-rules.ts';
import { syntaxFamily } from './syntax-rules.ts';
import { ORDER_TREE } from './trees/order.gen.ts';

const SCHEMA = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b"';

describe('what a syntax tree demands', () => {
  testBreaches([syntaxFamily('T01', 'Peppol order', ORDER_TREE)], fixture('order.xml'), [
    ['A mandatory element of the document is there', 'PEPPOL-T01-B00103', '<cbc:ID>O-1</cbc:ID>', ''],
    ['A mandatory element of a party is there', 'PEPPOL-T01-B03701', /<cbc:EndpointID.*>/, ''],
    ['A document does not say where its schema is', 'PEPPOL-T01-B00109', '<Order ', `<Order ${SCHEMA} `],
    [
      'An element that is not in the tree is found',
      'PEPPOL-T01-B00110',
      '<cac:Antic',
      '<cbc:UUID>1</cbc:UUID><cac:Antic',
    ],
    [
      'What stands below it is not looked at',
      'PEPPOL-T01-B01302',
      '</cac:ValidityPeriod>',
      '<cac:Item><cbc:UUID/></cac:Item></cac:ValidityPeriod>',
    ],
    [
      'An element of another namespace is not in the tree either',
      'PEPPOL-T01-B01302',
      '</cac:ValidityPeriod>',
      '<EndDate xmlns="urn:x"/></cac:ValidityPeriod>',
    ],
    [
      'Some parents are open to others',
      '',
      '<cbc:Name>Carpentry',
      '<cbc:UUID>1</cbc:UUID><cbc:Name>Carpentry',
    ],
    ['A code is on its list', 'PEPPOL-T01-B01001', '>SEK</cbc:D', '>XYZ</cbc:D'],
    ['The case of a code counts', 'PEPPOL-T01-B01001', '>SEK</cbc:D', '>sek</cbc:D'],
    ['White space around a code does not', '', '>SEK</cbc:D', '>\n SEK </cbc:D'],
    ['No code is on no list', 'PEPPOL-T01-B01001', '>SEK</cbc:D', '></cbc:D'],
    [
      'A comment that parts a code makes it unreadable',
      'PEPPOL-T01-B01001',
      '>SEK</cbc:D',
      '>S<!-- -->EK</cbc:D',
    ],
    ['A comment beside a code does not', '', '>SEK</cbc:D', '><!-- -->SEK</cbc:D'],
    ['A code may be on either of two lists', 'PEPPOL-T01-B20501', '>FC<', '>NN<'],
    ['A mandatory attribute is there', 'PEPPOL-T01-B03801', / schemeID="0007"/, ''],
    ['The code in an attribute is on its list', 'PEPPOL-T01-B24102', '"KGM"', '"kilo"'],
    ['White space around a code counts in an attribute', 'PEPPOL-T01-B24102', '"KGM"', '" KGM"'],
    ['An optional attribute with codes may be left out', '', ' unitCode="EA">10<', '>10<'],
    [
      'A fixed text is that text',
      'PEPPOL-T01-B28801',
      /false(?=<\/cbc:ChargeIndicator>\s*<cbc:Amount currencyID="SEK">5)/,
      'true',
    ],
  ]);
});
