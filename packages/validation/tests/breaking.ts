import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Family } from '../src/rules/rule.ts';
import { changed, codesOf } from './run-rules.ts';

/** What is said of a rule, what it must find (ids with blanks between them), and the change that makes it do so. */
export type Breach = [sentence: string, ids: string, from: string | RegExp, to: string];

/** A test for each breach: the good document has no findings, and the change makes exactly those. */
export function testBreaches(families: readonly Family[], good: string, breaches: readonly Breach[]): void {
  test('The good document breaks no rule', () => {
    assert.deepEqual(codesOf(families, good), []);
  });
  for (const [sentence, ids, from, to] of breaches)
    test(`${sentence} [${ids === '' ? 'no finding' : ids}]`, () => {
      assert.deepEqual(codesOf(families, changed(good, from, to)), ids === '' ? [] : ids.split(' '));
    });
}
