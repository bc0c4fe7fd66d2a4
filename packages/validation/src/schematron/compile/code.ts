import type { AtomicType } from '../runtime/any.ts';

/** Kinds of nodes: `tree` is the document or an element, `node` any kind. */
export type NodeType = 'tree' | 'attribute' | 'text' | 'node';

/** `any` is a value of which the type is known at run time only: an object of type and value. */
export type ItemType = AtomicType | NodeType | 'any';

/** At most one item, as a JavaScript expression: `undefined` (or -1 for nodes) when there is none. */
export interface Value {
  form: 'value';
  type: ItemType;
  presence: 'always' | 'maybe' | 'never';
  js: string;
  /** The string, when it is known while compiling. */
  constant?: string;
  /** An integer that is always a plain number of JavaScript, such as a count. */
  isNumber?: true;
}

/** Any number of items, as a loop in JavaScript statements. */
export interface Loop {
  form: 'loop';
  type: ItemType;
  order: Order;
  /** Statements that run what `body` answers for each item; `body` gets a local variable. */
  each: (body: (item: string) => string) => string;
  /** The strings, when all are known while compiling. */
  constants?: readonly string[];
}

export type Code = Value | Loop;

/**
 * What is known of the order of nodes: one at most; in document order and none inside another (`level`); in document
 * order; to be sorted and freed of duplicates; or in an order of its own, as `for` makes.
 */
export type Order = 'single' | 'level' | 'sorted' | 'unordered' | 'sequence';

export const EMPTY: Value = { form: 'value', type: 'untyped', presence: 'never', js: 'undefined' };

export const always = (type: ItemType, js: string): Value => ({
  form: 'value',
  type,
  presence: 'always',
  js,
});
export const plainNumber = (js: string): Value => ({ ...always('integer', js), isNumber: true });
export const maybe = (type: ItemType, js: string): Value => ({ form: 'value', type, presence: 'maybe', js });

const NODES: readonly ItemType[] = ['tree', 'attribute', 'text', 'node'];

export const isNode = (type: ItemType): type is NodeType => NODES.includes(type);
export const isText = (type: ItemType): boolean => type === 'untyped' || type === 'string';
export const isExact = (type: ItemType): boolean => type === 'integer' || type === 'decimal';
export const isNumeric = (type: ItemType): boolean => isExact(type) || type === 'double';

export const absent = (type: ItemType): string => (isNode(type) ? '-1' : 'undefined');
export const isPresent = (js: string, type: ItemType): string =>
  isNode(type) ? `${js}>=0` : `${js}!==undefined`;

/** The type that items of both types have; undefined when they must be told apart at run time. */
export function commonType(a: ItemType, b: ItemType): ItemType | undefined {
  if (a === b) return a;
  if (isNode(a) && isNode(b)) return 'node';
  return isExact(a) && isExact(b) ? 'decimal' : undefined;
}
