import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzzOnce } from '../tests/fuzz.ts';

const DOCUMENTS = 300;

test('Whatever the bytes are, there is a verdict, and each finding says where', () => {
  const verdicts = new Set<string>();
  for (let number = 0; number < DOCUMENTS; number++) {
    const { document, verdict, problems } = fuzzOnce(1, number);
    const serious = problems.filter((problem) => !problem.startsWith('slow'));
    assert.deepEqual(serious, [], `${document.kind}, number ${number}`);
    verdicts.add(verdict);
  }
  assert.deepEqual([...verdicts].sort(), ['invalid', 'no-rules', 'valid']);
});
