/**
 * `node scripts/update-code-lists.ts FOLDER`: writes the Peppol code lists into packages/peppol-ids as compact tables. FOLDER
 * holds the published JSON files of one version; without it they are looked for beside the project. With --check nothing is
 * written, and a table that would change is an error. Without files nothing is done, and said.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { settle } from './rules/generated.ts';

const BESIDE = resolve(import.meta.dirname, '../../shared/codelists');
const TARGET = resolve(import.meta.dirname, '../packages/peppol-ids/src');

interface Scheme {
  iso6523: string;
  country: string;
  state: string;
  registrable: boolean;
  schemeid: string;
  'scheme-name': string;
}

interface DocumentType {
  scheme: string;
  value: string;
  state: string;
  abstract: boolean;
  'process-ids'?: { scheme: string; value: string }[];
}

interface List<Entry> {
  version: string;
  values: Entry[];
}

function list<Entry>(folder: string, name: string): List<Entry> {
  const file = readdirSync(folder).find((candidate) => candidate.startsWith(name));
  if (!file) throw new Error(`${folder} has no ${name}*.json`);
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

function table(version: string, name: string, type: string, rows: unknown[][]): string {
  const lines = rows.map((row) => `  ${JSON.stringify(row)},`);
  return [
    `// Made by scripts/update-code-lists.ts from the Peppol code lists v${version}. Not to be edited.`,
    `export const CODE_LIST_VERSION = ${JSON.stringify(version)};`,
    `export const ${name}: readonly ${type}[] = [`,
    ...lines,
    '];',
    '',
  ].join('\n');
}

function schemes(folder: string): string {
  const { version, values } = list<Scheme>(folder, 'participant-identifier-schemes');
  const rows = values.map((entry) => [
    entry.iso6523,
    entry.country === 'international' ? '' : entry.country,
    entry.state,
    entry.registrable,
    entry.schemeid,
    entry['scheme-name'],
  ]);
  const type =
    '[icd: string, country: string, state: string, registrable: boolean, id: string, name: string]';
  return table(version, 'PARTICIPANT_SCHEMES', type, rows);
}

function documentTypes(folder: string): string {
  const { version, values } = list<DocumentType>(folder, 'document-types');
  const rows = values.map((entry) => [
    `${entry.scheme}::${entry.value}`,
    entry.state,
    (entry['process-ids'] ?? []).map((process) => process.value),
    ...(entry.abstract ? [true] : []),
  ]);
  const type = '[id: string, state: string, processes: string[], abstract?: boolean]';
  return table(version, 'DOCUMENT_TYPES', type, rows);
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false } },
  });
  const [folder = BESIDE] = positionals;
  if (!existsSync(folder)) {
    console.log(`SKIPPED: there are no Peppol code lists in ${folder}.`);
    return;
  }
  const tables = { 'participant-schemes': schemes(folder), 'document-types': documentTypes(folder) };
  const made = Object.entries(tables).map(([name, source]) => ({
    file: join(TARGET, `${name}.gen.ts`),
    source,
  }));
  settle('Peppol code lists', made, 'node scripts/update-code-lists.ts', values.check);
}

main();
