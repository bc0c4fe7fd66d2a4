/**
 * Compares the verdicts of the structure check with those of libxml2, over the corpus and documents made from it:
 *
 *     node packages/validation/tests/structure-diff.ts <folder with the XSDs of UBL> [seed] [mutants of each valid document]
 *
 * Needs `xmllint` on the PATH (or in XMLLINT) and the corpus beside the project; not part of `npm test`. libxml2 is known to
 * refuse white space around an xs:date or xs:time, and a CDATA section of white space between elements; XSD allows both.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { randomFrom } from '../../../scripts/seeded-random.ts';
import { checkStructure } from '../src/structure/check-structure.ts';
import { structureFor } from '../src/structure/structure-for.ts';
import { readTape } from '../src/tape/tape.ts';
import { readCorpus } from './corpus.ts';
import { everyHit } from './every-hit.ts';
import { mutate } from './mutate.ts';

interface Case {
  id: string;
  xml: Buffer;
  /** What we say against it. */
  findings: string[];
}

const XMLLINT = process.env.XMLLINT ?? 'xmllint';
const AT_ONCE = 500;

/** Adds a document to the cases of each version of UBL that we know its type in; answers whether it is valid in one. */
function add(cases: Map<string, Case[]>, id: string, xml: Buffer): boolean {
  const read = readTape(xml);
  if (!read.ok) return false;
  let isValid = false;
  const { tape } = read;
  for (const version of ['2.1', '2.3']) {
    const grammar = structureFor(tape.uri(0), tape.localName(0), version);
    if (!grammar) continue;
    const schema = `UBL-${tape.localName(0)}-${version}.xsd`;
    const found = everyHit((hits) => checkStructure(tape, grammar, hits));
    const findings = found.map(({ node, message }) => `${tape.xpath(node)}: ${message}`);
    const known = cases.get(schema) ?? [];
    known.push({ id, xml, findings });
    cases.set(schema, known);
    isValid ||= findings.length === 0;
  }
  return isValid;
}

function collect(seed: number, mutants: number): Map<string, Case[]> {
  const random = randomFrom(seed);
  const cases = new Map<string, Case[]>();
  for (const { id, xml } of readCorpus()) {
    if (!add(cases, id, xml)) continue;
    for (let count = 0; count < mutants; count++) {
      const mutant = mutate(xml, random);
      add(cases, `${id} (${mutant.kinds.join(', ')})`, mutant.xml);
    }
  }
  return cases;
}

/** What xmllint says against each document; nothing against a valid one. */
function judge(schema: string, cases: readonly Case[], folder: string): string[] {
  const files = cases.map((_, index) => join(folder, `${index}.xml`));
  for (const [index, file] of files.entries()) writeFileSync(file, cases[index]?.xml ?? '');
  const run = spawnSync(XMLLINT, ['--noout', '--nonet', '--schema', schema, ...files], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (run.error) throw run.error;
  const said = new Map<string, string>();
  for (const line of run.stderr.split('\n')) {
    const [, file, message] = /^(\d+\.xml)(?::\d+)?:? (.*)$/.exec(line.slice(folder.length + 1)) ?? [];
    if (file && message && !said.has(file)) said.set(file, message);
  }
  return files.map((file) => {
    const message = said.get(basename(file));
    if (message === undefined)
      throw new Error(`xmllint says nothing of ${file}: ${run.stderr.slice(0, 500)}`);
    return message === 'validates' ? '' : message;
  });
}

function compare(schema: string, cases: readonly Case[]): number {
  let differences = 0;
  for (let from = 0; from < cases.length; from += AT_ONCE) {
    const some = cases.slice(from, from + AT_ONCE);
    const folder = mkdtempSync(join(tmpdir(), 'structure-diff-'));
    const verdicts = judge(schema, some, folder);
    rmSync(folder, { recursive: true });
    for (const [index, { id, findings }] of some.entries()) {
      const theirs = verdicts[index] ?? '';
      if ((theirs === '') === (findings.length === 0)) continue;
      differences++;
      console.log(`${id}\n  libxml2: ${theirs || 'valid'}\n  we: ${findings.join('\n      ') || 'valid'}`);
    }
  }
  return differences;
}

const [folder = '.', seed = '1', mutants = '10'] = process.argv.slice(2);
const schemas = readdirSync(folder, { recursive: true, encoding: 'utf8' });
for (const [name, cases] of collect(Number(seed), Number(mutants))) {
  const schema = schemas.find((file) => basename(file) === name);
  if (schema === undefined) throw new Error(`There is no ${name} in ${folder}`);
  const differences = compare(join(folder, schema), cases);
  const invalid = cases.filter(({ findings }) => findings.length > 0).length;
  console.log(`${name}: ${cases.length} documents, ${invalid} of them invalid, ${differences} differences`);
}
