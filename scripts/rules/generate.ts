/**
 * `npm run rules:generate [-- --check]`: writes the code lists of the rules, `*.gen.ts` in packages/validation/src/codes,
 * from the official files that `npm run rules:fetch` brought. Where an older release has other codes, its list stands
 * beside, by what differs. With --check nothing is written, and a file that would change is an error.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Schema } from '../../packages/validation/src/schematron/schema/schema.ts';
import { schemasIn } from './read-official.ts';

const NEWEST = '2026.5';
const OLDER = ['2025.11'];
const TARGET = resolve(import.meta.dirname, '../../packages/validation/src/codes');
const WIDTH = 108;

interface List {
  constant: string;
  about: string;
  /** Schema, id of the rule or `$name` of the variable, and which of the lists in its literals. */
  source: [schema: string, id: string, index?: number];
}

const CEN = 'CEN-EN16931-UBL';
const BILLING = 'PEPPOL-EN16931-UBL';
const list = (constant: string, about: string, ...source: List['source']): List => ({
  constant,
  about,
  source,
});

/** By file. A further list is one more line here, and its constant where it is used. */
const FILES: Record<string, readonly List[]> = {
  'allowance-reasons': [
    list('ALLOWANCE_REASONS', 'Reasons of an allowance: a part of UNTDID 5189.', CEN, 'BR-CL-19'),
  ],
  'charge-reasons': [list('CHARGE_REASONS', 'Reasons of a charge: UNTDID 7161.', CEN, 'BR-CL-20')],
  countries: [list('COUNTRIES', 'Countries of ISO 3166-1.', CEN, 'BR-CL-14')],
  currencies: [
    list('CURRENCIES', 'Currencies of ISO 4217, as Peppol has them.', BILLING, '$ISO4217'),
    list('EN_CURRENCIES', 'Currencies of ISO 4217, as EN 16931 has them.', CEN, 'BR-CL-04'),
  ],
  'document-names': [
    list('DOCUMENT_NAMES', 'Kinds of documents: UNTDID 1001, all of it.', 'PEPPOLBIS-T110', '$clUNCL1001'),
  ],
  'document-types': [
    list('INVOICE_TYPES', 'Types of an invoice: a part of UNTDID 1001.', CEN, 'BR-CL-01'),
    list('CREDIT_NOTE_TYPES', 'Types of a credit note: a part of UNTDID 1001.', CEN, 'BR-CL-01', 1),
  ],
  'electronic-addresses': [
    list('ELECTRONIC_ADDRESS_SCHEMES', 'Schemes of electronic addresses: EAS.', CEN, 'BR-CL-25'),
    list('PEPPOL_ADDRESS_SCHEMES', 'Those that Peppol uses: a part of EAS.', BILLING, '$eaid'),
  ],
  icd: [list('ICD', 'Schemes of identifiers: ISO/IEC 6523 ICD.', CEN, 'BR-CL-10')],
  'item-types': [list('ITEM_TYPES', 'Kinds of item classification: UNTDID 7143.', CEN, 'BR-CL-13')],
  'note-subjects': [list('NOTE_SUBJECTS', 'Subjects of a text: UNTDID 4451.', CEN, 'BR-CL-08')],
  packages: [list('PACKAGES', 'Packages: Recommendation 21 of UN/ECE.', 'PEPPOLBIS-T16', '$clUNECERec21')],
  'packaging-labels': [
    list(
      'PACKAGING_LABELS',
      'Labels on packages: PackagingMarkedLabelAccreditationCode of GS1.',
      'PEPPOLBIS-T19',
      '$clPackagingMarkedLabelAccreditationCode',
    ),
  ],
  'payment-means': [list('PAYMENT_MEANS', 'Means of payment: UNTDID 4461.', CEN, 'BR-CL-16')],
  'price-types': [list('PRICE_TYPES', 'Kinds of prices: UNTDID 5387.', 'PEPPOLBIS-T19', '$clUNCL5387')],
  'reference-qualifiers': [
    list('REFERENCE_QUALIFIERS', 'Kinds of references: UNTDID 1153.', CEN, 'BR-CL-07'),
  ],
  units: [
    list(
      'UNITS',
      'Units of measure: Recommendation 20 of UN/ECE with the packages of Recommendation 21 behind an X.',
      CEN,
      'BR-CL-23',
    ),
  ],
  'vat-exemption-reasons': [
    list('VAT_EXEMPTION_REASONS', 'Reasons why no VAT is charged: VATEX.', CEN, 'BR-CL-22'),
  ],
};

const LITERAL = /'[^']*'/g;
/** In the test of a rule, what stands between two literals may look like one. */
const isList = (literal: string): boolean => /[^\s']\s+[^\s']/.test(literal) && !/[=@|]/.test(literal);

/** Codes in their official order, each once; an empty one where a variable is cut at every blank and has one too many. */
function codesOf(schemas: ReadonlyMap<string, Schema>, [file, id, index = 0]: List['source']): string[] {
  const schema = schemas.get(`${file}.sch`);
  if (!schema) throw new Error(`There is no ${file}.sch`);
  const lets = [...schema.lets, ...schema.patterns.flatMap((pattern) => pattern.lets)];
  const assertions = schema.patterns.flatMap(({ rules }) => rules).flatMap((rule) => rule.assertions);
  const text = id.startsWith('$')
    ? lets.find(({ name }) => `$${name}` === id)?.value
    : assertions.find((one) => one.id === id)?.test;
  const literal = (text?.match(LITERAL) ?? []).filter(isList)[index];
  if (literal === undefined) throw new Error(`${file}, ${id} has no list ${index}`);
  const inside = literal.slice(1, -1);
  return [...new Set(id.startsWith('$') ? inside.split(/\s/) : inside.trim().split(/\s+/))];
}

/** Codes in lines of the usual width. */
function wrapped(codes: readonly string[]): string {
  const lines: string[] = [];
  for (const code of codes) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + code.length <= WIDTH)
      lines[lines.length - 1] = `${last} ${code}`;
    else lines.push(code);
  }
  return lines.join('\n');
}

type Releases = ReadonlyMap<string, ReadonlyMap<string, Schema>>;

const without = (codes: readonly string[], others: readonly string[]): string[] =>
  codes.filter((code) => code !== '' && !others.includes(code));
const withOrWithoutNothing = (written: string, codes: readonly string[]): string =>
  codes.includes('') ? `withNothing(${written})` : written;

/** A list of the newest release, and beside it those of older ones that are not the same. */
function constantsOf({ constant, about, source }: List, releases: Releases): string[] {
  const now = codesOf(releases.get(NEWEST) ?? new Map(), source);
  const written = `codeList(\`\n${wrapped(without(now, []))}\n\`)`;
  const parts = [`/** ${about} */\nexport const ${constant} = ${withOrWithoutNothing(written, now)};`];
  for (const release of OLDER) {
    const then = codesOf(releases.get(release) ?? new Map(), source);
    const [added, gone] = [without(then, now), without(now, then)];
    if (added.length + gone.length === 0) continue;
    const change = `{ without: '${gone.join(' ')}', and: '${added.join(' ')}' }`;
    const changed = withOrWithoutNothing(`changedList(${constant}, ${change})`, then);
    const name = `${constant}_${release.replace('.', '_')}`;
    parts.push(`/** The same in release ${release}. */\nexport const ${name} = ${changed};`);
  }
  return parts;
}

function sourceOf(lists: readonly List[], releases: Releases): string {
  const body = lists.flatMap((one) => constantsOf(one, releases)).join('\n\n');
  const names = ['changedList', 'codeList', 'withNothing'].filter((name) => body.includes(`${name}(`));
  const head = `// Made by scripts/rules/generate.ts from the official files of ${[NEWEST, ...OLDER].join(' and ')}. Not to be edited.`;
  return `${head}\nimport { ${names.join(', ')} } from './code-list.ts';\n\n${body}\n`;
}

function main(mode: string | undefined): void {
  const releases = new Map([NEWEST, ...OLDER].map((release) => [release, schemasIn(release)]));
  for (const [name, lists] of Object.entries(FILES)) {
    const file = join(TARGET, `${name}.gen.ts`);
    const source = sourceOf(lists, releases);
    if (mode !== '--check') writeFileSync(file, source);
    else if (readFileSync(file, 'utf8') !== source) {
      console.error(`${file} is not what the official files say: npm run rules:generate`);
      process.exitCode = 1;
    }
  }
}

main(process.argv[2]);
