import { escapeAttribute, escapeText } from '@pappel/xml/write';
import {
  daysOf,
  FORMS,
  PROFILE,
  type Report,
  type ReportKey,
  type ReportKind,
  type ReportPart,
} from './report.ts';

/** A report as XML, UTF-8, with a line for each figure. Parts without any figure are left out, as the rules want. */
export function writeReport(kind: ReportKind, { month, seat, total, parts }: Report): Uint8Array {
  const form = FORMS[kind];
  const { first, last } = daysOf(month);
  const counts = (values: number[], indent: string): string =>
    form.counts.map((name, i) => `${indent}<${name}>${values[i] ?? 0}</${name}>\n`).join('');
  const written = (part: ReportPart): string =>
    `  <${form.part} type="${part.type}">\n${part.keys.map(key).join('')}${counts(part.counts, '    ')}  </${form.part}>\n`;
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${form.root} xmlns="${form.namespace}">\n` +
      `  <CustomizationID>${form.customizationId}</CustomizationID>\n  <ProfileID>${PROFILE}</ProfileID>\n` +
      `  <Header>\n    <ReportPeriod>\n      <StartDate>${first}</StartDate>\n      <EndDate>${last}</EndDate>\n` +
      `    </ReportPeriod>\n    <ReporterID schemeID="CertSubjectCN">${escapeText(seat)}</ReporterID>\n  </Header>\n` +
      `  <${form.total}>\n${counts(total, '    ')}  </${form.total}>\n` +
      parts
        .filter((part) => part.counts.some((count) => count > 0))
        .map(written)
        .join('') +
      `</${form.root}>\n`,
  );
}

const key = ({ metaScheme, scheme, value }: ReportKey): string =>
  `    <Key metaSchemeID="${metaScheme}" schemeID="${escapeAttribute(scheme)}">${escapeText(value)}</Key>\n`;
