/**
 * `npm run rules:compare [-- RELEASE] [--documents N] [--seed S] [--billing]`: holds Pappel's own rules of a release against those
 * compiled from its official files, over the corpus, the examples and changed documents made of both, until N documents
 * were judged (6,000). Fails at any difference, and prints the first with the document that shows it. With
 * --billing only invoices and credit notes, for a release of which Pappel knows no more.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compilePack } from '../../packages/validation/src/packs/compile-pack.ts';
import { PackFolder } from '../../packages/validation/src/packs/pack-folder.ts';
import { RuleBook } from '../../packages/validation/src/rule-book.ts';
import { firstDayOf } from '../../packages/validation/src/rule-sets.ts';
import { compareRules, type Document } from '../../packages/validation/tests/compare-rules.ts';
import { hasCorpus, readCorpus } from '../../packages/validation/tests/corpus.ts';
import { EXAMPLES, folderOf } from './read-official.ts';

const FIXTURES = resolve(import.meta.dirname, '../../packages/validation/tests/fixtures');

/** Documents to judge and to make others of. */
function seeds(): Document[] {
  const read = (folder: string): Document[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.xml'))
      .sort()
      .map((name) => ({ id: name, xml: readFileSync(join(folder, name)) }));
  const documents = read(FIXTURES);
  if (hasCorpus) documents.push(...readCorpus());
  else console.log('SKIPPED: the corpus of official unit tests is not beside the project.');
  try {
    documents.push(...read(EXAMPLES));
  } catch {
    console.log('SKIPPED: there are no official examples; npm run rules:fetch brings them.');
  }
  return documents;
}

/** The rules of Peppol BIS Billing, and what is held against them. */
const isBilling = ({ xml }: Document): boolean =>
  /:xsd:(Invoice|CreditNote)-2"/.test(xml.toString()) && !xml.includes(':selfbilling:');
const BILLING = ['CEN-EN16931-UBL.sch', 'PEPPOL-EN16931-UBL.sch'];

function compiled(release: string, packs: string, isOnlyBilling: boolean): RuleBook {
  const folder = folderOf(release);
  const names = readdirSync(folder).filter((name) => name.endsWith('.sch'));
  const files = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
  for (const name of isOnlyBilling ? BILLING : names) {
    const result = compilePack(files, name, [], new Date());
    if (!result.ok) throw new Error(`${name}: ${result.problem.message}`);
    new PackFolder(packs).add(result.pack);
  }
  return new RuleBook({ source: 'both', folder: packs });
}

interface Wish {
  documents: string;
  seed: string;
  billing: boolean;
}

function compare(rules: RuleBook, release: string, { documents, seed, billing }: Wish): boolean {
  const date = firstDayOf(release);
  if (date === undefined) throw new Error(`There is no release ${release}`);
  const all = billing ? seeds().filter(isBilling) : seeds();
  const options = { date, wanted: Number(documents), seed: Number(seed) };
  const { judged, fired, first } = compareRules(all, rules, options);
  if (!first) {
    console.log(`${release}: ${judged} documents, 0 differences; ${fired.size} rules fired.`);
    return true;
  }
  const file = join(tmpdir(), 'rules-compare.xml');
  writeFileSync(file, first.document.xml);
  console.log(`Document ${judged}, ${first.document.id}, differs; it is in ${file}`);
  for (const { rule, builtin, installed } of first.differences)
    console.log(`  ${rule}: ${builtin} times by Pappel, ${installed} times by the official rules`);
  return false;
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      documents: { type: 'string', default: '6000' },
      seed: { type: 'string', default: '1' },
      billing: { type: 'boolean', default: false },
    },
  });
  const [release = '2026.5'] = positionals;
  const packs = mkdtempSync(join(tmpdir(), 'pappel-compare-'));
  try {
    if (!compare(compiled(release, packs, values.billing), release, values)) process.exitCode = 1;
  } finally {
    rmSync(packs, { recursive: true });
  }
}

main();
