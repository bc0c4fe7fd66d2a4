import {
  type AtomicType,
  arithmetic,
  cast,
  compareGeneral,
  compareValues,
  doubleOf,
  type Item,
  isCastable,
  isCastableItem,
  isTrue,
  item,
} from './any.ts';
import * as exact from './decimal.ts';
import { parseDouble } from './double.ts';
import { DynamicError, raise } from './dynamic-error.ts';
import { Moment } from './moment.ts';

/** Helpers of compiled rules on sequences, which are arrays, and on values that are decided at run time. */

/** Not evaluated yet in this document; and: was evaluated, with an error. */
export const UNSET = Symbol('unset');
export const FAILED = Symbol('failed');

const errors = new WeakMap<object, unknown[]>();

/** Evaluates once and keeps the value or the error for the rest of the document. */
export function remember(values: unknown[], slot: number, evaluate: () => unknown): unknown {
  if (values[slot] === FAILED) throw errors.get(values)?.[slot];
  try {
    const value = evaluate();
    values[slot] = value;
    return value;
  } catch (error) {
    const kept = errors.get(values) ?? [];
    kept[slot] = error;
    errors.set(values, kept);
    values[slot] = FAILED;
    throw error;
  }
}

export const requiredNode = (node: number): number =>
  node >= 0 ? node : raise('XPTY0004', 'A node is missing where one is needed');

/** Nodes of one kind in document order, each once. */
export function inOrder(nodes: number[]): number[] {
  for (let at = 1; at < nodes.length; at++)
    if ((nodes[at] ?? 0) <= (nodes[at - 1] ?? 0)) return [...new Set(nodes)].sort((a, b) => a - b);
  return nodes;
}

export function common(left: number[], right: number[]): number[] {
  const among = new Set(right);
  return inOrder(left.filter((node) => among.has(node)));
}

export function without(left: number[], right: number[]): number[] {
  const among = new Set(right);
  return inOrder(left.filter((node) => !among.has(node)));
}

export function addToIndex(index: Map<string, number[]>, value: string, node: number): void {
  const nodes = index.get(value);
  if (!nodes) index.set(value, [node]);
  else if (nodes.at(-1) !== node) nodes.push(node);
}

export function fromIndex(
  index: ReadonlyMap<string, number[]>,
  values: readonly string[],
): readonly number[] {
  const [only, ...others] = values;
  if (only === undefined) return [];
  if (others.length === 0) return index.get(only) ?? [];
  return inOrder(values.flatMap((value) => index.get(value) ?? []));
}

/** An argument declared as a string. */
export function textOfItem(of: Item): string {
  if (of.type === 'untyped' || of.type === 'string') return of.value;
  return raise('XPTY0004', `A ${of.type} stands where a string is expected`);
}

/** A predicate: a number is a position, anything else true or false. */
export function isAtPosition(of: Item | undefined, position: number): boolean {
  if (of === undefined) return false;
  const isNumber = of.type === 'integer' || of.type === 'decimal' || of.type === 'double';
  return isNumber ? doubleOf(of) === position : isTrue(of);
}

/** round() and its kin on a value of any type. */
export function numeric(
  ofExact: (value: exact.Exact) => exact.Exact,
  ofDouble: (value: number) => number,
  of: Item,
): Item {
  if (of.type === 'integer' || of.type === 'decimal') return item(of.type, ofExact(of.value));
  return item('double', ofDouble(doubleOf(of)));
}

export function integerOf(of: Item): exact.Exact {
  if (of.type === 'integer') return of.value;
  if (of.type === 'untyped') return exact.parseInteger(of.value);
  return raise('XPTY0004', `A ${of.type} stands where an integer is expected`);
}

export function within(
  value: exact.Exact,
  from: exact.Exact | undefined,
  to: exact.Exact | undefined,
): exact.Exact {
  const isLess = from !== undefined && exact.compare(value, from) < 0;
  const isMore = to !== undefined && exact.compare(value, to) > 0;
  return isLess || isMore ? raise('FORG0001', 'An integer is out of the bounds of its type') : value;
}

/** Function conversion rules for a value of a type known only now. */
export function convertItem(of: Item, type: AtomicType): unknown {
  if (of.type === type) return of.value;
  const isPromoted =
    (type === 'decimal' && of.type === 'integer') ||
    (type === 'double' && (of.type === 'integer' || of.type === 'decimal'));
  if (of.type === 'untyped' || isPromoted) return cast(of, type).value;
  return raise('XPTY0004', `A ${of.type} stands where a ${type} is expected`);
}

/** `castable as` for a sequence: of one item, or of none where that is allowed. */
export function areCastable(
  values: readonly unknown[],
  from: AtomicType | 'any',
  to: AtomicType,
  isEmptyAllowed: boolean,
): boolean {
  const [value, ...others] = values;
  if (values.length === 0) return isEmptyAllowed;
  if (others.length > 0) return false;
  if (from === 'untyped' || from === 'string') return isCastable(value as string, to);
  return isCastableItem(from === 'any' ? (value as Item) : item(from, value), to);
}

export function average(items: readonly Item[]): Item | undefined {
  if (items.length === 0) return undefined;
  const total = items.reduce<Item>((sum, each) => arithmetic('+', sum, each), { type: 'integer', value: 0 });
  return arithmetic('div', total, { type: 'integer', value: items.length });
}

/** min (`sign` -1) and max (`sign` 1) [F&O 15.4]. */
export function extreme(items: readonly Item[], sign: number): Item | undefined {
  let best: Item | undefined;
  for (const each of items) {
    const candidate: Item =
      each.type === 'untyped' ? { type: 'double', value: parseDouble(each.value) } : each;
    if (candidate.type === 'double' && Number.isNaN(candidate.value)) return candidate;
    if (best === undefined || compareValues(sign > 0 ? '>' : '<', candidate, best)) best = candidate;
  }
  return best;
}

export const distinctTexts = (texts: readonly string[]): string[] => [...new Set(texts)];

/** The first of each group of equal items. */
export function distinct(items: readonly Item[]): Item[] {
  const found = new Map<string, Item>();
  for (const each of items) {
    const key = keyOf(each);
    if (!found.has(key)) found.set(key, each);
  }
  return [...found.values()];
}

/** Equal for values that `eq` finds equal, also across types. */
function keyOf(of: Item): string {
  if (of.type === 'untyped' || of.type === 'string') return `s${of.value}`;
  if (of.value instanceof Moment) return `${of.type}${of.value.instant}`;
  if (of.type === 'boolean') return String(of.value);
  if (of.type === 'double' && !Number.isFinite(of.value)) return `n${of.value}`;
  return `n${exact.formatExact(of.type === 'double' ? exact.fromDouble(of.value) : (of.value as exact.Exact))}`;
}

/** Positions of the items equal to a value; what cannot be compared is not equal. */
export function indexesOf(items: readonly Item[], wanted: Item): number[] {
  const like: Item = wanted.type === 'untyped' ? { type: 'string', value: wanted.value } : wanted;
  return items.flatMap((each, index) => (isEqual(each, like) ? [index + 1] : []));
}

function isEqual(a: Item, b: Item): boolean {
  const left: Item = a.type === 'untyped' ? { type: 'string', value: a.value } : a;
  try {
    return compareGeneral('=', left, b);
  } catch (error) {
    if (error instanceof DynamicError) return false;
    throw error;
  }
}

export function subsequence<T>(items: readonly T[], start: number, length = Number.POSITIVE_INFINITY): T[] {
  const from = Math.round(start);
  const to = from + Math.round(length);
  return items.filter((_, index) => index + 1 >= from && index + 1 < to);
}

export const remove = <T>(items: readonly T[], position: number): T[] =>
  items.filter((_, index) => index + 1 !== position);
