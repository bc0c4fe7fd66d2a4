import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Severity } from '../../hit.ts';
import { EN16931 } from './families.ts';

const severities = new Map<string, Set<Severity>>();
for (const { absences = [], patterns = [] } of EN16931)
  for (const { id, severity } of [...absences, ...patterns.flat().flatMap((block) => block.rules)])
    severities.set(id, (severities.get(id) ?? new Set()).add(severity));
const ids = [...severities.keys()];
const count = (form: RegExp): number => ids.filter((id) => form.test(id)).length;

/** Of 979 rules four can only be judged by people: BR-CO-05 to BR-CO-08. */
test('Every rule of EN 16931 1.3.16 that a program can check is there', () => {
  assert.equal(ids.length, 975);
  assert.equal(count(/^BR-\d\d$/), 58);
  assert.equal(count(/^BR-CO-/), 19);
  assert.equal(count(/^BR-DEC-/), 21);
  assert.equal(count(/^BR-(AE|AF|AG|B|E|G|IC|O|S|Z)-/), 98);
  assert.equal(count(/^BR-CL-/), 23);
  assert.equal(count(/^UBL-SR-/), 54);
  assert.equal(count(/^UBL-DT-/), 24);
  assert.equal(count(/^UBL-CR-/), 678);
});

test('A rule has one severity; warnings are what UBL has and EN 16931 does not use, and full card numbers', () => {
  const warnings = ids.filter((id) => severities.get(id)?.has('WARNING'));
  assert.ok([...severities.values()].every((of) => of.size === 1));
  assert.equal(warnings.length, 698);
  assert.deepEqual(
    warnings.filter((id) => !/^UBL-(CR|DT)-/.test(id)),
    ['BR-51'],
  );
});
