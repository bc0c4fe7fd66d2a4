import { isCountry } from './countries.ts';
import type { ReadReport } from './read-report.ts';
import { headRules, keyRules, partsOf, type Rule, rule, uniqueRule } from './rule.ts';

const TYPES = ['PerDT-PR', 'PerDT-PR-EUC', 'PerDT-EUC', 'PerEUC'];
const SENDING = 'SendingEndUsers';
const RECEIVING = 'ReceivingEndUsers';
const EITHER = 'SendingOrReceivingEndUsers';

type Counts = Record<string, number>;
const at = (counts: Counts, name: string): number => counts[name] ?? 0;
const isEmpty = ({ total }: ReadReport): boolean => at(total, SENDING) + at(total, RECEIVING) === 0;

/** No part has more users than there are. */
const atMostAll = (id: string, count: string): Rule =>
  rule(
    id,
    `No part must have more ${count} than the full set.`,
    (report) =>
      isEmpty(report) ||
      (report.parts.length > 0 &&
        report.parts.every((part) => at(part.counts, count) <= at(report.total, count))),
  );

const exists = (id: string, type: string): Rule =>
  rule(id, `There must be parts ${type}.`, (report) => isEmpty(report) || partsOf(report, type).length > 0);

const NOT_MORE = `${EITHER} must not be more than ${SENDING} and ${RECEIVING} together.`;
const notMore = (counts: Counts): boolean =>
  at(counts, EITHER) <= at(counts, SENDING) + at(counts, RECEIVING);
const notLess = (counts: Counts, than: string): boolean => at(counts, EITHER) >= at(counts, than);

const figures: Rule[] = [
  atMostAll('SCH-EUSR-03', SENDING),
  atMostAll('SCH-EUSR-04', RECEIVING),
  atMostAll('SCH-EUSR-22', EITHER),
  rule('SCH-EUSR-19', NOT_MORE, ({ total }) => notMore(total)),
  rule('SCH-EUSR-20', `${EITHER} must not be less than ${SENDING}.`, ({ total }) => notLess(total, SENDING)),
  rule('SCH-EUSR-21', `${EITHER} must not be less than ${RECEIVING}.`, ({ total }) =>
    notLess(total, RECEIVING),
  ),
  rule('SCH-EUSR-33', NOT_MORE, ({ parts }) => parts.every(({ counts }) => notMore(counts))),
  rule('SCH-EUSR-34', `${EITHER} of a part must not be less than ${SENDING}.`, ({ parts }) =>
    parts.every(({ counts }) => notLess(counts, SENDING)),
  ),
  rule('SCH-EUSR-35', `${EITHER} of a part must not be less than ${RECEIVING}.`, ({ parts }) =>
    parts.every(({ counts }) => notLess(counts, RECEIVING)),
  ),
  rule('SCH-EUSR-36', 'A part without users must be left out.', ({ parts }) =>
    parts.every(({ counts }) => at(counts, EITHER) > 0),
  ),
];

/** Peppol End User Statistics Reporting 1.1.4. */
export const END_USER_RULES: readonly Rule[] = [
  ...headRules({
    customization: 'SCH-EUSR-01',
    profile: 'SCH-EUSR-02',
    start: 'SCH-EUSR-16',
    end: 'SCH-EUSR-17',
    order: 'SCH-EUSR-18',
    reporter: 'SCH-EUSR-06',
    reporterScheme: 'SCH-EUSR-07',
    seat: 'SCH-EUSR-08',
  }),
  ...figures,
  exists('SCH-EUSR-15', 'PerDT-PR'),
  uniqueRule('SCH-EUSR-13', 'PerDT-PR', ['DT', 'PR']),
  uniqueRule('SCH-EUSR-29', 'PerDT-PR-EUC', ['DT', 'PR', 'EndUserCountry']),
  exists('SCH-EUSR-37', 'PerDT-EUC'),
  uniqueRule('SCH-EUSR-38', 'PerDT-EUC', ['DT', 'EndUserCountry']),
  exists('SCH-EUSR-39', 'PerEUC'),
  uniqueRule('SCH-EUSR-40', 'PerEUC', ['EndUserCountry']),
  rule('SCH-EUSR-14', 'There must be no part of another type.', ({ parts }) =>
    parts.every((part) => TYPES.includes(part.type)),
  ),
  rule('SCH-EUSR-30', 'A country must be one of ISO 3166-1 alpha-2.', ({ parts }) =>
    parts.every((part) => part.keys.every((key) => key.scheme !== 'EndUserCountry' || isCountry(key.value))),
  ),
  ...keyRules('PerDT-PR', [
    ['SCH-EUSR-09', 2],
    ['SCH-EUSR-10', 1, { meta: 'DT' }],
    ['SCH-EUSR-11', 1, { meta: 'PR' }],
  ]),
  ...keyRules('PerDT-PR-EUC', [
    ['SCH-EUSR-23', 3],
    ['SCH-EUSR-24', 1, { meta: 'DT' }],
    ['SCH-EUSR-25', 1, { meta: 'PR' }],
    ['SCH-EUSR-26', 1, { meta: 'CC' }],
    ['SCH-EUSR-27', 1, { meta: 'CC', scheme: 'EndUserCountry' }],
  ]),
  ...keyRules('PerDT-EUC', [
    ['SCH-EUSR-41', 2],
    ['SCH-EUSR-42', 1, { meta: 'DT' }],
    ['SCH-EUSR-43', 1, { meta: 'CC' }],
    ['SCH-EUSR-44', 1, { meta: 'CC', scheme: 'EndUserCountry' }],
  ]),
  ...keyRules('PerEUC', [
    ['SCH-EUSR-45', 1],
    ['SCH-EUSR-46', 1, { meta: 'CC' }],
    ['SCH-EUSR-47', 1, { meta: 'CC', scheme: 'EndUserCountry' }],
  ]),
];
