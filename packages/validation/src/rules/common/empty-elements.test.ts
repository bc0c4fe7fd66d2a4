import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed, codesOf, fixture } from '../../../tests/run-rules.ts';
import { emptyElements } from './empty-elements.ts';

const good = fixture('invoice.xml');
const codes = (name: string): string[] => codesOf([emptyElements('R')], changed(good, 'Umeå', name));

test('An element without text is reported, whatever stands for its white space', () => {
  assert.deepEqual(codes('Umeå'), []);
  for (const blank of ['', ' \n\t', '<!-- a comment -->', '&#32;', '<![CDATA[ ]]>'])
    assert.deepEqual(codes(blank), ['R'], blank);
});

test('A space that XML does not count as white space is text, and so is a character written as a reference', () => {
  for (const text of ['\u00a0', '<!-- a --> b', '&#65;', '<![CDATA[x]]>', '<!-- a -->\u00a0'])
    assert.deepEqual(codes(text), [], text);
});

test('An element with children is not empty, its empty child is', () => {
  assert.deepEqual(codes('<a/>'), ['R']);
});
