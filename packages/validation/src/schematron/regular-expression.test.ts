import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linearMatcher } from './runtime/linear-matcher.ts';
import { compileRegex, matches, replace, tokenize } from './runtime/regular-expression.ts';

const PATTERNS = [
  'abc',
  '^a',
  'c$',
  '^abc$',
  'a*b+c?',
  '(a|b)*c',
  'a{2}',
  'a{2,}b',
  '^a{1,3}$',
  '^(ab|c){2,3}$',
  '[a-c]+d',
  '[^a-c]',
  '[a-z-[aeiou]]+$',
  '\\d+\\.\\d{2}',
  '^\\s*\\S+\\s*$',
  '\\p{Lu}\\w*',
  '.*([0-9].*){3,}.*',
  '^([^@\\s]+)@([^@.\\s]+\\.)+[^@.\\s]+$',
  '(^|\\r?\\n)#A=([0-9]+#B=[0-9]+)(#C)?#$',
  '(a+)+$',
  'a+?b',
  '|a',
  '()',
  '^$',
  '\\[x\\]',
  'é+',
];

const TEXTS = [
  '',
  'a',
  'b',
  'abc',
  'aabbc',
  'xxabcxx',
  'ababc',
  'aaaa',
  'aaab',
  'abab',
  'bcd',
  '12.34',
  '1 2 3',
  '1x2',
  '  word ',
  'two words',
  'Ärger',
  'a@b.c',
  'a@b',
  'a@b.c.d',
  'x\n#A=1#B=2#',
  '#A=1#B=2#C#',
  '[x]',
  'éé',
  '\u{1F600}',
  'a\nb',
];

test('The linear matcher says what the engine of JavaScript says.', () => {
  for (const pattern of PATTERNS)
    for (const flags of ['', 'i', 's']) {
      const regex = compileRegex(pattern, flags);
      const linear = linearMatcher(regex.test.source, regex.test.flags);
      assert.ok(linear, pattern);
      for (const text of TEXTS)
        assert.equal(linear(text), regex.test.test(text), `${pattern} ${flags} ${JSON.stringify(text)}`);
    }
});

test('Expressions made at random are matched alike.', () => {
  let seed = 20261121;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % below;
  };
  const atom = (depth: number): string =>
    ['a', 'b', '.', '[ab]', '[^a]', depth > 0 ? `(${expression(depth - 1)})` : 'b', 'a|b'][random(7)] ?? '';
  const expression = (depth: number): string =>
    Array.from(
      { length: 1 + random(3) },
      () => `(${atom(depth)})${['', '', '*', '+', '?', '{1,2}', '{2}'][random(7)]}`,
    ).join('');
  for (let round = 0; round < 2_000; round++) {
    const pattern = `${random(3) === 0 ? '^' : ''}${expression(2)}${random(3) === 0 ? '$' : ''}`;
    const regex = compileRegex(pattern);
    const linear = linearMatcher(regex.test.source, regex.test.flags);
    const text = Array.from({ length: random(7) }, () => 'abc'[random(3)]).join('');
    assert.equal(linear?.(text), regex.test.test(text), `${pattern} ${text}`);
  }
});

test('What is proportional to a power of the text elsewhere comes to an end here.', () => {
  const long = 'x'.repeat(50_000);
  assert.equal(matches(`1${long}2${long}`, compileRegex('.*([0-9].*){3,}.*')), false);
  assert.equal(matches(`1${long}2${long}3`, compileRegex('.*([0-9].*){3,}.*')), true);
  assert.equal(matches(`${'a'.repeat(50_000)}b`, compileRegex('^(a+)+$')), false);
  assert.equal(
    matches(`a@${'b.'.repeat(20_000)}@`, compileRegex('^[^@\\s]+@([^@.\\s]+\\.)+[^@.\\s]+$')),
    false,
  );
});

test('Back-references are matched only within bounds, and long texts are still taken apart by simple expressions.', () => {
  const pair = compileRegex('^(a*)(b*)\\1$');
  assert.equal(pair.long, undefined);
  assert.equal(matches('aabaa', pair), true);
  assert.throws(() => matches('a'.repeat(5_000), pair), { code: 'LIMIT' });
  assert.equal(tokenize('a '.repeat(50_000), compileRegex('\\s')).length, 50_001);
  assert.equal(replace('a1'.repeat(50_000), compileRegex('[0-9]'), '').length, 50_000);
  assert.throws(() => tokenize('a'.repeat(5_000), compileRegex('(a+)+b')), { code: 'LIMIT' });
});
