/**
 * `npm run rules:fetch [-- --from GIT_DIR …]`: brings the official files of the releases that Pappel knows into .scratch/:
 * rules and examples of Peppol, schemas of UBL. They come from public repositories that collect them; the hash of a commit
 * says which bytes. With --from they are read from clones that are there already. Nothing of it is committed.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { EXAMPLES, OFFICIAL, SCHEMAS } from './read-official.ts';

interface Source {
  repository: string;
  commit: string;
  /** What is in a folder, and where it goes. */
  folders: readonly [what: string, from: string, into: string][];
}

const RULES = 'phive-rules-peppol/src/test/resources/external';
const RULE_FILES = `${RULES}/rule-source`;
const EXAMPLE_FILES = `${RULES}/test-files`;
const UBL_FILES = (version: string): string =>
  `ph-ubl${version}/src/main/resources/external/schemas/ubl${version}`;

const SOURCES: readonly Source[] = [
  {
    repository: 'https://github.com/phax/phive-rules',
    commit: '432f0e9a8cff5c03d06625abe7a5fd8e7e346a64',
    folders: [
      ['rules of 2025.11', `${RULE_FILES}/openpeppol/2025.11`, join(OFFICIAL, '2025.11')],
      ['rules of 2026.5', `${RULE_FILES}/openpeppol/2026.5`, join(OFFICIAL, '2026.5')],
      ['rules of Message Level Status 1.0.1', `${RULE_FILES}/mls/1.0.1`, join(OFFICIAL, '2026.5')],
      ['examples of 2026.5', `${EXAMPLE_FILES}/openpeppol/2026.5`, join(EXAMPLES, '2026.5')],
      ['examples of Message Level Status 1.0.1', `${EXAMPLE_FILES}/mls/1.0.1`, join(EXAMPLES, '1.0.1')],
    ],
  },
  {
    repository: 'https://github.com/phax/ph-ubl',
    commit: '4171aae6bee05fa569fa1cd1e3d91e58ed9467a3',
    folders: [
      ['schemas of UBL 2.1', UBL_FILES('21'), join(SCHEMAS, '2.1')],
      ['schemas of UBL 2.3', UBL_FILES('23'), join(SCHEMAS, '2.3')],
    ],
  },
  {
    repository: 'https://github.com/phax/ph-xsds',
    commit: 'ce196657ec90546b264a568629eb57631d037701',
    folders: [
      [
        'core component types of UN/CEFACT',
        'ph-xsds-ccts-cct-schemamodule/src/main/resources/schemas',
        join(SCHEMAS, 'cct'),
      ],
    ],
  },
];

const MOST_BYTES = 1 << 28;

/** Into this clone, which has no work tree. */
const git = (clone: string, ...command: string[]): Buffer =>
  execFileSync('git', ['-C', clone, ...command], {
    maxBuffer: MOST_BYTES,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

function main(): void {
  const { values } = parseArgs({ options: { from: { type: 'string', multiple: true } } });
  for (const source of SOURCES) {
    const clone = values.from ? values.from.find((one) => holds(one, source.commit)) : fetched(source);
    if (clone === undefined) console.log(`SKIPPED: no clone has ${source.commit} of ${source.repository}`);
    else for (const folder of source.folders) bring(clone, source.commit, folder);
  }
}

function holds(clone: string, commit: string): boolean {
  try {
    return git(clone, 'cat-file', '-t', commit).toString().trim() === 'commit';
  } catch {
    return false;
  }
}

function fetched({ repository, commit }: Source): string {
  const clone = resolve(OFFICIAL, `../${repository.slice(repository.lastIndexOf('/') + 1)}.git`);
  mkdirSync(clone, { recursive: true });
  git(clone, 'init', '-q', '--bare');
  git(clone, 'fetch', '-q', '--depth', '1', repository, commit);
  return clone;
}

function bring(clone: string, commit: string, [what, from, into]: Source['folders'][number]): void {
  const paths = git(clone, 'ls-tree', '-r', '--name-only', '-z', commit, `${from}/`).toString().split('\0');
  const files = paths.filter((path) => /\.(sch|xml|xsd)$/.test(path));
  for (const path of files) {
    const target = join(into, relative(from, path));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, git(clone, 'show', `${commit}:${path}`));
  }
  console.log(`${what}: ${files.length} files`);
}

main();
