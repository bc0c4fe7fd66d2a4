import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortText } from './short-text.ts';

const textOf = (text: string): string | undefined => {
  const bytes = Buffer.from(`<${text}>`);
  return shortText(bytes, 1, bytes.length - 1);
};

test('A short text is read as it stands, and again after others took its place', () => {
  for (let round = 0; round < 2; round++)
    for (let value = 0; value < 20_000; value++) assert.equal(textOf(String(value)), String(value));
  for (const text of ['', ' ', 'VAT', 'a<b', '~', '1234567890.1']) assert.equal(textOf(text), text);
});

test('What is long or has something to decode is left to others', () => {
  for (const text of ['1234567890.12', '&amp;', 'a\nb', 'a\tb', 'a\rb', 'é', '\u007f'])
    assert.equal(textOf(text), undefined);
});
