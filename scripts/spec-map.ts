/**
 * Holds code, tests and docs/specification together. Fails on a citation of a sentence that does not exist, of a standard
 * that docs/specification/standards.md does not name, of papers that nobody else has, on a name given twice, and on a
 * sentence without a test that cites it, unless docs/specification/untested.txt lists it. That list may only shrink: a
 * tested sentence in it fails too.
 *
 * `--shrink` takes out of the list what is tested now. It adds nothing: who cannot test a new sentence writes it there.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const FOLDER = 'docs/specification/';
const BASELINE = `${FOLDER}untested.txt`;
const SENTENCE = /\*\*([A-Z]{3}-\d+)\*\* /g;
const CITATION = /\[([A-Z]{3}-\d+(?:, [A-Z]{3}-\d+)*)\]/g;
/** `[AS4-prof 4.6]`: the name of a standard, then a section; not the text of a link. */
const STANDARD = /(?<![{\w])\[([A-Z][^\]\n]*)\](?!\()/g;
/** `BR-CO-15`, `R080`: a rule of a rule set is its own citation. */
const RULE_ID = /^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-?\d[\w-]*(?:, [A-Z0-9-]+)*$/;
/** What a stranger does not have. */
const PRIVATE = /\[((?:API|contract)\b[^\]\n]*)/g;
const COMMENT = /^\s*(?:\/\/|\/?\*|--).*$|\/\/ .*$/gm;

interface Place {
  file: string;
  line: number;
  cited: string;
}

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.sql'], { encoding: 'utf8' })
  .trim()
  .split('\n');
const isTest = (file: string): boolean => /\.test\.tsx?$|\/tests\//.test(file);

function sentences(): { names: Set<string>; twice: string[] } {
  const pages = execFileSync('git', ['ls-files', `${FOLDER}*.md`], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const all = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(SENTENCE)].map((found) => found[1] ?? ''),
  );
  const names = new Set(all);
  return { names, twice: [...names].filter((name) => all.filter((other) => other === name).length > 1) };
}

function standards(): Set<string> {
  const rows = readFileSync(`${FOLDER}standards.md`, 'utf8').matchAll(/^\| ([^|]+) \|/gm);
  return new Set([...rows].flatMap((row) => (row[1] ?? '').split(',').map((name) => name.trim())));
}

function placesIn(file: string, text: string, pattern: RegExp, names: (found: string) => string[]): Place[] {
  return [...text.matchAll(pattern)].flatMap((found) => {
    const line = text.slice(0, found.index).split('\n').length;
    return names(found[1] ?? '').map((cited) => ({ file, line, cited }));
  });
}

const { names, twice } = sentences();
const known = standards();
const prefixes = new Set([...names].map((name) => name.slice(0, 3)));
const problems = twice.map((name) => `${name} names two sentences`);
const tested = new Set<string>();

for (const file of files) {
  const text = readFileSync(file, 'utf8');
  for (const place of placesIn(file, text, CITATION, (found) => found.split(', '))) {
    if (!prefixes.has(place.cited.slice(0, 3))) continue;
    if (!names.has(place.cited))
      problems.push(`${file}:${place.line} cites ${place.cited}, which is no sentence`);
    else if (isTest(file)) tested.add(place.cited);
  }
  for (const { line, cited } of placesIn(file, text, PRIVATE, (found) => [found]))
    problems.push(`${file}:${line} cites "${cited}", which nobody else has: cite a sentence of ${FOLDER}`);
  for (const [comment] of text.matchAll(COMMENT))
    for (const { cited } of placesIn(file, comment, STANDARD, (found) => [found]))
      if (!isKnown(cited))
        problems.push(`${file} cites "${cited}", which ${FOLDER}standards.md does not name`);
}

/** `TS-policy`, `OIDC Core 3.1`, `XPath 2.0`: a name, and perhaps a version, a section or a rule behind it. */
function isKnown(cited: string): boolean {
  if (RULE_ID.test(cited)) return true;
  return [...known].some((name) => cited === name || cited.startsWith(`${name} `));
}

const untested = [...names].filter((name) => !tested.has(name));
const list = (): string[] => readFileSync(BASELINE, 'utf8').split('\n').filter(Boolean);
if (process.argv.includes('--shrink'))
  writeFileSync(
    BASELINE,
    list()
      .flatMap((name) => (untested.includes(name) ? `${name}\n` : []))
      .join(''),
  );
const listed = new Set(list());
for (const name of untested) if (!listed.has(name)) problems.push(`No test cites ${name}`);
for (const name of listed)
  if (!untested.includes(name))
    problems.push(`${BASELINE} lists ${name}, which is tested or gone: take it out`);

for (const problem of problems) console.error(problem);
console.log(
  `${names.size} sentences, ${names.size - untested.length} cited by a test, ${untested.length} not yet`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
