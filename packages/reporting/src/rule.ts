import { parseSeatId } from '@pappel/peppol-ids/seat-id';
import type { ReadPart, ReadReport } from './read-report.ts';
import { FORMS, PROFILE } from './report.ts';

export interface Rule {
  /** As the official rules name it. */
  id: string;
  message: string;
  holds(report: ReadReport): boolean;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const isSeat = (text: string): boolean => parseSeatId(text) === text;
export const partsOf = (report: ReadReport, type: string): ReadPart[] =>
  report.parts.filter((part) => part.type === type);
export const keysOf = (part: ReadPart, metaScheme: string) =>
  part.keys.filter((key) => key.metaScheme === metaScheme);
export const sumOf = (parts: readonly ReadPart[], count: string): number =>
  parts.reduce((sum, part) => sum + (part.counts[count] ?? 0), 0);

/** What both reports say of who reports what, under the ids that each of them has. */
export function headRules(
  ids: Record<
    'customization' | 'profile' | 'start' | 'end' | 'order' | 'reporter' | 'reporterScheme' | 'seat',
    string
  >,
): Rule[] {
  return [
    rule(
      ids.customization,
      'The customization id must be that of the report.',
      ({ kind, customizationId }) => customizationId === FORMS[kind].customizationId,
    ),
    rule(ids.profile, 'The profile id must be that of reporting.', ({ profileId }) => profileId === PROFILE),
    rule(ids.start, 'The first day must have no time zone.', ({ start }) => DAY.test(start)),
    rule(ids.end, 'The last day must have no time zone.', ({ end }) => DAY.test(end)),
    rule(
      ids.order,
      'The first day must not be after the last.',
      ({ start, end }) => start.slice(0, 10) <= end.slice(0, 10),
    ),
    rule(ids.reporter, 'There must be a reporter.', ({ reporter }) => reporter.value !== ''),
    rule(
      ids.reporterScheme,
      'The scheme of the reporter must be CertSubjectCN.',
      ({ reporter }) => reporter.scheme === 'CertSubjectCN',
    ),
    rule(
      ids.seat,
      'The reporter must be a seat id.',
      ({ reporter }) => reporter.scheme !== 'CertSubjectCN' || isSeat(reporter.value),
    ),
  ];
}

export function rule(id: string, message: string, holds: Rule['holds']): Rule {
  return { id, message, holds };
}

/** That each part of a type has so many keys, and so many of each scheme: pairs of an id and how many of what. */
export function keyRules(
  type: string,
  ids: [id: string, count: number, of?: { meta?: string; scheme?: string }][],
): Rule[] {
  return ids.map(([id, count, of = {}]) => {
    const what = [of.meta, of.scheme].filter((part) => part !== undefined).join(' ');
    return rule(id, `A part ${type} must have ${count} ${what} key${count === 1 ? '' : 's'}.`, (report) =>
      partsOf(report, type).every(
        (part) =>
          part.keys.filter(
            (key) =>
              (of.meta === undefined || key.metaScheme === of.meta) &&
              (of.scheme === undefined || key.scheme === of.scheme),
          ).length === count,
      ),
    );
  });
}

/** That no two parts of a type are about the same; `schemes` are those of the keys, with the role of a country. */
export function uniqueRule(id: string, type: string, schemes: readonly string[]): Rule {
  return rule(id, `Each combination of a part ${type} must occur only once.`, (report) => {
    const combinations = partsOf(report, type).flatMap((part) => {
      const keys = schemes.map((name) =>
        part.keys.find((key) => key.metaScheme === name || key.scheme === name),
      );
      if (keys.some((key) => key === undefined)) return [];
      return [keys.map((key) => `${key?.scheme}::${key?.value}`).join('\n')];
    });
    return new Set(combinations).size === combinations.length;
  });
}
