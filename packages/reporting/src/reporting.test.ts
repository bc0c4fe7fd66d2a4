import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { checkReport } from './check.ts';
import { END_USER_RULES } from './end-user-rules.ts';
import { type EndUserActivity, writeEndUserStatistics } from './end-user-statistics.ts';
import { daysOf, momentsOf, monthBefore, parseMonth, reportType } from './report.ts';
import { TRANSACTION_RULES } from './transaction-rules.ts';
import { type ExchangeCount, writeTransactionStatistics } from './transaction-statistics.ts';

const OCTOBER = { year: 2026, month: 10 };
const SEAT = 'POP000123';
const [invoice, order] = ['invoice', 'order'].map(aliasToType);
assert.ok(invoice && order);

const EXCHANGES: ExchangeCount[] = [
  {
    direction: 'incoming',
    otherSeat: 'PNO000456',
    ...invoice,
    senderCountry: 'NO',
    receiverCountry: 'BE',
    count: 5,
  },
  { direction: 'incoming', otherSeat: 'PNO000456', ...invoice, receiverCountry: 'BE', count: 2 },
  { direction: 'outgoing', otherSeat: 'PNO000456', ...invoice, senderCountry: 'BE', count: 3 },
  { direction: 'outgoing', otherSeat: SEAT, ...order, senderCountry: 'BE', count: 4 },
];
const activity = (endUser: string, country: string, ways: string, type = invoice): EndUserActivity => ({
  endUser,
  ...type,
  country,
  sends: ways.includes('s'),
  receives: ways.includes('r'),
});
const ACTIVITIES = [
  activity('a', 'BE', 's'),
  activity('a', 'BE', 'r', order),
  activity('b', 'BE', 'sr'),
  activity('c', 'NO', 'r'),
  activity('c', 'NO', 'r'),
];

const tsr = (exchanges = EXCHANGES) =>
  Buffer.from(writeTransactionStatistics(OCTOBER, SEAT, exchanges)).toString();
const eusr = (activities = ACTIVITIES) =>
  Buffer.from(writeEndUserStatistics(OCTOBER, SEAT, activities)).toString();
const reportOf = (xml: string) => {
  const verdict = checkReport(Buffer.from(xml));
  assert.ok(verdict.valid, JSON.stringify(verdict));
  return verdict.report;
};
/** Figures of a type of part, each after the values of its keys. */
const figures = (xml: string, type: string) =>
  reportOf(xml)
    .parts.filter((part) => part.type === type)
    .map((part) =>
      [...part.keys.slice(0, 1), ...part.keys.slice(3)]
        .map((key) => key.value)
        .concat(Object.values(part.counts).join(' ')),
    );

describe('months', () => {
  test('A month is a calendar month by UTC [Operational Guideline 2.1, 3.1.1]', () => {
    assert.deepEqual(parseMonth('2026-10'), OCTOBER);
    for (const wrong of ['2026-13', '2026-1', '26-10', '2026-00', 'x'])
      assert.equal(parseMonth(wrong), undefined);
    assert.deepEqual(monthBefore(new Date('2026-11-03T06:00:00Z')), OCTOBER);
    assert.deepEqual(monthBefore(new Date('2027-01-01T00:00:00Z')), { year: 2026, month: 12 });
    assert.deepEqual(daysOf({ year: 2028, month: 2 }), { first: '2028-02-01', last: '2028-02-29' });
    assert.deepEqual(daysOf({ year: 2026, month: 12 }), { first: '2026-12-01', last: '2026-12-31' });
    assert.deepEqual(momentsOf({ year: 2026, month: 12 }), {
      from: new Date('2026-12-01T00:00:00Z'),
      to: new Date('2027-01-01T00:00:00Z'),
    });
  });
  test('Each report travels as a document type of its own, which the code list knows', () => {
    assert.ok(reportType('TSR').documentTypeId.endsWith('transaction-statistics-reporting:1.0::1.0'));
    assert.ok(reportType('EUSR').documentTypeId.endsWith('end-user-statistics-report:1.1::1.1'));
    assert.equal(reportType('EUSR').processId, 'cenbii-procid-ubl::urn:fdc:peppol.eu:edec:bis:reporting:1.0');
  });
});

describe('the Transaction Statistics Report', () => {
  test('It counts messages by provider and kind, and what came in by countries too [TSR 1.0]', () => {
    assert.deepEqual(reportOf(tsr()).total, { Incoming: 7, Outgoing: 7 });
    assert.deepEqual(figures(tsr(), 'PerTP'), [['peppol-transport-as4-v2_0', '7 7']]);
    assert.deepEqual(figures(tsr(), 'PerSP-DT-PR'), [
      ['PNO000456', '7 3'],
      [SEAT, '0 4'],
    ]);
    assert.deepEqual(figures(tsr(), 'PerSP-DT-PR-CC'), [
      ['PNO000456', 'NO', 'BE', '5 0'],
      ['PNO000456', 'ZZ', 'BE', '2 0'],
    ]);
  });
  test('It is the same whatever the order of the rows, and rows of the same keys add up', () => {
    assert.equal(tsr(EXCHANGES.toReversed()), tsr());
    const [first, ...rest] = EXCHANGES;
    assert.ok(first);
    assert.equal(tsr([{ ...first, count: 2 }, ...rest, { ...first, count: 3 }]), tsr());
  });
  test('A month without exchanges is reported too, without parts; one without incoming ones has no countries', () => {
    assert.deepEqual(reportOf(tsr([])), {
      ...reportOf(tsr([])),
      total: { Incoming: 0, Outgoing: 0 },
      parts: [],
    });
    assert.deepEqual(figures(tsr(EXCHANGES.slice(2)), 'PerSP-DT-PR-CC'), []);
  });
});

describe('the End User Statistics Report', () => {
  test('It counts each end user once in each part, however much it sent or received [EUSR 1.1]', () => {
    assert.deepEqual(Object.values(reportOf(eusr()).total), [2, 3, 3]);
    const parts = reportOf(eusr()).parts.map((part) =>
      [part.type, Object.values(part.counts).join(' ')].join(' '),
    );
    assert.deepEqual(parts.sort(), [
      'PerDT-EUC 0 1 1',
      'PerDT-EUC 0 1 1',
      'PerDT-EUC 2 1 2',
      'PerDT-PR 0 1 1',
      'PerDT-PR 2 2 3',
      'PerDT-PR-EUC 0 1 1',
      'PerDT-PR-EUC 0 1 1',
      'PerDT-PR-EUC 2 1 2',
      'PerEUC 0 1 1',
      'PerEUC 2 2 2',
    ]);
    assert.equal(eusr(ACTIVITIES.toReversed()), eusr());
  });
  test('A month without end users is reported too', () => {
    assert.deepEqual(Object.values(reportOf(eusr([])).total), [0, 0, 0]);
  });
  test('Nothing in it tells who the end users are', () => {
    assert.ok(!eusr([activity('5567321707', 'BE', 's')]).includes('5567321707'));
  });
});

type Breach = [code: string, from: string | RegExp, to: string];
function testBreaches(good: string, breaches: Breach[]): void {
  for (const [codes, from, to] of breaches)
    test(`${codes}: ${String(from).slice(0, 60)} becomes ${to.slice(0, 40)}`, () => {
      const changed = good.replace(from, to);
      assert.notEqual(changed, good);
      const verdict = checkReport(Buffer.from(changed));
      const found = verdict.valid
        ? ''
        : verdict.findings
            .map((finding) => finding.code)
            .sort()
            .join(' ');
      assert.equal(found, codes);
    });
}
const part = (type: string) => new RegExp(`  <Sub(total|set) type="${type}">[\\s\\S]*?</Sub(total|set)>\\n`);
const every = (type: string) => new RegExp(part(type).source, 'g');
const inPart = (type: string, what: string) => new RegExp(`(type="${type}">[\\s\\S]*?)${what}`);
const key = (meta: string) => `    <Key metaSchemeID="${meta}".*\\n`;

describe('the rules of the Transaction Statistics Report', () => {
  test('There are as many as the official ones, each once', () => {
    assert.equal(new Set(TRANSACTION_RULES.map((rule) => rule.id)).size, TRANSACTION_RULES.length);
    assert.equal(TRANSACTION_RULES.length, 40);
  });
  testBreaches(tsr(), [
    ['SCH-TSR-01', 'statistics-reporting:1.0<', 'statistics-reporting:1.1<'],
    ['SCH-TSR-02', 'bis:reporting:1.0', 'bis:reporting:2.0'],
    ['SCH-TSR-03 SCH-TSR-04 SCH-TSR-05', part('PerTP'), ''],
    ['SCH-TSR-04', inPart('PerTP', '<Incoming>7'), '$1<Incoming>8'],
    ['SCH-TSR-05', inPart('PerTP', '<Outgoing>7'), '$1<Outgoing>8'],
    [
      'SCH-TSR-06',
      part('PerTP'),
      '$&  <Subtotal type="PerTP"><Key metaSchemeID="TP" schemeID="Peppol">peppol-transport-as4-v2_0</Key><Incoming>0</Incoming><Outgoing>0</Outgoing></Subtotal>\n',
    ],
    ['SCH-TSR-07 SCH-TSR-08 SCH-TSR-09', every('PerSP-DT-PR'), ''],
    ['SCH-TSR-08', inPart('PerSP-DT-PR', '<Incoming>7'), '$1<Incoming>8'],
    ['SCH-TSR-09', inPart('PerSP-DT-PR', '<Outgoing>3'), '$1<Outgoing>8'],
    ['SCH-TSR-08 SCH-TSR-09 SCH-TSR-10', part('PerSP-DT-PR'), '$&$&'],
    ['SCH-TSR-11 SCH-TSR-12', every('PerSP-DT-PR-CC'), ''],
    ['SCH-TSR-12', inPart('PerSP-DT-PR-CC', '<Incoming>5'), '$1<Incoming>6'],
    ['SCH-TSR-12 SCH-TSR-14', part('PerSP-DT-PR-CC'), '$&$&'],
    ['SCH-TSR-16 SCH-TSR-18', '>POP000123</Rep', '> </Rep'],
    ['SCH-TSR-17', 'ReporterID schemeID="CertSubjectCN"', 'ReporterID schemeID="X"'],
    ['SCH-TSR-18', '>POP000123</Rep', '>OP000123</Rep'],
    ['SCH-TSR-19', '"CertSubjectCN">PNO000456</K', '"CertSubjectCN">PNO456</K'],
    ['SCH-TSR-20', '"SenderCountry">NO', '"SenderCountry">QQ'],
    ['SCH-TSR-21', inPart('PerTP', key('TP')), '$&    <Key metaSchemeID="X" schemeID="Y">1</Key>\n'],
    ['SCH-TSR-22', 'metaSchemeID="TP"', 'metaSchemeID="XX"'],
    ['SCH-TSR-23', '"Peppol"', '"X"'],
    ['SCH-TSR-24 SCH-TSR-25', inPart('PerSP-DT-PR', key('SP')), '$1'],
    ['SCH-TSR-24 SCH-TSR-26', inPart('PerSP-DT-PR', key('DT')), '$1'],
    ['SCH-TSR-24 SCH-TSR-27', inPart('PerSP-DT-PR', key('PR')), '$1'],
    ['SCH-TSR-28', inPart('PerSP-DT-PR', '"CertSubjectCN"'), '$1"X"'],
    ['SCH-TSR-29 SCH-TSR-30', inPart('PerSP-DT-PR-CC', key('SP')), '$1'],
    ['SCH-TSR-29 SCH-TSR-31', inPart('PerSP-DT-PR-CC', key('DT')), '$1'],
    ['SCH-TSR-29 SCH-TSR-32', inPart('PerSP-DT-PR-CC', key('PR')), '$1'],
    ['SCH-TSR-29 SCH-TSR-33 SCH-TSR-35', inPart('PerSP-DT-PR-CC', key('CC')), '$1'],
    ['SCH-TSR-34', inPart('PerSP-DT-PR-CC', '"CertSubjectCN"'), '$1"X"'],
    ['SCH-TSR-36', inPart('PerSP-DT-PR-CC', '"ReceiverCountry"'), '$1"X"'],
    [
      'SCH-TSR-37 SCH-TSR-39',
      part('PerTP'),
      '$&  <Subtotal type="PerX"><Key metaSchemeID="X" schemeID="Y">1</Key><Incoming>1</Incoming><Outgoing>1</Outgoing></Subtotal>\n',
    ],
    ['SCH-TSR-40', '2026-10-01', '2026-10-01Z'],
    ['SCH-TSR-41', '2026-10-31', '2026-10-31+01:00'],
    ['SCH-TSR-42', '2026-10-31', '2026-09-30'],
    ['SCH-TSR-43', inPart('PerSP-DT-PR-CC', '<Outgoing>0'), '$1<Outgoing>1'],
    ['XSD', '<Incoming>7', '<Incoming>-7'],
    ['XSD', '<Incoming>7</Incoming>', ''],
    ['XSD', / {2}<Header>[\s\S]*<\/Header>\n/, ''],
    ['XSD', '2026-10-31', '2026-10-32'],
    ['XSD', ' type="PerTP"', ''],
    ['XSD', 'TransactionStatisticsReport', 'Report'],
    ['XSD', inPart('PerTP', key('TP')), '$1'],
    ['XSD', '</Total>', '</Total><More/>'],
  ]);
});

describe('the rules of the End User Statistics Report', () => {
  test('There are as many as the official ones, each once', () => {
    assert.equal(new Set(END_USER_RULES.map((rule) => rule.id)).size, END_USER_RULES.length);
    assert.equal(END_USER_RULES.length, 42);
  });
  testBreaches(eusr(), [
    ['SCH-EUSR-01', 'statistics-report:1.1<', 'statistics-report:1.0<'],
    ['SCH-EUSR-02', 'bis:reporting:1.0', 'bis:reporting:2.0'],
    ['SCH-EUSR-03', inPart('PerDT-PR', '<SendingEndUsers>2'), '$1<SendingEndUsers>3'],
    [
      'SCH-EUSR-04 SCH-EUSR-22',
      inPart('PerDT-PR', '<ReceivingEndUsers>2([\\s\\S]*?OrReceivingEndUsers>)3'),
      '$1<ReceivingEndUsers>4$24',
    ],
    ['SCH-EUSR-06 SCH-EUSR-08', '>POP000123<', '> <'],
    ['SCH-EUSR-07', 'ReporterID schemeID="CertSubjectCN"', 'ReporterID schemeID="X"'],
    ['SCH-EUSR-08', '>POP000123<', '>POP00012<'],
    ['SCH-EUSR-09 SCH-EUSR-10', inPart('PerDT-PR', key('DT')), '$1'],
    ['SCH-EUSR-09 SCH-EUSR-11', inPart('PerDT-PR', key('PR')), '$1'],
    ['SCH-EUSR-13', part('PerDT-PR'), '$&$&'],
    ['SCH-EUSR-14', 'type="PerEUC"', 'type="PerX"'],
    ['SCH-EUSR-15', every('PerDT-PR'), ''],
    ['SCH-EUSR-16', '2026-10-01', '2026-10-01Z'],
    ['SCH-EUSR-17', '2026-10-31', '2026-10-31Z'],
    ['SCH-EUSR-18', '2026-10-31', '2026-09-30'],
    ['SCH-EUSR-19', '<SendingOrReceivingEndUsers>3', '<SendingOrReceivingEndUsers>6'],
    ['SCH-EUSR-20 SCH-EUSR-21 SCH-EUSR-22', '<SendingOrReceivingEndUsers>3', '<SendingOrReceivingEndUsers>1'],
    ['SCH-EUSR-23 SCH-EUSR-24', inPart('PerDT-PR-EUC', key('DT')), '$1'],
    ['SCH-EUSR-23 SCH-EUSR-25', inPart('PerDT-PR-EUC', key('PR')), '$1'],
    ['SCH-EUSR-23 SCH-EUSR-26 SCH-EUSR-27', inPart('PerDT-PR-EUC', key('CC')), '$1'],
    ['SCH-EUSR-29', part('PerDT-PR-EUC'), '$&$&'],
    ['SCH-EUSR-30', '"EndUserCountry">NO', '"EndUserCountry">ZZ'],
    [
      'SCH-EUSR-33',
      inPart('PerEUC', '<SendingEndUsers>2([\\s\\S]*?)<ReceivingEndUsers>2'),
      '$1<SendingEndUsers>1$2<ReceivingEndUsers>0',
    ],
    [
      'SCH-EUSR-34 SCH-EUSR-35',
      inPart('PerEUC', '<SendingOrReceivingEndUsers>2'),
      '$1<SendingOrReceivingEndUsers>1',
    ],
    [
      'SCH-EUSR-36',
      inPart('PerDT-EUC', '<ReceivingEndUsers>1(</ReceivingEndUsers>\\s*<SendingOrReceivingEndUsers>)1'),
      '$1<ReceivingEndUsers>0$20',
    ],
    ['SCH-EUSR-37', every('PerDT-EUC'), ''],
    ['SCH-EUSR-38', part('PerDT-EUC'), '$&$&'],
    ['SCH-EUSR-39', every('PerEUC'), ''],
    ['SCH-EUSR-40', part('PerEUC'), '$&$&'],
    ['SCH-EUSR-41 SCH-EUSR-42', inPart('PerDT-EUC', key('DT')), '$1'],
    ['SCH-EUSR-41 SCH-EUSR-43 SCH-EUSR-44', inPart('PerDT-EUC', key('CC')), '$1'],
    ['SCH-EUSR-45', inPart('PerEUC', key('CC')), '$&    <Key metaSchemeID="DT" schemeID="Y">1</Key>\n'],
    ['SCH-EUSR-46 SCH-EUSR-47', inPart('PerEUC', 'metaSchemeID="CC"'), '$1metaSchemeID="XX"'],
    ['XSD', '<SendingEndUsers>2', '<SendingEndUsers>two'],
    ['XSD', 'end-user-statistics-report:1.1"', 'end-user-statistics-report:1.0"'],
    ['XSD', '</EndUserStatisticsReport>', ''],
  ]);
});
