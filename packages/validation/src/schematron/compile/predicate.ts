import type { Expression } from '../xpath/ast.ts';
import { absent, type Code, isNumeric, type Loop, type Value } from './code.ts';
import { type Env, withContext } from './env.ts';
import { arrayOf, each, lift, ordered, single, truth } from './operand.ts';

/** Whether a predicate may depend on the position of an item among its siblings. */
export function isPositional(predicate: Expression): boolean {
  return (
    ['number', 'arithmetic', 'negation', 'variable'].includes(predicate.kind) ||
    /"name":"(?:fn:)?(?:position|last)"/.test(JSON.stringify(predicate)) ||
    (predicate.kind === 'call' && !BOOLEAN_FUNCTIONS.has(predicate.name)) ||
    predicate.kind === 'if'
  );
}

const BOOLEAN_FUNCTIONS = new Set(
  'not boolean exists empty true false contains starts-with ends-with matches normalize-space string'.split(
    ' ',
  ),
);

/** Items of a sequence that satisfy all predicates [XPath 2.0, 3.2.2]. */
export function filtered(code: Code, predicates: readonly Expression[], env: Env): Code {
  let result = code;
  for (const predicate of predicates) result = filteredBy(result, predicate, env);
  return result;
}

function filteredBy(code: Code, predicate: Expression, env: Env): Code {
  if (isPositional(predicate)) return byPosition(ordered(env.unit.module, code), predicate, env);
  const { module, compile } = env.unit;
  const item = { js: module.local(), type: code.type };
  const test = compile(predicate, withContext(env, item));
  if (isNumeric(test.type) || test.type === 'any') return byPosition(ordered(module, code), predicate, env);
  const condition = truth(module, test);
  return {
    form: 'loop',
    type: code.type,
    order: code.form === 'loop' ? code.order : 'single',
    each: (body) =>
      each(module, code, (value) => `{const ${item.js}=${value};if(${condition}){${body(item.js)}}}`),
  };
}

/** With positions: from an array. */
function byPosition(code: Code, predicate: Expression, env: Env): Code {
  const { module, compile } = env.unit;
  const nth = nthItem(code, predicate, env);
  if (nth) return nth;
  const [list, index, item] = [module.local(), module.local(), module.local()];
  const position = `(${index}+1)`;
  const inside = withContext(env, { js: item, type: code.type }, position, `${list}.length`);
  const condition = positionCondition(compile(predicate, inside), position, env);
  return {
    form: 'loop',
    type: code.type,
    order: code.form === 'loop' ? code.order : 'single',
    each: (body) =>
      `{const ${list}=${arrayOf(module, code)};for(let ${index}=0;${index}<${list}.length;${index}++){const ${item}=${list}[${index}];if(${condition}){${body(item)}}}}`,
  };
}

/** A number is a position, everything else is true or false. */
function positionCondition(code: Code, position: string, env: Env): string {
  const { module } = env.unit;
  if (code.type === 'any') {
    const value = single(module, code);
    return value.presence === 'never' ? 'false' : `isAtPosition(${value.js},${position})`;
  }
  if (!isNumeric(code.type)) return truth(module, code);
  const value = single(module, code);
  return value.presence === 'never' ? 'false' : `${asDouble(value, env)}===${position}`;
}

const asDouble = (value: Value, env: Env): string =>
  lift(env.unit.module, [value], 'double', (item) => (value.type === 'double' ? item : `toDouble(${item})`))
    .js;

/** `$list[$n]`: one item of an array, where the number does not depend on the item. */
function nthItem(code: Code, predicate: Expression, env: Env): Loop | Value | undefined {
  const { module, compile } = env.unit;
  if (predicate.kind !== 'number' && predicate.kind !== 'arithmetic' && predicate.kind !== 'variable')
    return undefined;
  const item = module.local();
  const number = compile(predicate, withContext(env, { js: item, type: code.type }, `${item}p`, `${item}l`));
  if (number.form === 'loop' || !isNumeric(number.type) || number.presence !== 'always') return undefined;
  if (new RegExp(`${item}(?!\\d)`).test(number.js)) return undefined;
  const js = `(${arrayOf(module, code)}[${asDouble(number, env)}-1]??${absent(code.type)})`;
  return { form: 'value', type: code.type, presence: 'maybe', js };
}
