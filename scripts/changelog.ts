/**
 * What users notice, one file a change. A file of `changelog/unreleased/` begins `Added: …`, one sentence; what follows a
 * blank line says more. `npm run changelog` shows what the next release has, `npm run changelog -- 1.0.0` makes the release:
 * the files move to `changelog/1.0.0_DATE/`, and CHANGELOG.md is composed of all releases anew. `--check` is part of
 * `npm run check`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KINDS = ['Security', 'Removed', 'Changed', 'Added', 'Fixed'] as const;
const UNRELEASED = 'unreleased';
const RELEASE = /^(\d+)\.(\d+)\.(\d+)_(\d{4}-\d{2}-\d{2})$/;

interface Change {
  kind: (typeof KINDS)[number];
  sentence: string;
  more: string;
}

/** One file; a string says what is wrong with it. */
export function readChange(text: string): Change | string {
  const [head = '', blank = '', ...rest] = text.trimEnd().split('\n');
  const [, word, sentence = ''] = /^(\w+): (.*)$/.exec(head) ?? [];
  const kind = KINDS.find((one) => one === word);
  if (!kind) return `begins with none of ${KINDS.map((one) => `"${one}: "`).join(', ')}`;
  if (!/^[A-Z`].*\.$/.test(sentence))
    return 'has no sentence after the kind, from a capital letter to a full stop';
  if (blank !== '') return 'has no blank line after the sentence';
  return { kind, sentence, more: rest.join('\n').trim() };
}

function changesIn(folder: string): Change[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const changes = files.map((name) => {
    const change = readChange(readFileSync(join(folder, name), 'utf8'));
    if (typeof change === 'string') throw new Error(`${join(folder, name)} ${change}.`);
    return change;
  });
  return changes.sort(
    (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || (a.sentence < b.sentence ? -1 : 1),
  );
}

const section = (title: string, changes: readonly Change[]): string =>
  [
    `## ${title}`,
    ...KINDS.filter((kind) => changes.some((change) => change.kind === kind)).map((kind) => {
      const ofKind = changes.filter((change) => change.kind === kind);
      const lines = ofKind.map(
        ({ sentence, more }) => `- ${[sentence, ...more.split('\n')].join('\n  ').trim()}`,
      );
      return `### ${kind}\n\n${lines.join('\n')}`;
    }),
  ].join('\n\n');

/** Releases, the newest first. */
function releasesIn(root: string): { folder: string; title: string }[] {
  const numbers = (name: string): number[] => (RELEASE.exec(name) ?? []).slice(1, 4).map(Number);
  const isNewer = (a: string, b: string): number =>
    numbers(b).reduce((order, number, i) => order || number - (numbers(a)[i] ?? 0), 0);
  return readdirSync(root)
    .filter((name) => RELEASE.test(name))
    .sort(isNewer)
    .map((name) => ({ folder: join(root, name), title: name.replace('_', ', ') }));
}

/** CHANGELOG.md as the folders below `root` say it. */
export function composed(root: string): string {
  const releases = releasesIn(root).map(({ folder, title }) => section(title, changesIn(folder)));
  const none = 'Nothing was released yet; `npm run changelog` shows what the first release has.';
  return `# Changes\n\n${(releases.length > 0 ? releases : [none]).join('\n\n')}\n`;
}

/** Shows what is not released yet. */
export const unreleased = (root: string): string => section('Unreleased', changesIn(join(root, UNRELEASED)));

/** What is wrong with the files, or with CHANGELOG.md; undefined when nothing is. */
export function wrongWith(root: string, file: string): string | undefined {
  try {
    changesIn(join(root, UNRELEASED));
    const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === composed(root);
    return isCurrent ? undefined : `${file} is not what changelog/ says. Write there, and compose it anew.`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Makes a release of what is unreleased. */
export function release(root: string, file: string, version: string, date: string): void {
  const name = `${version}_${date}`;
  if (!RELEASE.test(name)) throw new Error(`${version} is no version. Give one such as 1.4.0.`);
  if (readdirSync(root).some((one) => one.startsWith(`${version}_`)))
    throw new Error(`${version} is released. Give the next number.`);
  renameSync(join(root, UNRELEASED), join(root, name));
  mkdirSync(join(root, UNRELEASED));
  writeFileSync(join(root, UNRELEASED, '.gitkeep'), '');
  writeFileSync(file, composed(root));
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../changelog');
  const file = join(import.meta.dirname, '../CHANGELOG.md');
  const [asked] = process.argv.slice(2);
  if (asked === undefined) console.log(unreleased(root));
  else if (asked === '--check') {
    const problem = wrongWith(root, file);
    if (problem) console.error(problem);
    process.exitCode = problem ? 1 : 0;
  } else release(root, file, asked, new Date().toISOString().slice(0, 10));
}
