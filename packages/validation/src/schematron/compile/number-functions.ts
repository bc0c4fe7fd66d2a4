import { type Arguments, type Library, taking } from './arguments.ts';
import { number } from './arithmetic.ts';
import {
  always,
  type Code,
  EMPTY,
  type ItemType,
  isExact,
  isNumeric,
  isText,
  maybe,
  plainNumber,
  type Value,
} from './code.ts';
import { asItem } from './comparison.ts';
import { arrayOf, atomised, boxed, each, exists, lift, ordered, orElse, truth } from './operand.ts';

/** Functions on numbers, booleans and their sums [F&O 6, 9, 15.4]. */
export const NUMBER_FUNCTIONS: Library = {
  true: taking(0, 0, () => always('boolean', 'true')),
  false: taking(0, 0, () => always('boolean', 'false')),
  not: taking(1, 1, (given) => always('boolean', `!(${truth(given.module, given.code(0))})`)),
  boolean: taking(1, 1, (given) => always('boolean', truth(given.module, given.code(0)))),
  exists: taking(1, 1, (given) => always('boolean', exists(given.module, given.code(0)))),
  empty: taking(1, 1, (given) => always('boolean', `!(${exists(given.module, given.code(0))})`)),
  number: taking(0, 1, numberFunction),
  abs: taking(1, 1, (given) => rounded(given, 'absolute', 'Math.abs')),
  ceiling: taking(1, 1, (given) => rounded(given, 'ceiling', 'Math.ceil')),
  floor: taking(1, 1, (given) => rounded(given, 'floor', 'Math.floor')),
  round: taking(1, 1, (given) => rounded(given, 'round', 'Math.round')),
  'round-half-to-even': taking(1, 2, roundHalfToEven),
  count: taking(1, 1, (given) => plainNumber(count(given))),
  sum: taking(1, 1, (given) => sum(given, given.code(0))),
  avg: taking(1, 1, average),
  min: taking(1, 1, (given) => extreme(given, -1)),
  max: taking(1, 1, (given) => extreme(given, 1)),
};

function numberFunction(given: Arguments): Value {
  const value = given.atomic(0);
  const { type } = value;
  const asNumber = lift(given.module, [value], 'double', (item) => {
    if (isText(type)) return `numberOf(${item})`;
    if (type === 'double') return item;
    return isExact(type) ? `toDouble(${item})` : `numberOfItem(${asItem(item, type)})`;
  });
  return orElse(asNumber, 'NaN');
}

function rounded(given: Arguments, forExact: string, forDouble: string): Value {
  const value = number(given.module, given.code(0));
  const { type } = value;
  if (value.presence === 'never') return { ...EMPTY, type: 'double' };
  if (isNumeric(type))
    return lift(given.module, [value], type, (item) => `${isExact(type) ? forExact : forDouble}(${item})`);
  return lift(
    given.module,
    [value],
    'any',
    (item) => `numeric(${forExact},${forDouble},${asItem(item, type)})`,
  );
}

function roundHalfToEven(given: Arguments): Value {
  const value = number(given.module, given.code(0));
  const digits = given.count > 1 ? given.double(1) : '0';
  const isWhole = isExact(value.type);
  return lift(given.module, [value], isWhole ? value.type : 'double', (item) =>
    isWhole
      ? `roundHalfToEven(${item},${digits})`
      : `toDouble(roundHalfToEven(fromDouble(doubleOf(${asItem(item, value.type)})),${digits}))`,
  );
}

function count(given: Arguments): string {
  const { module } = given;
  const code = given.code(0);
  if (code.form === 'value') return `(${exists(module, code)}?1:0)`;
  if (code.order === 'unordered') return `${arrayOf(module, code)}.length`;
  const counter = module.local();
  return module.hoist(`let ${counter}=0;${code.each(() => `${counter}++;`)}return ${counter};`);
}

/** Exact for integers and decimals; untyped values are doubles; nothing adds up to 0. */
function sum(given: Arguments, code: Code): Value {
  const { module } = given;
  const values = ordered(module, atomised(module, code));
  if (values.form === 'value' && values.presence === 'never') return always('integer', '0');
  const type = typeOfSum(values.type);
  const total = module.local();
  const add = (item: string): string => {
    if (values.type === 'untyped') return `${total}+=parseDouble(${item});`;
    if (type === 'double') return `${total}+=${item};`;
    return type === 'any'
      ? `${total}=arithmetic("+",${total},${asItem(item, values.type)});`
      : `${total}=add(${total},${item});`;
  };
  const start = type === 'any' ? 'item("integer",0)' : '0';
  return always(type, module.hoist(`let ${total}=${start};${each(module, values, add)}return ${total};`));
}

function typeOfSum(type: ItemType): ItemType {
  if (type === 'untyped') return 'double';
  return isNumeric(type) ? type : 'any';
}

function average(given: Arguments): Value {
  const { module } = given;
  return maybe('any', `average(${arrayOf(module, boxed(module, given.code(0)))})`);
}

function extreme(given: Arguments, sign: number): Value {
  const { module } = given;
  const values = atomised(module, given.code(0));
  const list = arrayOf(module, boxed(module, values));
  if (values.type === 'any') return maybe('any', `extreme(${list},${sign})`);
  return maybe(values.type === 'untyped' ? 'double' : values.type, `extreme(${list},${sign})?.value`);
}
