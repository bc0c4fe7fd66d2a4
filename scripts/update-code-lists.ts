/**
 * Writes the Peppol code lists into packages/peppol-ids as compact tables.
 * `node scripts/update-code-lists.ts FOLDER`, where FOLDER holds the published JSON files of one version.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const TARGET = join(import.meta.dirname, '../packages/peppol-ids/src');
const folder = process.argv[2];
if (!folder) throw new Error('Usage: node scripts/update-code-lists.ts FOLDER');

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

async function list<Entry>(folder: string, name: string): Promise<{ version: string; values: Entry[] }> {
  const file = (await readdir(folder)).find((candidate) => candidate.startsWith(name));
  if (!file) throw new Error(`${folder} has no ${name}*.json`);
  return JSON.parse(await readFile(join(folder, file), 'utf8'));
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

const schemes = await list<Scheme>(folder, 'participant-identifier-schemes');
const schemeRows = schemes.values.map((entry) => [
  entry.iso6523,
  entry.country === 'international' ? '' : entry.country,
  entry.state,
  entry.registrable,
  entry.schemeid,
  entry['scheme-name'],
]);
const schemeType =
  '[icd: string, country: string, state: string, registrable: boolean, id: string, name: string]';
await writeFile(
  join(TARGET, 'participant-schemes.gen.ts'),
  table(schemes.version, 'PARTICIPANT_SCHEMES', schemeType, schemeRows),
);

const types = await list<DocumentType>(folder, 'document-types');
const typeRows = types.values.map((entry) => [
  `${entry.scheme}::${entry.value}`,
  entry.state,
  (entry['process-ids'] ?? []).map((process) => process.value),
  ...(entry.abstract ? [true] : []),
]);
const typeType = '[id: string, state: string, processes: string[], abstract?: boolean]';
await writeFile(
  join(TARGET, 'document-types.gen.ts'),
  table(types.version, 'DOCUMENT_TYPES', typeType, typeRows),
);
