import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CORPUS, hasCorpus, readCorpus } from '../../tests/corpus.ts';
import { everyHit } from '../../tests/every-hit.ts';
import { readTape } from '../tape/tape.ts';
import { checkStructure } from './check-structure.ts';
import { structureFor } from './structure-for.ts';

/** Of the transactions that the Peppol BIS take from UBL 2.3 the customization tells. */
const NEWER = /:trns:order_(response_advanced|change|cancellation):/;

describe('Official examples', { skip: !hasCorpus && `${CORPUS} is not there` }, () => {
  test('Every whole example has the structure of its document type', () => {
    let count = 0;
    for (const { id, set, xml } of readCorpus().filter((instance) => instance.set.endsWith('/examples'))) {
      const read = readTape(xml);
      assert.ok(read.ok, id);
      const { tape } = read;
      const name = tape.localName(0);
      const version = NEWER.test(xml.toString()) ? '2.3' : '2.1';
      const grammar = structureFor(tape.uri(0), name, version);
      assert.ok(grammar, `${set}: ${name}`);
      const found = everyHit((hits) => checkStructure(tape, grammar, hits));
      assert.deepEqual(
        found.map(({ node, message }) => `${tape.xpath(node)}: ${message}`),
        [],
        id,
      );
      count++;
    }
    assert.ok(count > 50, `${count} examples`);
  });
});
