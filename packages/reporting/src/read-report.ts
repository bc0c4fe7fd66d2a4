import { parseXml } from '@pappel/xml/parse';
import { attributeOf, childElements, textOf, type XmlElement } from '@pappel/xml/tree';
import { XmlError } from '@pappel/xml/xml-error';
import { FORMS, type ReportForm, type ReportKind } from './report.ts';

export interface ReadPart {
  type: string;
  keys: { metaScheme: string; scheme: string; value: string }[];
  counts: Record<string, number>;
}

/** A report as it stands there, true to its structure and to nothing more; white space around values is gone. */
export interface ReadReport {
  kind: ReportKind;
  customizationId: string;
  profileId: string;
  start: string;
  end: string;
  reporter: { scheme: string; value: string };
  total: Record<string, number>;
  parts: ReadPart[];
}

/** Thrown and caught in this file: reading goes no further than the first place that is not as the schema says. */
class NotAsTheSchemaSays extends Error {}

/** @returns the report, or the first thing that keeps it from being one */
export function readReport(bytes: Uint8Array): ReadReport | { problem: string } {
  try {
    return read(parseXml(bytes));
  } catch (error) {
    if (error instanceof XmlError || error instanceof NotAsTheSchemaSays) return { problem: error.message };
    throw error;
  }
}

function read(root: XmlElement): ReadReport {
  const kind = (['TSR', 'EUSR'] as const).find(
    (one) => FORMS[one].root === root.localName && FORMS[one].namespace === root.namespace,
  );
  if (!kind) throw new NotAsTheSchemaSays(`${root.localName} is no report`);
  const form = FORMS[kind];
  const [customizationId, profileId, header, total, ...parts] = sequence(
    root,
    ['CustomizationID', 'ProfileID', 'Header', form.total],
    form.part,
  );
  const [period, reporter] = sequence(header, ['ReportPeriod', 'ReporterID']);
  const [start, end] = sequence(period, ['StartDate', 'EndDate']);
  return {
    kind,
    customizationId: text(customizationId),
    profileId: text(profileId),
    start: date(start),
    end: date(end),
    reporter: { scheme: attribute(reporter, 'schemeID', ''), value: text(reporter) },
    total: counts(sequence(total, form.counts), form),
    parts: parts.map((part) => readPart(part, form)),
  };
}

/** The children, which must be these, in this order, and after them any number of `more`. */
function sequence(parent: XmlElement | undefined, names: readonly string[], more?: string): XmlElement[] {
  const children = parent ? childElements(parent) : [];
  const wanted = [...names, ...children.slice(names.length).map(() => more)];
  const wrong = wanted.findIndex(
    (name, i) => children[i]?.localName !== name || children[i]?.namespace !== parent?.namespace,
  );
  if (!parent || wrong >= 0) {
    const found = children[wrong]?.localName ?? 'nothing';
    throw new NotAsTheSchemaSays(
      `In ${parent?.localName} there is ${found} in place of ${wanted[wrong] ?? 'the end'}`,
    );
  }
  return children;
}

function readPart(part: XmlElement, form: ReportForm): ReadPart {
  const keys = childElements(part).filter((element) => element.localName === 'Key');
  if (keys.length === 0) throw new NotAsTheSchemaSays(`${form.part} has no Key`);
  const children = sequence(part, [...keys.map(() => 'Key'), ...form.counts]);
  return {
    type: attribute(part, 'type'),
    keys: keys.map((key) => ({
      metaScheme: attribute(key, 'metaSchemeID'),
      scheme: attribute(key, 'schemeID'),
      value: text(key),
    })),
    counts: counts(children.slice(keys.length), form),
  };
}

function counts(elements: XmlElement[], form: ReportForm): Record<string, number> {
  return Object.fromEntries(form.counts.map((name, i) => [name, count(elements[i])]));
}

function count(element: XmlElement | undefined): number {
  const written = text(element);
  if (!/^\+?\d{1,15}$/.test(written))
    throw new NotAsTheSchemaSays(`${element?.localName} is not a number of 0 or more`);
  return Number(written);
}

/** With or without a time zone, as the schema allows; the rules allow none. */
function date(element: XmlElement | undefined): string {
  const written = text(element);
  const [, day = ''] = /^(\d{4}-\d{2}-\d{2})(Z|[+-]\d{2}:\d{2})?$/.exec(written) ?? [];
  if (new Date(day).toString() === 'Invalid Date')
    throw new NotAsTheSchemaSays(`${element?.localName} is no date`);
  return written;
}

const normal = (value: string): string => value.replace(/\s+/g, ' ').trim();
const text = (element: XmlElement | undefined): string => (element ? normal(textOf(element)) : '');

function attribute(element: XmlElement | undefined, name: string, otherwise?: string): string {
  const value = (element && attributeOf(element, name)) ?? otherwise;
  if (value === undefined) throw new NotAsTheSchemaSays(`${element?.localName} has no ${name}`);
  return normal(value);
}
