/**
 * `npm run rules:generate [-- --check]`: writes `*.gen.ts` of packages/validation, its code lists and tables of syntax, from
 * the official files that `npm run rules:fetch` brought. With --check nothing is written, and a file that would change is
 * an error. What has no official files here is skipped, and said.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { absenceFiles } from './absences.ts';
import { codeListFiles } from './code-lists.ts';
import { type Generated, NEWEST, OLDER, settle } from './generated.ts';
import { folderOf, SCHEMAS } from './read-official.ts';
import { structureFiles } from './structures.ts';

interface Maker {
  what: string;
  /** Folders that it reads. */
  from: readonly string[];
  files: () => Generated[] | Promise<Generated[]>;
}

const RULES = folderOf(NEWEST);
const UBL = ['2.1', '2.3', 'cct'].map((folder) => join(SCHEMAS, folder));

/** Trees name code lists, so that they are read when those are written. */
const syntaxTrees = async (): Promise<Generated[]> => (await import('./syntax-trees.ts')).syntaxTreeFiles();

const MAKERS: readonly Maker[] = [
  { what: 'code lists', from: [RULES, ...OLDER.map(folderOf)], files: codeListFiles },
  { what: 'absences of EN 16931', from: [RULES], files: absenceFiles },
  { what: 'syntax trees', from: [RULES], files: syntaxTrees },
  { what: 'structures of UBL', from: UBL, files: structureFiles },
];

for (const { what, from, files } of MAKERS) {
  if (from.every((folder) => existsSync(folder)))
    settle(what, await files(), 'npm run rules:generate', process.argv.includes('--check'));
  else console.log(`SKIPPED: ${what}, their official files are not here; npm run rules:fetch brings them.`);
}
