/**
 * The table of rules in the README of packages/validation: what is implemented of each official family, and in how many
 * lines. `node scripts/validation-table.ts` prints it; with `--write` it goes into the README; with `--check` nothing is
 * written, and the exit status is 1 when the README has another one.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EN16931 } from '../packages/validation/src/rules/en16931/families.ts';
import {
  PEPPOL_BILLING,
  PEPPOL_SELF_BILLING,
} from '../packages/validation/src/rules/peppol-billing/families.ts';
import { FAMILIES } from '../packages/validation/src/rules/post-award/families.ts';
import type { Family } from '../packages/validation/src/rules/rule.ts';

const README = join(import.meta.dirname, '../packages/validation/README.md');
const RULES = join(import.meta.dirname, '../packages/validation/src/rules');
const BEGIN = '<!-- rules: made by scripts/validation-table.ts -->\n';
const END = '<!-- end of rules -->';

interface Row {
  name: string;
  families: readonly Family[];
  /** Which of their ids. */
  ids: RegExp;
  /** How many ids the official release has. */
  official: number;
  /** Files by hand that are about them, below the rules; each file is in one row. */
  files: RegExp;
}

const row = (
  name: string,
  families: readonly Family[],
  ids: RegExp,
  official: number,
  files: RegExp,
): Row => ({ name, families, ids, official, files });

const billing = (name: string, ids: RegExp, official: number, files: string): Row =>
  row(name, PEPPOL_BILLING, ids, official, new RegExp(`^peppol-billing/(${files})\\.ts$`));
const norm = (name: string, ids: RegExp, official: number, files: string): Row =>
  row(name, EN16931, ids, official, new RegExp(`^en16931/(${files})\\.ts$`));
const transaction = (name: string, id: keyof typeof FAMILIES, official: number, files: string): Row =>
  row(`${id}, ${name}`, FAMILIES[id], /./, official, new RegExp(`^post-award/(${files})\\.ts$`));

const NOTHING = /^$/;

/** Release 2026.5, with EN 16931 1.3.16: the numbers of ids are counted in the official files. */
const ROWS: readonly Row[] = [
  norm('BR-1 to BR-67', /^BR-\d/, 58, 'document|parties|lines|allowances|payment-and-references'),
  norm('BR-CO and BR-DEC', /^BR-(CO|DEC)-/, 44, 'sums'),
  norm('VAT: BR-S, Z, E, AE, IC, G, O, AF, AG, B', /^BR-(S|Z|E|AE|IC|G|O|AF|AG|B)-/, 98, 'vat-.*'),
  norm('BR-CL, code lists', /^BR-CL-/, 23, 'code-lists'),
  norm('UBL-SR, occurrences', /^UBL-SR-/, 54, 'occurrences'),
  norm('UBL-DT, data types', /^UBL-DT-/, 24, 'data-types'),
  norm('UBL-CR, what is not used', /^UBL-CR-/, 678, 'absence.*'),
  norm('what these share', NOTHING, 0, 'conditions|terms|families'),
  billing('PEPPOL-EN16931', /^PEPPOL-EN16931-/, 46, 'amounts|codes|document|edition|families|lines|parties'),
  row('PEPPOL-COMMON', PEPPOL_BILLING, /^PEPPOL-COMMON-/, 17, /^common\//),
  billing('Germany', /^DE-/, 31, 'germany|german-payments'),
  billing('Greece', /^GR-/, 19, 'greece'),
  billing('Denmark', /^DK-/, 14, 'denmark'),
  billing('Sweden', /^SE-/, 13, 'sweden'),
  billing('Iceland', /^IS-/, 10, 'iceland'),
  billing('Netherlands', /^NL-/, 9, 'netherlands'),
  billing('Italy', /^IT-/, 4, 'italy'),
  billing('Norway', /^NO-/, 2, 'norway'),
  row('self-billing (beside EN 16931)', PEPPOL_SELF_BILLING, /./, 62, NOTHING),
  transaction('order', 'T01', 330, 'order-rules|order-totals'),
  transaction('order change', 'T114', 314, ''),
  transaction('order agreement', 'T110', 269, 'order-agreement-.*'),
  transaction('catalogue', 'T19', 236, 'catalogue-rules'),
  transaction('despatch advice', 'T16', 210, 'despatch-.*'),
  transaction('punch-out cart', 'T77', 142, 'punch-out-rules'),
  transaction('advanced order response', 'T116', 125, ''),
  transaction('order response', 'T76', 124, 'order-response-rules'),
  transaction('order cancellation', 'T115', 108, ''),
  transaction('invoice response', 'T111', 82, ''),
  transaction('message level response', 'T71', 59, ''),
  transaction('catalogue response', 'T58', 54, ''),
  row(
    'what these share',
    [],
    NOTHING,
    0,
    /^post-award\/(code-lists|common-rules|families|response-rules|shared-blocks|syntax-.*|transactions|values)\.ts$/,
  ),
  transaction('Message Level Status', 'MLS', 31, 'message-level-status'),
  row('release 2025.11 of billing, by what differs', [], NOTHING, 0, /^releases\/2025-11\.ts$/),
  row('engine, paths, memory', [], NOTHING, 0, /^[^/]*\.ts$/),
];

/** Severity by id. */
function rulesOf(families: readonly Family[]): Map<string, string> {
  const blocks = families.flatMap(({ patterns = [] }) => patterns.flat());
  const all = [...blocks.flatMap(({ rules }) => rules), ...families.flatMap(({ absences = [] }) => absences)];
  return new Map(all.map(({ id, severity }) => [id, severity]));
}

function filesAndLines(): Map<string, number> {
  const names = readdirSync(RULES, { recursive: true, encoding: 'utf8' }).sort();
  const sources = names.filter((name) => name.endsWith('.ts') && !/\.(test|gen)\.ts$/.test(name));
  return new Map(
    sources.map((name) => [name, readFileSync(join(RULES, name), 'utf8').split('\n').length - 1]),
  );
}

/** @throws Error when a file is in no row, or in two */
function linesOf(rows: readonly Row[], sources: ReadonlyMap<string, number>): number[] {
  const lines = rows.map(() => 0);
  for (const [name, count] of sources) {
    const places = rows.flatMap(({ files }, index) => (files.test(name) ? [index] : []));
    if (places.length !== 1) throw new Error(`${name} is in ${places.length} rows of the table`);
    for (const place of places) lines[place] = (lines[place] ?? 0) + count;
  }
  return lines;
}

function cellsOf({ name, families, ids, official }: Row, lines: number): string[] {
  const severities = [...rulesOf(families)].filter(([id]) => ids.test(id)).map(([, severity]) => severity);
  const errors = severities.filter((severity) => severity === 'ERROR').length;
  const counts =
    official === 0
      ? ['', '', '']
      : [severities.length, official, `${errors} / ${severities.length - errors}`];
  return [name, ...counts.map(String), lines === 0 ? '' : String(lines)];
}

function table(): string {
  const lines = linesOf(ROWS, filesAndLines());
  const head = ['Family', 'Rules here', 'Official', 'Errors / warnings', 'Lines by hand'];
  const cells = [
    head,
    ['---', '--:', '--:', '--:', '--:'],
    ...ROWS.map((one, index) => cellsOf(one, lines[index] ?? 0)),
  ];
  return cells.map((one) => `| ${one.join(' | ')} |\n`).join('');
}

function main(mode: string | undefined): void {
  const readme = readFileSync(README, 'utf8');
  const from = readme.indexOf(BEGIN) + BEGIN.length;
  const to = readme.indexOf(END);
  if (to < from || from < BEGIN.length) throw new Error('The README has no place for the table');
  const made = `\n${table()}\n`;
  if (mode === undefined) console.log(made.trim());
  else if (mode === '--write') writeFileSync(README, readme.slice(0, from) + made + readme.slice(to));
  else if (readme.slice(from, to) !== made) {
    console.error('The table of rules is out of date: node scripts/validation-table.ts --write');
    process.exitCode = 1;
  }
}

main(process.argv[2]);
