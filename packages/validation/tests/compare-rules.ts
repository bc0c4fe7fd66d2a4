import { randomFrom } from '../../../scripts/seeded-random.ts';
import { HitLog } from '../src/hit-log.ts';
import type { RuleBook } from '../src/rule-book.ts';
import type { Difference } from '../src/rule-sets.ts';
import { readTape } from '../src/tape/tape.ts';
import { mutate } from './mutate.ts';

export interface Document {
  id: string;
  xml: Buffer;
}

export interface Comparison {
  /** Documents that both judged. */
  judged: number;
  /** Rules that fired. */
  fired: ReadonlySet<string>;
  /** The first document on which they differ. */
  first: { document: Document; differences: Difference[] } | undefined;
}

/** So many documents may have nothing to compare for each that has. */
const PATIENCE = 10;

/**
 * Holds built-in rules against installed ones over documents, and documents changed in up to three places, until so many
 * were judged, or they differ.
 *
 * @param rules of the source `both`
 * @param date decides which release of the built-in ones
 */
export function compareRules(
  seeds: readonly Document[],
  rules: RuleBook,
  { date, wanted, seed }: { date: string; wanted: number; seed: number },
): Comparison {
  const fired = new Set<string>();
  let judged = 0;
  let looked = 0;
  for (const document of documentsFrom(seeds, seed)) {
    if (judged === wanted) break;
    if (++looked > wanted * PATIENCE) throw new Error('Hardly a document has rules on both sides');
    const differences = differencesOf(document, rules, date, fired);
    if (!differences) continue;
    judged++;
    if (differences.length > 0) return { judged, fired, first: { document, differences } };
  }
  return { judged, fired, first: undefined };
}

/** All seeds, then changed ones, each in turn and without end. */
function* documentsFrom(seeds: readonly Document[], seed: number): Generator<Document> {
  yield* seeds;
  const random = randomFrom(seed);
  for (let round = 1; ; round++)
    for (const { id, xml } of seeds) {
      const mutant = mutate(xml, random);
      yield { id: `${id}, round ${round} of seed ${seed}: ${mutant.kinds.join(', ')}`, xml: mutant.xml };
    }
}

/** Undefined where there are no rules, or on one side only. */
function differencesOf(
  { id, xml }: Document,
  rules: RuleBook,
  date: string,
  fired: Set<string>,
): Difference[] | undefined {
  const reading = readTape(xml);
  if (!reading.ok) throw new Error(`${id} cannot be read: ${reading.problem.message}`);
  const ruleSet = rules.forDocument(reading.tape, date);
  if (!ruleSet?.compare) return undefined;
  const hits = new HitLog();
  ruleSet.check(reading.tape, hits);
  for (const rule of hits.counts.keys()) fired.add(rule);
  return ruleSet.compare(reading.tape, hits);
}
