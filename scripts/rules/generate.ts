/**
 * `npm run rules:generate [-- --check]`: writes `*.gen.ts` of packages/validation, its code lists and tables of syntax, from
 * the official files that `npm run rules:fetch` brought. With --check nothing is written, and a file that would change is
 * an error. What has no official files here is skipped, and said.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { absenceFiles } from './absences.ts';
import { codeListFiles } from './code-lists.ts';
import { type Generated, NEWEST, OLDER } from './generated.ts';
import { folderOf, SCHEMAS } from './read-official.ts';
import { structureFiles } from './structures.ts';

interface Maker {
  what: string;
  /** Folders that it reads. */
  from: readonly string[];
  files: () => Generated[] | Promise<Generated[]>;
}

const RULES = folderOf(NEWEST);

/** Trees name code lists, so that they are read when those are written. */
const syntaxTrees = async (): Promise<Generated[]> => (await import('./syntax-trees.ts')).syntaxTreeFiles();

const MAKERS: readonly Maker[] = [
  { what: 'code lists', from: [RULES, ...OLDER.map(folderOf)], files: codeListFiles },
  { what: 'absences of EN 16931', from: [RULES], files: absenceFiles },
  { what: 'syntax trees', from: [RULES], files: syntaxTrees },
  { what: 'structures of UBL', from: [SCHEMAS], files: structureFiles },
];

/** Whether it is so already. */
function isWritten({ file, source }: Generated): boolean {
  return existsSync(file) && readFileSync(file, 'utf8') === source;
}

async function main(mode: string | undefined): Promise<void> {
  for (const { what, from, files } of MAKERS) {
    if (!from.every((folder) => existsSync(folder))) {
      console.log(`SKIPPED: ${what}, their official files are not here; npm run rules:fetch brings them.`);
      continue;
    }
    const made = await files();
    const others = made.filter((one) => !isWritten(one));
    console.log(
      `${what}: ${made.length} files, ${others.length} ${mode === '--check' ? 'differ' : 'written anew'}`,
    );
    for (const { file, source } of others) {
      if (mode !== '--check') writeFileSync(file, source);
      else {
        console.error(`${relative('.', file)} is not what the official files say: npm run rules:generate`);
        process.exitCode = 1;
      }
    }
  }
}

await main(process.argv[2]);
