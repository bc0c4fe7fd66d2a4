import { describe } from 'node:test';
import { type Breach, testBreaches } from '../../../tests/breaking.ts';
import { changed, fixture } from '../../../tests/run-rules.ts';
import { FAMILIES } from './families.ts';

const order = fixture('order.xml');

const HEAD: Breach[] = [
  ['An order says until when it is valid', 'R002', /<cac:ValidityPeriod>.*<\/cac:ValidityPeriod>/, ''],
  ['All amounts are in one currency', 'R003', 'currencyID="SEK">52.50', 'currencyID="NOK">52.50'],
  ['Amounts have two decimals', 'R028', '>12.00<', '>12.000<'],
  ['Prices may have more', '', '>20.00</cbc:P', '>20.000</cbc:P'],
  ['An originator has a name or an identifier', 'R014', /<cac:PartyName>.*<\/cac:PartyName>/, ''],
  ['A VAT number begins with a country', 'R026', 'SE556732170701', '556732170701'],
  ['Lower case is no country', 'R026', 'SE556732170701', 'se556732170701'],
  ['Greece is EL', '', 'SE556732170701', 'EL556732170701'],
  ['The process is one for orders', 'R031', 'bis:ordering:3', 'bis:billing:3'],
  ['The specification is that of orders', 'R034', 'trns:order:3', 'trns:offer:3'],
  ['A line of a quotation needs the quotation', 'R035', /<cac:QuotationDocumentReference>.*>/, ''],
];

const ALLOWANCES: Breach[] = [
  [
    'A percentage needs a base amount',
    'R020',
    '<cbc:BaseAmount currencyID="SEK">200.00</cbc:BaseAmount>',
    '',
  ],
  [
    'A base amount needs a percentage',
    'R021',
    '<cbc:MultiplierFactorNumeric>5</cbc:MultiplierFactorNumeric>',
    '',
  ],
  ['An allowance is base amount times percentage', 'R022', 'Numeric>5<', 'Numeric>5.02<'],
  ['Two hundredths more or less do not matter', '', 'Numeric>5<', 'Numeric>5.01<'],
  [
    'A charge has a reason',
    'R023',
    /<cbc:AllowanceChargeReasonCode>FC<[\s\S]*?Freight<\/cbc:AllowanceChargeReason>/,
    '',
  ],
  ['A charge is not negative', 'R010 R032', '>20.00</cbc:Amount', '>-20.00</cbc:Amount'],
  ['The reason of an allowance is on its list', 'CL001', '>95<', '>FC<'],
  ['The reason of a charge is on its list', 'CL002', '>FC<', '>95<'],
];

const TOTALS: Breach[] = [
  ['The amount to be paid is computed', 'R016', '>251.00<', '>251.01<'],
  ['The amount to be paid is not negative', 'R006 R016', '>251.00<', '>-251.00<'],
  ['An amount that is no number is reported where it is used', 'R006 R016', '>251.00<', '>1e3<'],
  ['The sum of lines is that of the lines', 'R008 R024', 'SEK">50.00</cbc:L', 'SEK">50.05</cbc:L'],
  ['The sum of lines is not negative', 'R007 R008 R011', '>200.00</cbc:L', '>-200.00</cbc:L'],
  [
    'The total of allowances is that of the allowances',
    'R009 R011',
    '>10.00</cbc:AllowanceT',
    '>10.01</cbc:AllowanceT',
  ],
  ['The total of charges is that of the charges', 'R010 R011', '>20.00</cbc:ChargeT', '>20.01</cbc:ChargeT'],
  ['The total without tax is computed', 'R011 R017', '>210.00<', '>210.01<'],
  ['The total with tax is computed', 'R017', '>52.50<', '>52.51<'],
];

const LINES: Breach[] = [
  ['The amount of a line is quantity times price', 'R024', '>30<', '>31<'],
  ['A price for no quantity is refused', 'R024 R025', '>10</cbc:BaseQ', '>-10</cbc:BaseQ'],
  ['The identifier of a line is unique', 'R001 R001', '<cbc:ID>2<', '<cbc:ID>1<'],
  ['A quantity is not negative', 'R004 R024', '>2.5<', '>-2.5<'],
  ['A line has a quantity', 'R004 R013 R024', /<cbc:Quantity.*2\.5.*>/, ''],
  ['A net price is not negative', 'R005 R024', '>20.00</cbc:P', '>-20.00</cbc:P'],
  ['A net price is gross price less allowance', 'R019', '>55.00<', '>55.01<'],
  ['A gross price is not negative', 'R019 R027', '>55.00<', '>-55.00<'],
  ['The allowance of a price is not negative', 'R019 R033', '>5.00<', '>-5.00<'],
  ['A tax category has a rate', 'R029 R030', '<cbc:Percent>25</cbc:Percent>', ''],
  ['The standard rate is above zero', 'R030', '>25<', '>0<'],
];

/** Every id with what is before it. */
const of = (prefix: string, breaches: readonly Breach[]): Breach[] =>
  breaches.map(([sentence, ids, from, to]) => [
    sentence,
    ids
      .split(' ')
      .filter((id) => id !== '')
      .map((id) => `${prefix}-${id}`)
      .join(' '),
    from,
    to,
  ]);

/** Without what the syntax tree and the rules for all documents say of the same places. */
const conditions = (id: 'T01' | 'T114') => FAMILIES[id].filter(({ name }) => name.endsWith('-R'));

describe('orders, T01', () => {
  testBreaches(FAMILIES.T01, order, []);
  testBreaches(conditions('T01'), order, of('PEPPOL-T01', [...HEAD, ...ALLOWANCES, ...TOTALS, ...LINES]));
});

describe('order changes, T114', () => {
  const change = [
    [
      '<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"',
      '<OrderChange xmlns="urn:oasis:names:specification:ubl:schema:xsd:OrderChange-2"',
    ],
    ['</Order>', '</OrderChange>'],
    ['trns:order:3', 'trns:order_change:3'],
    ['bis:ordering:3', 'bis:advanced_ordering:3'],
    ['<cac:Quotation', '<cac:OrderReference><cbc:ID>O-1</cbc:ID></cac:OrderReference><cac:Quotation'],
    ['<cbc:ID>1</cbc:ID>', '<cbc:ID>1</cbc:ID><cbc:LineStatusCode>3</cbc:LineStatusCode>'],
    ['<cbc:ID>2</cbc:ID>', '<cbc:ID>2</cbc:ID><cbc:LineStatusCode>1</cbc:LineStatusCode>'],
  ].reduce((xml, [from = '', to = '']) => changed(xml, from, to), order);
  testBreaches(FAMILIES.T114, change, []);
  testBreaches(
    conditions('T114'),
    change,
    of('PEPPOL-T114', [
      ...HEAD.filter(([, ids]) => ids !== 'R031' && ids !== 'R034'),
      ['The process is that of advanced ordering', 'R031', 'advanced_ordering', 'ordering'],
      ['The specification is that of order changes', 'R034', 'trns:order_change:3', 'trns:order:3'],
      ...ALLOWANCES,
      ...TOTALS,
      ...LINES,
    ]),
  );
});
