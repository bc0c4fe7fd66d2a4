/**
 * `npm run rules:fetch [-- --from GIT_DIR]`: brings the official rule files and examples of the releases that Pappel
 * knows into .scratch/, from one commit of the public repository that collects them; the commit's hash says which bytes.
 * With --from they are read from a clone that is there already. Nothing of it is committed.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { EXAMPLES, OFFICIAL } from './read-official.ts';

const REPOSITORY = 'https://github.com/phax/phive-rules';
const COMMIT = '432f0e9a8cff5c03d06625abe7a5fd8e7e346a64';
const RESOURCES = 'phive-rules-peppol/src/test/resources/external';
const RULES: Record<string, readonly string[]> = {
  '2025.11': [`${RESOURCES}/rule-source/openpeppol/2025.11`],
  '2026.5': [`${RESOURCES}/rule-source/openpeppol/2026.5`, `${RESOURCES}/rule-source/mls/1.0.1`],
};
const DOCUMENTS = [`${RESOURCES}/test-files/openpeppol/2026.5`, `${RESOURCES}/test-files/mls/1.0.1`];

const MOST_BYTES = 1 << 28;

function main(args: readonly string[]): void {
  const [flag, from] = args;
  const clone = flag === '--from' && from !== undefined ? resolve(from) : fetched();
  const git = (...command: string[]): Buffer =>
    execFileSync('git', ['-C', clone, ...command], { maxBuffer: MOST_BYTES });
  const bring = (folder: string, into: (path: string) => string): number => {
    const paths = git('ls-tree', '-r', '--name-only', '-z', COMMIT, `${folder}/`).toString().split('\0');
    const files = paths.filter((path) => /\.(sch|xml)$/.test(path));
    for (const path of files) {
      const target = into(path);
      mkdirSync(join(target, '..'), { recursive: true });
      writeFileSync(target, git('show', `${COMMIT}:${path}`));
    }
    return files.length;
  };
  for (const [release, folders] of Object.entries(RULES)) {
    const counts = folders.map((folder) => bring(folder, (path) => join(OFFICIAL, release, basename(path))));
    console.log(`${release}: ${counts.reduce((sum, count) => sum + count, 0)} files of rules`);
  }
  for (const folder of DOCUMENTS)
    console.log(
      `${basename(folder)}: ${bring(folder, (path) => join(EXAMPLES, basename(folder), relative(folder, path)))} examples`,
    );
}

function fetched(): string {
  const clone = resolve(OFFICIAL, '../phive-rules.git');
  mkdirSync(clone, { recursive: true });
  const git = (...command: string[]) => execFileSync('git', ['-C', clone, ...command], { stdio: 'inherit' });
  git('init', '-q', '--bare');
  git('fetch', '-q', '--depth', '1', REPOSITORY, COMMIT);
  return clone;
}

main(process.argv.slice(2));
