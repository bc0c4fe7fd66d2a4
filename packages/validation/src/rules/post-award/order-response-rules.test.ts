import { describe } from 'node:test';
import { type Breach, testBreaches } from '../../../tests/breaking.ts';
import { changed, fixture } from '../../../tests/run-rules.ts';
import { FAMILIES } from './families.ts';

const response = fixture('order-response.xml');
const advanced = changed(
  changed(response, 'trns:order_response:3', 'trns:order_response_advanced:3'),
  'bis:ordering:3',
  'bis:advanced_ordering:3',
);

const breaches = (prefix: string): Breach[] => [
  ['The specification is that of the response', `${prefix}-R006`, /trns:order_response\w*/, 'trns:answer'],
  ['A price is in the currency of the document', `${prefix}-R005`, '"SEK">50', '"NOK">50'],
  ['A price has a currency', `${prefix}-R005`, ' currencyID="SEK"', ''],
  ['The seller has a name or an identifier', `${prefix}-R002`, /<cac:PartyLegalEntity>.*>/, ''],
  ['The buyer has a name or an identifier', `${prefix}-R001`, /<cac:PartyIdentification>.*>/, ''],
  ['A delivery does not end before it starts', `${prefix}-R004`, '2026-12-02', '2026-11-30'],
  ['The identifier of a line is unique', `${prefix}-R003 ${prefix}-R003`, '<cbc:ID>2<', '<cbc:ID>1<'],
  ['A line has an identifier', `${prefix}-R003`, '<cbc:ID>2</cbc:ID>', ''],
  ['A conditional acceptance has lines', `${prefix}-R007`, /<cac:OrderLine>[\s\S]*<\/cac:OrderLine>/, ''],
  ['An acceptance has none', `${prefix}-R008`, '>CA<', '>AP<'],
  ['A rejection has none', `${prefix}-R009`, '>CA<', '> RE <'],
  ['An acknowledgement has none', `${prefix}-R010`, '>CA<', '>AB<'],
];

for (const [id, name, good] of [
  ['T76', 'order responses', response],
  ['T116', 'advanced order responses', advanced],
] as const)
  describe(`${name}, ${id}`, () => {
    testBreaches(FAMILIES[id], good, []);
    testBreaches(
      FAMILIES[id].filter(({ name }) => name.endsWith('-R')),
      good,
      breaches(`PEPPOL-${id}`),
    );
  });
