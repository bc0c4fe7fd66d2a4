import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyHit } from '../../tests/every-hit.ts';
import { escaped, files, rule, schema } from '../../tests/small-schema.ts';
import { readTape } from '../tape/tape.ts';
import { compileSchema } from './compile/compile.ts';
import { instantiate } from './runtime/instantiate.ts';
import { loadSchematron } from './schema/load.ts';

/** One of each type and number of items. */
const OPERANDS = [
  '()',
  'b',
  'b[1]',
  'none',
  '@x',
  '//@*',
  'd/text()',
  '(b | @x)',
  "'text'",
  "('x', 'y')",
  '1',
  '2.5',
  '1e0',
  '(1, 2)',
  '1 to 3',
  'true()',
  "xs:date('2026-01-02')",
  "xs:dateTime('2026-01-02T03:04:05Z')",
  "xs:time('03:04:05')",
  "(1, 'a', true())",
  'if (b) then 1 else "x"',
  'for $i in b return number($i)',
  'string(b[1])',
  '.',
  '/',
];

const FUNCTIONS: [name: string, ...counts: number[]][] = [
  ...['string', 'string-length', 'normalize-space', 'upper-case', 'lower-case', 'string-to-codepoints'].map(
    (n): [string, number] => [n, 1],
  ),
  ...[
    'codepoints-to-string',
    'not',
    'boolean',
    'exists',
    'empty',
    'number',
    'abs',
    'ceiling',
    'floor',
    'round',
  ].map((n): [string, number] => [n, 1]),
  ...[
    'count',
    'sum',
    'avg',
    'min',
    'max',
    'data',
    'distinct-values',
    'reverse',
    'unordered',
    'zero-or-one',
  ].map((n): [string, number] => [n, 1]),
  ...['exactly-one', 'root', 'name', 'local-name', 'namespace-uri', 'generate-id'].map(
    (n): [string, number] => [n, 1],
  ),
  ...['year-from-date', 'day-from-dateTime', 'hours-from-time', 'seconds-from-dateTime'].map(
    (n): [string, number] => [n, 1],
  ),
  ...[
    'xs:string',
    'xs:integer',
    'xs:decimal',
    'xs:double',
    'xs:boolean',
    'xs:date',
    'xs:dateTime',
    'xs:time',
    'xs:positiveInteger',
  ].map((n): [string, number] => [n, 1]),
  ...[
    'concat',
    'string-join',
    'contains',
    'starts-with',
    'ends-with',
    'substring-before',
    'substring-after',
    'compare',
  ].map((n): [string, number] => [n, 2]),
  ...['matches', 'tokenize', 'substring', 'index-of', 'subsequence', 'remove', 'round-half-to-even'].map(
    (n): [string, number] => [n, 2],
  ),
];

const OPERATORS = [
  '=',
  '!=',
  '<',
  '<=',
  'eq',
  'ne',
  'lt',
  'ge',
  'is',
  '<<',
  '+',
  '-',
  '*',
  'div',
  'idiv',
  'mod',
  'to',
  '|',
  'intersect',
  'except',
  'and',
  'or',
  '!',
  '||',
];

const DOCUMENT = '<a x="1"><b y="2">10</b><b>20</b><c>x</c><d>t<e/>u</d></a>';

const single = (expression: string): string => `(${expression})`;

function* expressions(): Generator<string> {
  for (const [name, count] of FUNCTIONS)
    for (const first of OPERANDS) {
      if (count === 1) yield `${name}(${single(first)})`;
      else for (const second of OPERANDS) yield `${name}(${single(first)}, ${single(second)})`;
    }
  for (const operator of OPERATORS)
    for (const first of OPERANDS)
      for (const second of OPERANDS) yield `${single(first)} ${operator} ${single(second)}`;
  for (const operand of OPERANDS) {
    yield* [
      `-${single(operand)}`,
      `${single(operand)}[1]`,
      `${single(operand)}[last()]`,
      `${single(operand)}[.]`,
    ];
    yield* [
      `${single(operand)}/b`,
      `${single(operand)}/..`,
      `${single(operand)}/@y`,
      `${single(operand)}//text()`,
    ];
    for (const type of ['string', 'integer', 'decimal', 'double', 'boolean', 'date'])
      yield* [`${single(operand)} castable as xs:${type}?`, `${single(operand)} cast as xs:${type}`];
    for (const axis of ['ancestor', 'self', 'following-sibling', 'preceding', 'descendant-or-self'])
      yield `${single(operand)}/${axis}::*`;
    for (const other of OPERANDS) {
      yield `if (${operand}) then ${single(other)} else ${single(operand)}`;
      yield `for $v in ${single(operand)} return ($v, ${single(other)})`;
      yield `some $v in ${single(operand)} satisfies $v = ${single(other)}`;
      yield `let $v := ${single(operand)} return ($v = ${single(other)}, count($v))`;
      yield `b[${operand}][${other}]`;
    }
  }
}

const reports = (expression: string, index: number): string => {
  const text = `string-join(for $item in (${expression}) return string($item), '|')`;
  return `<report id="R${index}" test="${escaped(`exists((${expression}, 1))`)}"/><report id="S${index}" test="${escaped(`${text} != '#'`)}"/>`;
};

test('Every function and operator with every kind of operand gives a value, an error of XPath, or is refused.', () => {
  const read = readTape(Buffer.from(DOCUMENT));
  assert.ok(read.ok);
  const { tape } = read;
  let evaluated = 0;
  let refused = 0;
  /** Looks at many expressions in one schema; one that is refused is searched for by halving. */
  const judge = (list: readonly string[]): void => {
    const loaded = loadSchematron(
      files({ 'main.sch': schema(rule('/a', list.map(reports).join(''))) }),
      'main.sch',
    );
    assert.ok(loaded.ok);
    const compiled = compileSchema(loaded.schema);
    if (!compiled.ok && list.length === 1) refused++;
    else if (!compiled.ok) {
      const half = list.length >> 1;
      judge(list.slice(0, half));
      judge(list.slice(half));
    } else {
      const rules = instantiate(compiled.source);
      const found = everyHit((hits) => rules.run(tape, { now: new Date(0) }, hits));
      const expected = list.flatMap((_, index) => [`R${index}`, `S${index}`]);
      assert.deepEqual(
        found.map(({ code }) => code),
        expected,
        list.join('\n'),
      );
      evaluated += list.length;
    }
  };
  // A third of them, which has every operand in every place: 25 operands, and 3 does not divide 25.
  const all = [...expressions()].filter((_, index) => index % 3 === 0);
  for (let at = 0; at < all.length; at += 64) judge(all.slice(at, at + 64));
  assert.equal(evaluated + refused, all.length);
  assert.ok(evaluated > 7_000, `${evaluated} were evaluated`);
  assert.ok(refused < evaluated / 5, `${refused} were refused`);
});
