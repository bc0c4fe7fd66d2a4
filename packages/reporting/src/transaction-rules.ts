import { isCountry } from './countries.ts';
import type { ReadPart, ReadReport } from './read-report.ts';
import { headRules, isSeat, keyRules, keysOf, partsOf, type Rule, rule, sumOf, uniqueRule } from './rule.ts';

const TYPES = ['PerTP', 'PerSP-DT-PR', 'PerSP-DT-PR-CC'];
const DATASET = ['SP', 'DT', 'PR'];
const COUNTRIES = ['SenderCountry', 'ReceiverCountry'];

const incoming = (report: ReadReport): number => report.total['Incoming'] ?? 0;
const outgoing = (report: ReadReport): number => report.total['Outgoing'] ?? 0;
const isEmpty = (report: ReadReport): boolean => incoming(report) + outgoing(report) === 0;

/** That a type of part is there, and that it adds up to the total. */
function sumRules(type: string, exists: string, ids: { incoming?: string; outgoing?: string }): Rule[] {
  const adds = (id: string, count: 'Incoming' | 'Outgoing'): Rule =>
    rule(id, `The parts ${type} must add up to the total of ${count}.`, (report) => {
      const total = count === 'Incoming' ? incoming(report) : outgoing(report);
      return isEmpty(report) || sumOf(partsOf(report, type), count) === total;
    });
  return [
    rule(
      exists,
      `There must be parts ${type}.`,
      (report) => isEmpty(report) || partsOf(report, type).length > 0,
    ),
    ...(ids.incoming ? [adds(ids.incoming, 'Incoming')] : []),
    ...(ids.outgoing ? [adds(ids.outgoing, 'Outgoing')] : []),
  ];
}

const everyPart = (id: string, message: string, type: string, holds: (part: ReadPart) => boolean): Rule =>
  rule(id, message, (report) => partsOf(report, type).every(holds));

const namesProvider = (part: ReadPart): boolean =>
  keysOf(part, 'SP').every((key) => key.scheme === 'CertSubjectCN');

/** Outgoing exchanges have no countries, so that a month without incoming ones has no such parts. */
const withCountries: Rule[] = [
  rule(
    'SCH-TSR-11',
    'There must be parts PerSP-DT-PR-CC.',
    (report) => incoming(report) === 0 || partsOf(report, 'PerSP-DT-PR-CC').length > 0,
  ),
  rule(
    'SCH-TSR-12',
    'The parts PerSP-DT-PR-CC must add up to the total of Incoming.',
    (report) =>
      incoming(report) === 0 || sumOf(partsOf(report, 'PerSP-DT-PR-CC'), 'Incoming') === incoming(report),
  ),
  uniqueRule('SCH-TSR-14', 'PerSP-DT-PR-CC', [...DATASET, ...COUNTRIES]),
  everyPart(
    'SCH-TSR-43',
    'A part PerSP-DT-PR-CC must count nothing outgoing.',
    'PerSP-DT-PR-CC',
    (part) => part.counts['Outgoing'] === 0,
  ),
];

const hasKnownTypes = ({ parts }: ReadReport): boolean => parts.every((part) => TYPES.includes(part.type));

const everywhere: Rule[] = [
  rule('SCH-TSR-19', 'A key CertSubjectCN must be a seat id.', ({ parts }) =>
    parts.every((part) => part.keys.every((key) => key.scheme !== 'CertSubjectCN' || isSeat(key.value))),
  ),
  rule('SCH-TSR-20', 'A country must be one of ISO 3166-1 alpha-2, or ZZ.', ({ parts }) =>
    parts.every((part) =>
      part.keys.every((key) => !COUNTRIES.includes(key.scheme) || key.value === 'ZZ' || isCountry(key.value)),
    ),
  ),
  rule('SCH-TSR-37', 'The type of a part must be one of the code list.', hasKnownTypes),
  rule('SCH-TSR-39', 'There must be no part of another type.', hasKnownTypes),
];

/** Peppol Transaction Statistics Reporting 1.0.4. */
export const TRANSACTION_RULES: readonly Rule[] = [
  ...headRules({
    customization: 'SCH-TSR-01',
    profile: 'SCH-TSR-02',
    start: 'SCH-TSR-40',
    end: 'SCH-TSR-41',
    order: 'SCH-TSR-42',
    reporter: 'SCH-TSR-16',
    reporterScheme: 'SCH-TSR-17',
    seat: 'SCH-TSR-18',
  }),
  ...sumRules('PerTP', 'SCH-TSR-03', { incoming: 'SCH-TSR-04', outgoing: 'SCH-TSR-05' }),
  uniqueRule('SCH-TSR-06', 'PerTP', ['TP']),
  ...sumRules('PerSP-DT-PR', 'SCH-TSR-07', { incoming: 'SCH-TSR-08', outgoing: 'SCH-TSR-09' }),
  uniqueRule('SCH-TSR-10', 'PerSP-DT-PR', DATASET),
  ...withCountries,
  ...everywhere,
  ...keyRules('PerTP', [
    ['SCH-TSR-21', 1],
    ['SCH-TSR-22', 1, { meta: 'TP' }],
    ['SCH-TSR-23', 1, { scheme: 'Peppol' }],
  ]),
  ...keyRules('PerSP-DT-PR', [
    ['SCH-TSR-24', 3],
    ['SCH-TSR-25', 1, { meta: 'SP' }],
    ['SCH-TSR-26', 1, { meta: 'DT' }],
    ['SCH-TSR-27', 1, { meta: 'PR' }],
  ]),
  everyPart('SCH-TSR-28', 'The scheme of a provider must be CertSubjectCN.', 'PerSP-DT-PR', namesProvider),
  ...keyRules('PerSP-DT-PR-CC', [
    ['SCH-TSR-29', 5],
    ['SCH-TSR-30', 1, { meta: 'SP' }],
    ['SCH-TSR-31', 1, { meta: 'DT' }],
    ['SCH-TSR-32', 1, { meta: 'PR' }],
    ['SCH-TSR-33', 2, { meta: 'CC' }],
    ['SCH-TSR-35', 1, { meta: 'CC', scheme: 'SenderCountry' }],
    ['SCH-TSR-36', 1, { meta: 'CC', scheme: 'ReceiverCountry' }],
  ]),
  everyPart('SCH-TSR-34', 'The scheme of a provider must be CertSubjectCN.', 'PerSP-DT-PR-CC', namesProvider),
];
