import type { Binding, Expression } from '../xpath/ast.ts';
import { converted } from './cast.ts';
import {
  absent,
  always,
  type Code,
  commonType,
  EMPTY,
  type ItemType,
  isNode,
  type Loop,
  maybe,
  type Value,
} from './code.ts';
import { type Env, withContext, withVariable } from './env.ts';
import { arrayOf, boxed, each, loopOver, ordered, truth } from './operand.ts';

/** `if (…) then … else …`: only the chosen branch is evaluated. */
export function compileIf(expression: Extract<Expression, { kind: 'if' }>, env: Env): Code {
  const { module, compile } = env.unit;
  const condition = truth(module, compile(expression.condition, env));
  const [consequent, otherwise] = sameType(
    compile(expression.consequent, env),
    compile(expression.otherwise, env),
    env,
  );
  const { type } = consequent;
  if (consequent.form === 'value' && otherwise.form === 'value') {
    const js = `(${condition}?${orAbsent(consequent, type)}:${orAbsent(otherwise, type)})`;
    const isAlways = consequent.presence === 'always' && otherwise.presence === 'always';
    return isAlways ? always(type, js) : maybe(type, js);
  }
  const arrays = `(${condition}?${arrayOf(module, consequent)}:${arrayOf(module, otherwise)})`;
  return loopOver(module, arrays, type);
}

const orAbsent = (value: Value, type: ItemType): string =>
  value.presence === 'never' ? absent(type) : value.js;

/** Two expressions of which one takes the place of the other, made of one type. */
function sameType(a: Code, b: Code, env: Env): [Code, Code] {
  if (isEmpty(a)) return [{ ...EMPTY, type: b.type }, b];
  if (isEmpty(b)) return [a, { ...EMPTY, type: a.type }];
  const type = commonType(a.type, b.type);
  const { module } = env.unit;
  return type === undefined
    ? [boxed(module, a), boxed(module, b)]
    : [
        { ...a, type },
        { ...b, type },
      ];
}

export const isEmpty = (code: Code): boolean => code.form === 'value' && code.presence === 'never';

/** `(a, b, c)`. */
export function compileSequence(expression: Extract<Expression, { kind: 'sequence' }>, env: Env): Code {
  const { module, compile } = env.unit;
  const codes = expression.items.map((item) => compile(item, env)).filter((code) => !isEmpty(code));
  const [first, ...others] = codes;
  if (!first) return EMPTY;
  if (others.length === 0) return first;
  const constants = constantsOf(codes);
  if (constants) return { ...constantLoop(constants, env), constants };
  const type = codes.reduce<ItemType | undefined>(
    (common, code) => (common === undefined ? undefined : commonType(common, code.type)),
    first.type,
  );
  const items = type === undefined ? codes.map((code) => boxed(module, code)) : codes;
  const list = module.local();
  const pushes = items.map((code) => each(module, ordered(module, code), (item) => `${list}.push(${item});`));
  const array = module.hoist(`const ${list}=[];${pushes.join('')}return ${list};`);
  return loopOver(module, array, type ?? 'any');
}

/** The strings of a sequence of string literals. */
function constantsOf(codes: readonly Code[]): string[] | undefined {
  const constants: string[] = [];
  for (const code of codes) {
    if (code.form === 'value' && code.constant !== undefined) constants.push(code.constant);
    else return undefined;
  }
  return constants;
}

/** A loop over strings known while compiling. */
export function constantLoop(constants: readonly string[], env: Env): Loop {
  const { module } = env.unit;
  const unknown: Loop = { form: 'loop', type: 'string', order: 'sequence', constants, each: () => '' };
  return { ...loopOver(module, arrayOf(module, unknown), 'string'), constants };
}

type Loops = Extract<Expression, { kind: 'for' | 'let' | 'quantified' }>;

/** A value under a name: a local variable, and how to declare it. */
function bound(code: Code, env: Env): { declaration: string; read: () => Code } {
  const { module } = env.unit;
  const local = module.local();
  if (code.form === 'value') {
    if (code.constant !== undefined || code.presence === 'never')
      return { declaration: '', read: () => code };
    return { declaration: `const ${local}=${code.js};`, read: () => ({ ...code, js: local }) };
  }
  const read = (): Code => ({
    ...loopOver(module, local, code.type),
    ...(code.constants ? { constants: code.constants } : {}),
  });
  return { declaration: `const ${local}=${arrayOf(module, code)};`, read };
}

/** `let $x := … return …`, also the variables of an `xsl:function`. */
export function compileLet(expression: Extract<Loops, { kind: 'for' | 'let' }>, env: Env): Code {
  const { module, compile } = env.unit;
  let inner = env;
  let declarations = '';
  for (const { name, value, as } of expression.bindings) {
    const code = compile(value, inner);
    const { declaration, read } = bound(as === undefined ? code : converted(code, as, inner), inner);
    declarations += declaration;
    inner = withVariable(inner, name, read);
  }
  const result = compile(expression.result, inner);
  if (result.form === 'value') return { ...result, js: module.hoist(`${declarations}return ${result.js};`) };
  return { ...result, each: (body) => `{${declarations}${result.each(body)}}` };
}

interface Nested {
  env: Env;
  around: (body: string) => string;
}

/** Loops over the items of each binding, one within the other. */
function nested(bindings: readonly Binding[], env: Env): Nested {
  const { module, compile } = env.unit;
  return bindings.reduce<Nested>(
    (outer, { name, value }) => {
      const code = ordered(module, compile(value, outer.env));
      const item = module.local();
      const inner = withVariable(outer.env, name, () => always(code.type, item));
      return {
        env: inner,
        around: (body) => outer.around(each(module, code, (js) => `{const ${item}=${js};${body}}`)),
      };
    },
    { env, around: (body) => body },
  );
}

/** `for $x in … return …` */
export function compileFor(expression: Extract<Loops, { kind: 'for' | 'let' }>, env: Env): Loop {
  const { module, compile } = env.unit;
  const loops = nested(expression.bindings, env);
  const result = ordered(module, compile(expression.result, loops.env));
  return {
    form: 'loop',
    type: result.type,
    order: 'sequence',
    each: (body) => loops.around(each(module, result, body)),
  };
}

/** `some` and `every`: a comparison with a constant list is asked of a set. */
export function compileQuantified(expression: Extract<Loops, { kind: 'quantified' }>, env: Env): Value {
  const { module, compile } = env.unit;
  const asComparison = membership(expression);
  if (asComparison) {
    const list = compile(asComparison.right, env);
    if (list.form === 'loop' && list.constants)
      return always('boolean', truth(module, compile(asComparison, env)));
  }
  const loops = nested(expression.bindings, env);
  const condition = truth(module, compile(expression.result, loops.env));
  const isSome = expression.quantifier === 'some';
  const test = isSome ? `if(${condition})return true;` : `if(!(${condition}))return false;`;
  return always('boolean', module.hoist(`${loops.around(test)}return ${!isSome};`));
}

/** `some $c in LIST satisfies X = $c` is `X = LIST` when X does not use `$c`. */
function membership(
  expression: Extract<Loops, { kind: 'quantified' }>,
): (Expression & { kind: 'general' }) | undefined {
  const [binding, ...others] = expression.bindings;
  const { result } = expression;
  if (expression.quantifier !== 'some' || !binding || others.length > 0) return undefined;
  if (result.kind !== 'general' || result.operator !== '=') return undefined;
  const isItem = (side: Expression): boolean => side.kind === 'variable' && side.name === binding.name;
  const other = isItem(result.left) ? result.right : isItem(result.right) ? result.left : undefined;
  if (!other || JSON.stringify(other).includes(`"variable","name":${JSON.stringify(binding.name)}`))
    return undefined;
  return { kind: 'general', operator: '=', left: other, right: binding.value };
}

/** `a ! b`: the right side for each item of the left. */
export function compileMap(expression: Extract<Expression, { kind: 'map' }>, env: Env): Loop {
  const { module, compile } = env.unit;
  const left = ordered(module, compile(expression.left, env));
  const item = { js: module.local(), type: left.type };
  const right = ordered(module, compile(expression.right, withContext(env, item)));
  return {
    form: 'loop',
    type: right.type,
    order: 'sequence',
    each: (body) => each(module, left, (js) => `{const ${item.js}=${js};${each(module, right, body)}}`),
  };
}

/** `|`, `intersect` and `except`: nodes in document order, each once. */
export function compileSet(
  kind: 'union' | 'intersect' | 'except',
  operands: readonly Expression[],
  env: Env,
): Code {
  const { module, compile } = env.unit;
  const codes = operands
    .map((operand) => compile(operand, env))
    .filter((code, index) => !isEmpty(code) || (kind !== 'union' && index < 2));
  const [left, right] = codes;
  if (!left || (kind !== 'union' && isEmpty(left))) return EMPTY;
  if (codes.some((code) => !isEmpty(code) && !isNode(code.type)))
    return always('boolean', `raise("XPTY0004","Only nodes can be brought together by ${kind}")`);
  const type = codes.reduce<ItemType>(
    (common, code) => (isEmpty(code) ? common : (commonType(common, code.type) ?? 'node')),
    left.type,
  );
  if (kind === 'union') return unionOf(codes, type, env);
  if (!right) return EMPTY;
  const lists = `${arrayOf(module, left)},${arrayOf(module, right)}`;
  return loopOver(module, `${kind === 'except' ? 'without' : 'common'}(${lists})`, type, 'sorted');
}

/** Text that is repeated for each operand of a union; longer text is written once, over an array. */
const SHORT = 300;

function unionOf(codes: readonly Code[], type: ItemType, env: Env): Loop {
  const { module } = env.unit;
  const item = module.local();
  const repeated = (text: string): string =>
    codes.map((code) => each(module, code, (js) => `{const ${item}=${js};${text}}`)).join('');
  const overArray = (text: string): string => {
    const union: Loop = { form: 'loop', type, order: 'unordered', each: (body) => repeated(body(item)) };
    return loopOver(module, arrayOf(module, union), type).each((js) => `const ${item}=${js};${text}`);
  };
  const written = (body: (item: string) => string): string => {
    const text = body(item);
    return text.length > SHORT ? overArray(text) : repeated(text);
  };
  return { form: 'loop', type, order: 'unordered', each: written };
}
