import type { AtomicType } from '../runtime/any.ts';
import { type Expression, type SequenceTypeName, XPathError } from '../xpath/ast.ts';
import { always, type Code, EMPTY, type ItemType, isExact, isNode, isText, type Value } from './code.ts';
import { asItem } from './comparison.ts';
import type { Env } from './env.ts';
import type { JsModule } from './js-module.ts';
import { arrayOf, atomised, each, lift, single, textOf } from './operand.ts';

/** Types that can be named, without their prefix; integers within bounds. */
const TYPES: Record<string, { type: AtomicType; from?: string; to?: string }> = {
  untypedAtomic: { type: 'untyped' },
  string: { type: 'string' },
  anyURI: { type: 'string' },
  boolean: { type: 'boolean' },
  double: { type: 'double' },
  decimal: { type: 'decimal' },
  date: { type: 'date' },
  dateTime: { type: 'dateTime' },
  time: { type: 'time' },
  integer: { type: 'integer' },
  nonNegativeInteger: { type: 'integer', from: '0' },
  positiveInteger: { type: 'integer', from: '1' },
  nonPositiveInteger: { type: 'integer', to: '0' },
  negativeInteger: { type: 'integer', to: '-1' },
  long: { type: 'integer', from: '-9223372036854775808', to: '9223372036854775807' },
  int: { type: 'integer', from: '-2147483648', to: '2147483647' },
  short: { type: 'integer', from: '-32768', to: '32767' },
  byte: { type: 'integer', from: '-128', to: '127' },
  unsignedLong: { type: 'integer', from: '0', to: '18446744073709551615' },
  unsignedInt: { type: 'integer', from: '0', to: '4294967295' },
  unsignedShort: { type: 'integer', from: '0', to: '65535' },
  unsignedByte: { type: 'integer', from: '0', to: '255' },
};

const XML_SCHEMA = 'http://www.w3.org/2001/XMLSchema';

interface NamedType {
  type: AtomicType;
  from?: string;
  to?: string;
}

/** The type that a name such as `xs:date` means here; undefined for other names. */
export function namedType(name: string, env: Env): NamedType | undefined {
  const [prefix = '', localName] = name.split(':');
  if (localName === undefined) return undefined;
  const isSchema =
    env.unit.namespaces.get(prefix) === XML_SCHEMA ||
    (!env.unit.namespaces.has(prefix) && (prefix === 'xs' || prefix === 'xsd'));
  return isSchema ? TYPES[localName] : undefined;
}

function typeNamed(name: string, env: Env): NamedType {
  return namedType(name, env) ?? unknown(name);
}

function unknown(name: string): never {
  throw new XPathError(`The type ${name} is not supported`, name);
}

/** `cast as`, `castable as`, `treat as`, `instance of`. */
export function compileTypeExpression(
  expression: Extract<Expression, { kind: 'cast' | 'castable' | 'treat' | 'instance' }>,
  env: Env,
): Code {
  const { operand, type, kind } = expression;
  const code = env.unit.compile(operand, env);
  if (kind === 'cast') return castTo(code, type, env);
  if (kind === 'castable') return castable(code, type, env);
  const construct = kind === 'treat' ? 'treat as' : 'instance of';
  throw new XPathError(`"${construct}" is not supported`, construct);
}

/** A constructor function such as `xs:decimal(...)`, or `cast as xs:decimal?`. */
export function castTo(code: Code, { name, occurrence }: SequenceTypeName, env: Env): Value {
  const { module } = env.unit;
  const { type, from, to } = typeNamed(name, env);
  const value = single(module, atomised(module, code));
  const result =
    value.presence === 'never'
      ? { ...EMPTY, type }
      : lift(module, [value], type, (item) => casted(item, value.type, type));
  const bounded =
    from !== undefined || to !== undefined
      ? lift(module, [result], type, (item) => `within(${item},${bound(from, module)},${bound(to, module)})`)
      : result;
  return occurrence === '?' ? bounded : required(bounded);
}

const bound = (limit: string | undefined, module: JsModule): string =>
  limit === undefined ? 'undefined' : module.constant(`parseDecimal("${limit}")`);

/** An error where there is no item. */
export function required(value: Value): Value {
  if (value.presence === 'always') return value;
  const error = 'raise("XPTY0004","An item is missing where one is needed")';
  if (value.presence === 'never') return always(value.type, error);
  if (isNode(value.type)) return always(value.type, `requiredNode(${value.js})`);
  return always(value.type, `(${value.js}??${error})`);
}

const PARSERS: Partial<Record<AtomicType, (js: string) => string>> = {
  untyped: (js) => js,
  string: (js) => js,
  boolean: (js) => `parseBoolean(${js})`,
  double: (js) => `parseDouble(${js})`,
  decimal: (js) => `parseDecimal(${js})`,
  integer: (js) => `parseInteger(${js})`,
};

/** JavaScript that casts a value that is there. */
export function casted(js: string, from: ItemType, to: AtomicType): string {
  if (from === to) return js;
  if (isText(from)) return PARSERS[to]?.(js) ?? `parseMoment(${js},"${to}")`;
  if (isText(to)) return textOf(js, from);
  if (to === 'double' && isExact(from)) return `toDouble(${js})`;
  if (to === 'decimal' && from === 'integer') return js;
  return `cast(${asItem(js, from)},"${to}").value`;
}

function castable(code: Code, { name, occurrence }: SequenceTypeName, env: Env): Value {
  const { module } = env.unit;
  const { type, from, to } = typeNamed(name, env);
  if (from !== undefined || to !== undefined) unknown(`castable as ${name}`);
  const value = atomised(module, code);
  const isEmptyAllowed = occurrence === '?';
  if (value.form === 'loop') {
    const list = arrayOf(module, value);
    return always('boolean', `areCastable(${list},"${value.type}","${type}",${isEmptyAllowed})`);
  }
  if (value.presence === 'never') return always('boolean', String(isEmptyAllowed));
  const test = lift(module, [value], 'boolean', (item) =>
    isText(value.type)
      ? `isCastable(${item},"${type}")`
      : `isCastableItem(${asItem(item, value.type)},"${type}")`,
  );
  return test.presence === 'always' ? test : always('boolean', `(${test.js}??${isEmptyAllowed})`);
}

/** Function conversion rules [XPath 2.0, 3.1.5]: to a declared type of one atomic item at most, or unchanged. */
export function converted(code: Code, as: string, env: Env): Code {
  const [, name = '', occurrence = ''] = /^\s*([\w:.-]+(?:\([^)]*\))?)\s*([?*+]?)\s*$/.exec(as) ?? [];
  const { module } = env.unit;
  if (name.endsWith(')') || name === '') return convertedNodes(code, name, occurrence, env);
  const { type } = name === 'xs:anyAtomicType' ? { type: undefined } : typeNamed(name, env);
  const values = atomised(module, code);
  const convert = (item: string): string => (type === undefined ? item : conversion(item, values.type, type));
  const result: ItemType = type ?? values.type;
  if (occurrence === '*' || occurrence === '+') return convertedLoop(module, values, result, convert);
  const value = single(module, values);
  const one =
    value.presence === 'never' ? { ...EMPTY, type: result } : lift(module, [value], result, convert);
  return occurrence === '?' ? one : required(one);
}

function convertedLoop(
  module: JsModule,
  values: Code,
  type: ItemType,
  convert: (item: string) => string,
): Code {
  return {
    form: 'loop',
    type,
    order: 'sequence',
    each: (body) =>
      each(module, values, (item) => {
        const result = module.local();
        return `{const ${result}=${convert(item)};${body(result)}}`;
      }),
  };
}

function convertedNodes(code: Code, name: string, occurrence: string, env: Env): Code {
  const known = ['item()', 'node()', 'element()', 'attribute()', 'text()', 'document-node()'];
  const plain = name.replace(/\([^)]*\)/, '()');
  if (!known.includes(plain)) unknown(name);
  if (occurrence === '*' || occurrence === '+') return code;
  const value = single(env.unit.module, code);
  return occurrence === '?' ? value : required(value);
}

/** Untyped values are cast, numbers promoted; anything else must have the type already. */
function conversion(js: string, from: ItemType, to: AtomicType): string {
  if (from === to) return js;
  if (from === 'untyped') return casted(js, from, to);
  if (to === 'decimal' && from === 'integer') return js;
  if (to === 'double' && isExact(from)) return `toDouble(${js})`;
  if (from === 'any') return `convertItem(${js},"${to}")`;
  return `raise("XPTY0004","A ${from} stands where a ${to} is expected")`;
}
