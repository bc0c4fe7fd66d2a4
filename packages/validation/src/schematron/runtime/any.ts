import * as exact from './decimal.ts';
import { formatDouble, isDouble, isTrueNumber, numberOf, parseDouble } from './double.ts';
import { quoted, raise } from './dynamic-error.ts';
import { convertMoment, formatMoment, isMoment, Moment, type MomentType, parseMoment } from './moment.ts';
import { compareStrings } from './strings.ts';

/** Types of values; `untyped` is what comes out of a document. */
export type AtomicType =
  | 'untyped'
  | 'string'
  | 'integer'
  | 'decimal'
  | 'double'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'time';

interface ExactItem {
  type: 'integer' | 'decimal';
  value: exact.Exact;
}

/** A value of which the type is only known when it is there. */
export type Item =
  | { type: 'untyped' | 'string'; value: string }
  | ExactItem
  | { type: 'double'; value: number }
  | { type: 'boolean'; value: boolean }
  | { type: MomentType; value: Moment };

export const item = (type: AtomicType, value: unknown): Item => ({ type, value }) as Item;

export function stringOf(of: Item): string {
  switch (of.type) {
    case 'untyped':
    case 'string':
      return of.value;
    case 'integer':
    case 'decimal':
      return exact.formatExact(of.value);
    case 'double':
      return formatDouble(of.value);
    case 'boolean':
      return String(of.value);
    default:
      return formatMoment(of.value);
  }
}

/** Effective boolean value [XPath 2.0, 2.4.3]. */
export function isTrue(of: Item): boolean {
  switch (of.type) {
    case 'untyped':
    case 'string':
      return of.value !== '';
    case 'integer':
    case 'decimal':
      return !exact.isZero(of.value);
    case 'double':
      return isTrueNumber(of.value);
    case 'boolean':
      return of.value;
    default:
      return raise('FORG0006', `A ${of.type} is neither true nor false`);
  }
}

const isExact = (of: Item): of is ExactItem => of.type === 'integer' || of.type === 'decimal';
const isNumeric = (of: Item): boolean => isExact(of) || of.type === 'double';

/** A number as a double; from text too. */
export function doubleOf(of: Item): number {
  if (isExact(of)) return exact.toDouble(of.value);
  if (of.type === 'double') return of.value;
  if (of.type === 'untyped') return parseDouble(of.value);
  return raise('XPTY0004', `A ${of.type} is not a number`);
}

/** fn:number. */
export function numberOfItem(of: Item): number {
  if (of.type === 'boolean') return of.value ? 1 : 0;
  if (of.type === 'untyped' || of.type === 'string') return numberOf(of.value);
  return of.value instanceof Moment ? Number.NaN : doubleOf(of);
}

/** An operand of arithmetic: untyped values are doubles. */
function operand(of: Item): Item {
  if (of.type === 'untyped') return { type: 'double', value: parseDouble(of.value) };
  return isNumeric(of) ? of : raise('XPTY0004', `There is no arithmetic with a ${of.type}`);
}

const EXACT = {
  '+': exact.add,
  '-': exact.subtract,
  '*': exact.multiply,
  div: exact.divide,
  idiv: exact.divideInteger,
  mod: exact.modulo,
};

export type ArithmeticName = keyof typeof EXACT;

export function arithmetic(operator: ArithmeticName, left: Item, right: Item): Item {
  const [a, b] = [operand(left), operand(right)];
  if (isExact(a) && isExact(b)) {
    const isInteger =
      operator === 'idiv' || (operator !== 'div' && a.type === 'integer' && b.type === 'integer');
    return { type: isInteger ? 'integer' : 'decimal', value: EXACT[operator](a.value, b.value) };
  }
  const value = doubleArithmetic(operator, doubleOf(a), doubleOf(b));
  return operator === 'idiv'
    ? { type: 'integer', value: integerQuotient(doubleOf(a), doubleOf(b)) }
    : { type: 'double', value };
}

function doubleArithmetic(operator: ArithmeticName, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case 'mod':
      return a % b;
    default:
      return a / b;
  }
}

/** idiv of doubles [F&O 6.2.5]. */
export function integerQuotient(a: number, b: number): exact.Exact {
  if (b === 0) raise('FOAR0001', 'Division by zero');
  if (Number.isNaN(a) || Number.isNaN(b) || !Number.isFinite(a))
    raise('FOAR0002', 'A quotient is no integer');
  return exact.fromDouble(Math.trunc(a / b));
}

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=';

function holds(operator: Operator, difference: number): boolean {
  switch (operator) {
    case '=':
      return difference === 0;
    case '!=':
      return difference !== 0;
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    default:
      return difference >= 0;
  }
}

/** A value comparison: untyped values are strings [XPath 2.0, 3.5.1]. NaN is only unequal. */
export function compareValues(operator: Operator, a: Item, b: Item): boolean {
  const difference = differenceOf(a, b);
  return Number.isNaN(difference) ? operator === '!=' : holds(operator, difference);
}

function differenceOf(a: Item, b: Item): number {
  if (isExact(a) && isExact(b)) return exact.compare(a.value, b.value);
  if (isNumeric(a) && isNumeric(b)) return doubleDifference(doubleOf(a), doubleOf(b));
  if (isText(a) && isText(b)) return compareStrings(a.value, b.value);
  if (a.type === 'boolean' && b.type === 'boolean') return Number(a.value) - Number(b.value);
  if (a.value instanceof Moment && b.value instanceof Moment && a.type === b.type)
    return a.value.instant - b.value.instant;
  return raise('XPTY0004', `A ${a.type} cannot be compared to a ${b.type}`);
}

/** Unlike subtraction, finds INF equal to itself. */
const doubleDifference = (a: number, b: number): number =>
  a === b ? 0 : a < b ? -1 : a > b ? 1 : Number.NaN;

const isText = (of: Item): of is Item & { type: 'untyped' | 'string' } =>
  of.type === 'untyped' || of.type === 'string';

/** One pair of a general comparison: an untyped value takes the type of the other [XPath 2.0, 3.5.2]. */
export function compareGeneral(operator: Operator, a: Item, b: Item): boolean {
  return compareValues(operator, likeOther(a, b), likeOther(b, a));
}

function likeOther(of: Item, other: Item): Item {
  if (of.type !== 'untyped' || isText(other)) return of;
  return cast(of, isNumeric(other) ? 'double' : other.type);
}

/** `cast as` [F&O 17.1]. */
export function cast(of: Item, type: AtomicType): Item {
  if (of.type === type) return of;
  switch (type) {
    case 'untyped':
    case 'string':
      return { type, value: stringOf(of) };
    case 'boolean':
      return { type, value: castBoolean(of) };
    case 'double':
      return { type, value: castDouble(of) };
    case 'decimal':
      return { type, value: castExact(of, exact.parseDecimal) };
    case 'integer':
      return { type, value: exact.truncate(castExact(of, exact.parseInteger)) };
    default:
      return { type, value: castMoment(of, type) };
  }
}

function castBoolean(of: Item): boolean {
  if (isText(of)) return parseBoolean(of.value);
  return of.value instanceof Moment ? notCastable(of, 'boolean') : isTrue(of);
}

function castDouble(of: Item): number {
  if (isText(of)) return parseDouble(of.value);
  return of.value instanceof Moment ? notCastable(of, 'double') : numberOfItem(of);
}

function castExact(of: Item, parse: (text: string) => exact.Exact): exact.Exact {
  if (isText(of)) return parse(of.value);
  if (isExact(of)) return of.value;
  if (of.type === 'double') return exact.fromDouble(of.value);
  return of.type === 'boolean' ? Number(of.value) : notCastable(of, 'number');
}

function castMoment(of: Item, type: MomentType): Moment {
  if (isText(of)) return parseMoment(of.value, type);
  return of.value instanceof Moment ? convertMoment(of.value, type) : notCastable(of, type);
}

const notCastable = (of: Item, type: string): never =>
  raise('XPTY0004', `A ${of.type} cannot become a ${type}`);

export function parseBoolean(text: string): boolean {
  const found = /^[ \t\r\n]*(?:(true|1)|false|0)[ \t\r\n]*$/.exec(text);
  if (!found) return raise('FORG0001', `${quoted(text)} is not a boolean`);
  return found[1] !== undefined;
}

/** `castable as`, for text, without an exception for the usual "no". */
export function isCastable(text: string, type: AtomicType): boolean {
  switch (type) {
    case 'untyped':
    case 'string':
      return true;
    case 'integer':
      return exact.isInteger(text);
    case 'decimal':
      return exact.isDecimal(text);
    case 'double':
      return isDouble(text);
    case 'boolean':
      return /^[ \t\r\n]*(?:true|false|[01])[ \t\r\n]*$/.test(text);
    default:
      return isMoment(text, type);
  }
}

/** `castable as` for a value of any type. */
export function isCastableItem(of: Item, type: AtomicType): boolean {
  if (isText(of)) return isCastable(of.value, type);
  try {
    cast(of, type);
    return true;
  } catch {
    return false;
  }
}
