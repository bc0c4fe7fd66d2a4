import type { ArithmeticOperator, Expression } from '../xpath/ast.ts';
import { type Code, EMPTY, type ItemType, isExact, isNumeric, type Loop, type Value } from './code.ts';
import { asItem } from './comparison.ts';
import type { Env } from './env.ts';
import type { JsModule } from './js-module.ts';
import { atomised, each, lift, single } from './operand.ts';

const EXACT: Record<ArithmeticOperator, string> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  div: 'divide',
  idiv: 'divideInteger',
  mod: 'modulo',
};
const DOUBLE: Record<Exclude<ArithmeticOperator, 'idiv'>, string> = {
  '+': '+',
  '-': '- ',
  '*': '*',
  div: '/',
  mod: '%',
};

/** Arithmetic: untyped values are doubles, integers and decimals are exact [XPath 2.0, 3.4]. */
export function compileArithmetic(expression: Extract<Expression, { kind: 'arithmetic' }>, env: Env): Value {
  const { module, compile } = env.unit;
  const a = number(module, compile(expression.left, env));
  const b = number(module, compile(expression.right, env));
  const { operator } = expression;
  if (a.presence === 'never' || b.presence === 'never') return { ...EMPTY, type: 'double' };
  if (a.type === 'any' || b.type === 'any' || !isNumeric(a.type) || !isNumeric(b.type))
    return lift(
      module,
      [a, b],
      'any',
      (x, y) => `arithmetic("${operator}",${asItem(x, a.type)},${asItem(y, b.type)})`,
    );
  if (isExact(a.type) && isExact(b.type))
    return lift(
      module,
      [a, b],
      exactType(operator, a.type, b.type),
      (x, y) => `${EXACT[operator]}(${x},${y})`,
    );
  const combine = (x: string, y: string): string => {
    const [left, right] = [double(x, a.type), double(y, b.type)];
    return operator === 'idiv' ? `integerQuotient(${left},${right})` : `(${left}${DOUBLE[operator]}${right})`;
  };
  return lift(module, [a, b], operator === 'idiv' ? 'integer' : 'double', combine);
}

function exactType(operator: ArithmeticOperator, a: ItemType, b: ItemType): ItemType {
  if (operator === 'idiv') return 'integer';
  return operator !== 'div' && a === 'integer' && b === 'integer' ? 'integer' : 'decimal';
}

/** At most one value, as a number where it comes from the document. */
export function number(module: JsModule, code: Code): Value {
  const value = single(module, atomised(module, code));
  return value.type === 'untyped' ? lift(module, [value], 'double', (item) => `parseDouble(${item})`) : value;
}

const double = (js: string, type: ItemType): string =>
  type === 'double' || /^\d+$/.test(js) ? js : `toDouble(${js})`;

/** A number as a double, for arguments such as those of `substring`. */
export function doubleArgument(module: JsModule, code: Code): Value {
  const value = number(module, code);
  return lift(module, [value], 'double', (item) =>
    isNumeric(value.type) ? double(item, value.type) : `doubleOf(${asItem(item, value.type)})`,
  );
}

export function compileNegation(expression: Extract<Expression, { kind: 'negation' }>, env: Env): Value {
  const { module, compile } = env.unit;
  const value = number(module, compile(expression.operand, env));
  if (!expression.isNegative && isNumeric(value.type)) return value;
  if (isExact(value.type)) return lift(module, [value], value.type, (item) => `negate(${item})`);
  if (value.type === 'double') return lift(module, [value], 'double', (item) => `(-${item})`);
  const factor = expression.isNegative ? '-1' : '1';
  return lift(
    module,
    [value],
    'any',
    (item) => `arithmetic("*",${asItem(item, value.type)},item("integer",${factor}))`,
  );
}

/** `1 to 3`: integers, counted one by one against the bounds of work. */
export function compileRange(expression: Extract<Expression, { kind: 'range' }>, env: Env): Loop {
  const { module, compile } = env.unit;
  const from = integer(module, compile(expression.from, env));
  const to = integer(module, compile(expression.to, env));
  const [at, last] = [module.local(), module.local()];
  return {
    form: 'loop',
    type: 'integer',
    order: 'sequence',
    each: (body) =>
      each(module, from, (first) =>
        each(
          module,
          to,
          (end) =>
            `{const ${last}=toDouble(${end});for(let ${at}=toDouble(${first});${at}<=${last};${at}++){doc.work();${body(at)}}}`,
        ),
      ),
  };
}

function integer(module: JsModule, code: Code): Value {
  const value = single(module, atomised(module, code));
  if (value.type === 'integer') return value;
  if (value.presence === 'never') return value;
  return lift(module, [value], 'integer', (item) => `integerOf(${asItem(item, value.type)})`);
}
