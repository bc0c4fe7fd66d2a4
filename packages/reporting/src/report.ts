import {
  type DocumentTypeId,
  documentTypeIdOf,
  type ProcessId,
  processIdOf,
} from '@pappel/peppol-ids/document-type-id';

/** Transaction Statistics Report, End User Statistics Report. */
export type ReportKind = 'TSR' | 'EUSR';

/** A calendar month by UTC, the period of every report [Reporting SP Operational Guideline 2.1]. */
export interface Month {
  year: number;
  /** From 1 to 12. */
  month: number;
}

/** The names of one kind of report; both have the same form [TSR 1.0, EUSR 1.1]. */
export interface ReportForm {
  namespace: string;
  root: string;
  customizationId: string;
  /** Of the document type. */
  version: string;
  /** Element of the figures of all, and of those of a part. */
  total: string;
  part: string;
  /** The figures, in order. */
  counts: readonly string[];
}

export const PROFILE = 'urn:fdc:peppol.eu:edec:bis:reporting:1.0';
export const FORMS: Record<ReportKind, ReportForm> = {
  TSR: {
    namespace: 'urn:fdc:peppol:transaction-statistics-report:1.0',
    root: 'TransactionStatisticsReport',
    customizationId: 'urn:fdc:peppol.eu:edec:trns:transaction-statistics-reporting:1.0',
    version: '1.0',
    total: 'Total',
    part: 'Subtotal',
    counts: ['Incoming', 'Outgoing'],
  },
  EUSR: {
    namespace: 'urn:fdc:peppol:end-user-statistics-report:1.1',
    root: 'EndUserStatisticsReport',
    customizationId: 'urn:fdc:peppol.eu:edec:trns:end-user-statistics-report:1.1',
    version: '1.1',
    total: 'FullSet',
    part: 'Subset',
    counts: ['SendingEndUsers', 'ReceivingEndUsers', 'SendingOrReceivingEndUsers'],
  },
};

/** What a report travels as. */
export function reportType(kind: ReportKind): { documentTypeId: DocumentTypeId; processId: ProcessId } {
  const { namespace, root, customizationId, version } = FORMS[kind];
  const text = `busdox-docid-qns::${namespace}::${root}##${customizationId}::${version}`;
  return {
    documentTypeId: documentTypeIdOf(text),
    processId: processIdOf(PROFILE),
  };
}

/** Reads `2026-10`; undefined when it is no month. */
export function parseMonth(text: string): Month | undefined {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  return year && month ? { year: Number(year), month: Number(month) } : undefined;
}

/** The month before the one that a moment lies in, by UTC. */
export function monthBefore(at: Date): Month {
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 0));
  return { year: last.getUTCFullYear(), month: last.getUTCMonth() + 1 };
}

/** The first moment of a month, and the first after it. */
export function momentsOf({ year, month }: Month): { from: Date; to: Date } {
  return { from: new Date(Date.UTC(year, month - 1, 1)), to: new Date(Date.UTC(year, month, 1)) };
}

/** The first and the last day of a month, as `2026-10-01`. */
export function daysOf({ year, month }: Month): { first: string; last: string } {
  const day = (date: number) =>
    new Date(Date.UTC(year, date === 0 ? month : month - 1, date)).toISOString().slice(0, 10);
  return { first: day(1), last: day(0) };
}

export interface ReportKey {
  metaScheme: 'TP' | 'SP' | 'DT' | 'PR' | 'CC';
  scheme: string;
  value: string;
}

/** The figures of a part, in the order of its form. */
export interface ReportPart {
  type: string;
  keys: ReportKey[];
  counts: number[];
}

export interface Report {
  month: Month;
  /** The provider that reports. */
  seat: string;
  total: number[];
  parts: ReportPart[];
}
