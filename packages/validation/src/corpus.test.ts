import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Expectation, hasCorpus, type Instance, readCorpus } from '../tests/corpus.ts';
import { everyHit } from '../tests/every-hit.ts';
import { BUILTIN } from './rule-book.ts';
import { readTape, type Tape } from './tape/tape.ts';
import { validate } from './validate.ts';

/** Rules that official unit tests still name and release 2026.5 no longer has, by document. */
const GONE = new Set(['PEPPOL-COMMON-R048 in Order']);
/** An example of EN 16931 with made-up Swedish numbers, which the rules of Peppol do not let through. */
const INVALID_BY_PEPPOL = new Set(['en16931-ubl/examples/issue116.xml']);

function tapeOf({ id, xml }: Instance): Tape {
  const reading = readTape(xml);
  assert.ok(reading.ok, `${id} cannot be read`);
  return reading.tape;
}

/** How often each rule fires. Unit tests are fragments: most do not say which document type they are. */
function firedIn(tape: Tape): Map<string, number> {
  const ruleSet = BUILTIN.forDocument(tape);
  assert.ok(ruleSet);
  const fired = new Map<string, number>();
  for (const { code } of everyHit((hits) => ruleSet.check(tape, hits)))
    fired.set(code, (fired.get(code) ?? 0) + 1);
  return fired;
}

function disappointed(instance: Instance): string[] {
  const tape = tapeOf(instance);
  const fired = firedIn(tape);
  const isWrong = ({ rule, count }: Expectation): boolean =>
    !GONE.has(`${rule} in ${tape.localName(0)}`) && (fired.get(rule) ?? 0) !== count;
  return instance.expectations
    .filter(isWrong)
    .map(
      ({ rule, count }) => `${instance.id}: ${rule} fired ${fired.get(rule) ?? 0} times, expected ${count}`,
    );
}

describe('the official unit tests and examples', {
  skip: !hasCorpus && 'the corpus is not beside the project',
}, () => {
  const corpus = hasCorpus ? readCorpus() : [];
  const sets = Map.groupBy(corpus, (instance) => instance.set);
  for (const [set, instances] of sets) {
    const count = instances.reduce((sum, { expectations }) => sum + expectations.length, 0);
    if (count === 0) continue;
    test(`${set}: ${count} expectations hold`, () => assert.deepEqual(instances.flatMap(disappointed), []));
  }
  const examples = corpus.filter(
    ({ id, expectations }) => expectations.length === 0 && !INVALID_BY_PEPPOL.has(id),
  );
  for (const { id, xml } of examples.filter(({ set }) => set.endsWith('examples')))
    test(`${id} is valid`, () => assert.equal(validate(xml).kind, 'valid'));
});
