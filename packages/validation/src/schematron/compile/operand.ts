import {
  absent,
  always,
  type Code,
  EMPTY,
  type ItemType,
  isNode,
  isPresent,
  isText,
  type Loop,
  maybe,
  type Value,
} from './code.ts';
import { isSimple, type JsModule, literal } from './js-module.ts';

/** Statements that run `body` for each item; the item is a local variable or a literal. */
export function each(module: JsModule, code: Code, body: (item: string) => string): string {
  if (code.form === 'loop') return code.each(body);
  if (code.presence === 'never') return '';
  if (code.presence === 'always' && isSimple(code.js)) return body(code.js);
  const item = module.local();
  const inner = code.presence === 'always' ? body(item) : `if(${isPresent(item, code.type)}){${body(item)}}`;
  return `{const ${item}=${code.js};${inner}}`;
}

/** A loop over a JavaScript array. */
export function loopOver(
  module: JsModule,
  array: string,
  type: ItemType,
  order: Loop['order'] = 'sequence',
): Loop {
  const [list, index, item] = [module.local(), module.local(), module.local()];
  return {
    form: 'loop',
    type,
    order,
    each: (body) =>
      `{const ${list}=${array};for(let ${index}=0;${index}<${list}.length;${index}++){const ${item}=${list}[${index}];${body(item)}}}`,
  };
}

/** A JavaScript array of the items, nodes of a path in document order. */
export function arrayOf(module: JsModule, code: Code): string {
  if (code.form === 'loop' && code.constants)
    return module.constant(`[${code.constants.map(literal).join(',')}]`);
  const list = module.local();
  const array = module.hoist(
    `const ${list}=[];${each(module, code, (item) => `${list}.push(${item});`)}return ${list};`,
  );
  return code.form === 'loop' && code.order === 'unordered' ? inOrder(module, array, code.type) : array;
}

function inOrder(module: JsModule, array: string, type: ItemType): string {
  const sorted = type === 'node' ? `doc.inOrder(${array})` : `inOrder(${array})`;
  return module.hoist(`return ${sorted};`);
}

/** The same items in a sequence that can be walked: paths that may be out of order are put in order. */
export function ordered(module: JsModule, code: Code): Code {
  if (code.form === 'value' || code.order !== 'unordered') return code;
  return loopOver(module, arrayOf(module, code), code.type, 'sorted');
}

/** At most one item; several are an error when they turn up [XPath 2.0, XPTY0004]. */
export function single(module: JsModule, code: Code): Value {
  if (code.form === 'value') return code;
  const result = module.local();
  const { type } = code;
  const isSecond = isNode(type) ? `${result}>=0&&${result}!==` : `${result}!==undefined`;
  const js = module.hoist(
    `let ${result}=${absent(type)};${code.each((item) => `if(${isSecond}${isNode(type) ? item : ''})tooMany();${result}=${item};`)}return ${result};`,
  );
  return maybe(type, js);
}

/**
 * A value made of values that must all be there. Where one is missing, so is the result; `undefined` stands for it,
 * whatever the type.
 */
export function lift(
  module: JsModule,
  operands: readonly Value[],
  type: ItemType,
  combine: (...items: string[]) => string,
): Value {
  if (operands.some(({ presence }) => presence === 'never')) return { ...EMPTY, type };
  if (operands.every(({ presence }) => presence === 'always'))
    return always(type, combine(...operands.map(({ js }) => js)));
  const parameters = operands.map(() => module.local());
  const missing = operands.flatMap(({ presence, type: of }, index) =>
    presence === 'always' ? [] : [`!(${isPresent(parameters[index] ?? '', of)})`],
  );
  const body = `return ${missing.join('||')}?${absent(type)}:${combine(...parameters)};`;
  return maybe(
    type,
    module.call(
      parameters,
      operands.map(({ js }) => js),
      body,
    ),
  );
}

/** String value of a node that is there. */
function nodeText(js: string, type: ItemType): string {
  switch (type) {
    case 'tree':
      return `text(${js})`;
    case 'attribute':
      return `attributeText(${js})`;
    case 'text':
      return `doc.textNode(${js})`;
    default:
      return `doc.anyText(${js})`;
  }
}

/** Nodes become untyped values [XPath 2.0, 2.4.2]. */
export function atomised(module: JsModule, code: Code): Code {
  if (!isNode(code.type)) return code;
  const { type } = code;
  if (code.form === 'value') return lift(module, [code], 'untyped', (item) => nodeText(item, type));
  return mapped(module, code, 'untyped', (item) => nodeText(item, type));
}

/** A loop over what is made of each item. */
export function mapped(module: JsModule, code: Code, type: ItemType, make: (item: string) => string): Loop {
  const sequence = ordered(module, code);
  const result = module.local();
  return {
    form: 'loop',
    type,
    order: 'sequence',
    each: (body) =>
      each(module, sequence, (item) => {
        const js = make(item);
        return isSimple(js) ? body(js) : `{const ${result}=${js};${body(result)}}`;
      }),
  };
}

/** Items with their types, for what can only be decided at run time. */
export function boxed(module: JsModule, code: Code): Code {
  const values = atomised(module, code);
  if (values.type === 'any') return values;
  const make = (item: string): string => `item(${JSON.stringify(values.type)},${item})`;
  return values.form === 'value' ? lift(module, [values], 'any', make) : mapped(module, values, 'any', make);
}

/** Text of an atomic value that is there, as by `string()`. */
export function textOf(js: string, type: ItemType): string {
  if (isNode(type)) return nodeText(js, type);
  switch (type) {
    case 'untyped':
    case 'string':
      return js;
    case 'integer':
    case 'decimal':
      return `formatExact(${js})`;
    case 'double':
      return `formatDouble(${js})`;
    case 'boolean':
      return `String(${js})`;
    case 'any':
      return `stringOf(${js})`;
    default:
      return `formatMoment(${js})`;
  }
}

/** An argument declared `xs:string?`: the empty string when it is missing, an error when it is of another type. */
export function stringArgument(module: JsModule, code: Code): Value {
  if (code.form === 'value' && code.constant !== undefined) return code;
  const value = single(module, atomised(module, code));
  const { type } = value;
  const checked = lift(module, [value], 'string', (item) => {
    if (isText(type)) return item;
    return type === 'any'
      ? `textOfItem(${item})`
      : `raise("XPTY0004","A ${type} stands where a string is expected")`;
  });
  return orElse(checked, "''");
}

/** A value that is always there. */
export function orElse(value: Value, otherwise: string): Value {
  if (value.presence === 'always') return value;
  return always(value.type, value.presence === 'never' ? otherwise : `(${value.js}??${otherwise})`);
}

/** Whether there is an item. */
export function exists(module: JsModule, code: Code): string {
  if (code.form === 'loop') return module.hoist(`${code.each(() => 'return true;')}return false;`);
  if (code.presence === 'never') return 'false';
  return code.presence === 'always' ? `(${code.js},true)` : `(${isPresent(code.js, code.type)})`;
}

/** Effective boolean value of a value that is there. */
function truthOfItem(js: string, type: ItemType): string {
  if (isNode(type)) return 'true';
  switch (type) {
    case 'boolean':
      return js;
    case 'untyped':
    case 'string':
      return `(${js})!==""`;
    case 'integer':
    case 'decimal':
      return `!isZero(${js})`;
    case 'double':
      return `isTrueNumber(${js})`;
    case 'any':
      return `isTrue(${js})`;
    default:
      return `raise("FORG0006","A ${type} is neither true nor false")`;
  }
}

/** Effective boolean value [XPath 2.0, 2.4.3] as a JavaScript boolean. */
export function truth(module: JsModule, code: Code): string {
  if (isNode(code.type)) return exists(module, code);
  if (code.form === 'value') {
    if (code.presence === 'never') return 'false';
    if (code.presence === 'always') return truthOfItem(code.js, code.type);
    return `(${lift(module, [code], 'boolean', (item) => truthOfItem(item, code.type)).js}===true)`;
  }
  const result = module.local();
  const several = `if(${result}!==undefined)raise("FORG0006","Several values are neither true nor false");`;
  return module.hoist(
    `let ${result};${code.each((item) => `${several}${result}=${item};`)}return ${result}!==undefined&&${truthOfItem(result, code.type)};`,
  );
}
