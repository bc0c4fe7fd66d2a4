import type { Expression } from '../xpath/ast.ts';
import { always, type Code, type ItemType, isExact, isNode, isNumeric, isText, type Value } from './code.ts';
import type { Env } from './env.ts';
import { type JsModule, literal } from './js-module.ts';
import { arrayOf, atomised, each, lift, loopOver, single } from './operand.ts';

type Comparison = Extract<Expression, { kind: 'general' | 'value' | 'node' }>;

const BY_WORD: Record<string, string> = { eq: '=', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' };
const JAVASCRIPT: Record<string, string> = { '=': '===', '!=': '!==' };

/** A comparison as a JavaScript boolean [XPath 2.0, 3.5]. */
export function compileComparison(expression: Comparison, env: Env): Value {
  const { module, compile } = env.unit;
  const left = compile(expression.left, env);
  const right = compile(expression.right, env);
  if (expression.kind === 'node') return nodeComparison(module, expression.operator, left, right);
  const [a, b] = [atomised(module, left), atomised(module, right)];
  if (expression.kind === 'general') return always('boolean', general(module, expression.operator, a, b));
  const operator = BY_WORD[expression.operator] ?? '=';
  const pair = [stringWhereUntyped(single(module, a)), stringWhereUntyped(single(module, b))] as const;
  return lift(module, pair, 'boolean', (x, y) =>
    compared(operator, 'value', { x, y, a: pair[0].type, b: pair[1].type }),
  );
}

/** In value comparisons untyped values are strings [XPath 2.0, 3.5.1]. */
const stringWhereUntyped = (value: Value): Value =>
  value.type === 'untyped' ? { ...value, type: 'string' } : value;

/** Whether any pair of the items compares so [XPath 2.0, 3.5.2]. */
function general(module: JsModule, operator: string, a: Code, b: Code): string {
  const listed =
    operator === '=' ? (amongConstants(module, a, b) ?? amongConstants(module, b, a)) : undefined;
  if (listed) return listed;
  const areNumbers = isPlainNumber(a) && isPlainNumber(b);
  const pair = (x: string, y: string): string =>
    compared(operator, 'general', { x, y, a: a.type, b: b.type, areNumbers });
  if (a.form === 'value' && b.form === 'value') return isTrueOf(lift(module, [a, b], 'boolean', pair));
  const found = (x: string, y: string): string => `if(${pair(x, y)})return true;`;
  const loops =
    a.form === 'value'
      ? each(module, a, (x) => each(module, b, (y) => found(x, y)))
      : eachWithArray(module, b, (right) => each(module, a, (x) => each(module, right, (y) => found(x, y))));
  return module.hoist(`${loops}return false;`);
}

/** The right side of two loops is gathered first; a single value is looked up once. */
function eachWithArray(module: JsModule, code: Code, body: (code: Code) => string): string {
  if (code.form === 'value') return each(module, code, (item) => body(always(code.type, item)));
  const list = module.local();
  return `const ${list}=${arrayOf(module, code)};${body(loopOver(module, list, code.type))}`;
}

const isTrueOf = (value: Value): string => (value.presence === 'always' ? value.js : `(${value.js}===true)`);

/** `x = ('a', 'b')` asks a set. */
function amongConstants(module: JsModule, a: Code, b: Code): string | undefined {
  if (b.form !== 'loop' || !b.constants || !isText(a.type)) return undefined;
  const words = module.constant(`new Set([${b.constants.map(literal).join(',')}])`);
  if (a.form === 'value') return isTrueOf(lift(module, [a], 'boolean', (x) => `${words}.has(${x})`));
  return module.hoist(`${a.each((x) => `if(${words}.has(${x}))return true;`)}return false;`);
}

const isPlainNumber = (code: Code): boolean => code.form === 'value' && code.isNumber === true;

interface Pair {
  x: string;
  y: string;
  a: ItemType;
  b: ItemType;
  areNumbers?: boolean;
}

/** Compares two items that are there. */
export function compared(
  operator: string,
  family: 'general' | 'value',
  { x, y, a, b, areNumbers = false }: Pair,
): string {
  const sign = JAVASCRIPT[operator] ?? operator;
  if (isText(a) && isText(b)) return textComparison(operator, sign, x, y);
  if (isNumeric(a) && isNumeric(b)) return numericComparison(sign, { x, y, a, b, areNumbers });
  if (family === 'general' && a === 'untyped' && isNumeric(b))
    return numericComparison(sign, { x: `parseDouble(${x})`, y, a: 'double', b });
  if (family === 'general' && b === 'untyped' && isNumeric(a))
    return numericComparison(sign, { x, y: `parseDouble(${y})`, a, b: 'double' });
  if (a === 'boolean' && b === 'boolean') return `${x}${sign}${y}`;
  const compare = family === 'general' ? 'compareGeneral' : 'compareValues';
  return `${compare}("${operator}",${asItem(x, a)},${asItem(y, b)})`;
}

export const asItem = (js: string, type: ItemType): string => (type === 'any' ? js : `item("${type}",${js})`);

function textComparison(operator: string, sign: string, x: string, y: string): string {
  return operator === '=' || operator === '!=' ? `${x}${sign}${y}` : `compareStrings(${x},${y})${sign}0`;
}

function numericComparison(sign: string, { x, y, a, b, areNumbers }: Pair): string {
  if (areNumbers) return `${x}${sign}${y}`;
  if (isExact(a) && isExact(b)) return `compareExact(${x},${y})${sign}0`;
  return `${isExact(a) ? `toDouble(${x})` : x}${sign}${isExact(b) ? `toDouble(${y})` : y}`;
}

/** `is`, `<<` and `>>` [XPath 2.0, 3.5.3]. */
function nodeComparison(module: JsModule, operator: string, left: Code, right: Code): Value {
  const [a, b] = [single(module, left), single(module, right)];
  if (!isNode(a.type) || !isNode(b.type)) {
    const isEmpty = a.presence === 'never' || b.presence === 'never';
    return always(
      'boolean',
      isEmpty ? 'false' : 'raise("XPTY0004","Only nodes have a place in the document")',
    );
  }
  return lift(module, [a, b], 'boolean', (x, y) =>
    operator === 'is'
      ? `${x}===${y}`
      : `doc.offsetOf(${x})${operator === '<<' ? '<' : '>'}doc.offsetOf(${y})`,
  );
}
