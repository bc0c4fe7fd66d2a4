import type { FunctionDefinition, Key } from '../schema/schema.ts';
import { type Expression, XPathError } from '../xpath/ast.ts';
import type { Code, ItemType } from './code.ts';
import type { JsModule } from './js-module.ts';

/** An item that an expression may refer to: a local variable and its type. */
export interface Item {
  js: string;
  type: ItemType;
}

/** What an expression sees around it [XPath 2.0, 2.1]. */
export interface Env {
  readonly unit: Unit;
  readonly context: Item | undefined;
  /** The node of the rule. */
  readonly current: Item | undefined;
  readonly position: string | undefined;
  readonly last: string | undefined;
  readonly variables: ReadonlyMap<string, () => Code>;
}

/** What the whole schema has in common. */
export interface Unit {
  readonly module: JsModule;
  readonly namespaces: ReadonlyMap<string, string>;
  readonly functions: readonly FunctionDefinition[];
  readonly keys: readonly Key[];
  readonly globals: Map<string, () => Code>;
  /** Functions of the schema that are being compiled or ready, by name and types of arguments. */
  readonly compiledFunctions: Map<string, CompiledFunction>;
  readonly compile: (expression: Expression, env: Env) => Code;
}

export interface CompiledFunction {
  name: string;
  /** Unknown while a function without declared type is compiled. */
  result: { form: 'value' | 'loop'; type: ItemType; presence: 'always' | 'maybe' } | undefined;
}

export function withContext(env: Env, context: Item, position?: string, last?: string): Env {
  return { ...env, context, position, last };
}

export function withVariable(env: Env, name: string, code: () => Code): Env {
  return { ...env, variables: new Map(env.variables).set(name, code) };
}

export function namespaceOf(env: Env, prefix: string): string {
  if (prefix === '') return '';
  const uri = env.unit.namespaces.get(prefix);
  if (uri === undefined) throw new XPathError(`The prefix ${prefix} is not declared`, prefix);
  return uri;
}
