import { type Expression, XPathError } from '../xpath/ast.ts';
import { doubleArgument } from './arithmetic.ts';
import { required } from './cast.ts';
import { always, type Code, type Value } from './code.ts';
import type { Env } from './env.ts';
import type { JsModule } from './js-module.ts';
import { atomised, lift, orElse, single, stringArgument, textOf } from './operand.ts';

/** The arguments of a function call, as its parameters want them. */
export class Arguments {
  readonly env: Env;
  readonly operands: readonly Expression[];
  readonly #compiled: Code[] = [];

  constructor(operands: readonly Expression[], env: Env) {
    this.operands = operands;
    this.env = env;
  }

  get module(): JsModule {
    return this.env.unit.module;
  }

  get count(): number {
    return this.operands.length;
  }

  /** An argument as it is; the context item where it is left out. Compiled once, however often it is asked for. */
  code(index: number): Code {
    const code = this.#compiled[index] ?? this.#compile(index);
    this.#compiled[index] = code;
    return code;
  }

  #compile(index: number): Code {
    const operand = this.operands[index];
    if (operand) return this.env.unit.compile(operand, this.env);
    const { context } = this.env;
    if (!context) throw new XPathError('There is no context item here');
    return always(context.type, context.js);
  }

  /** Parameter `xs:string?`, the empty string when missing; `string(.)` where it is left out. */
  text(index: number): Value {
    if (this.operands[index]) return stringArgument(this.module, this.code(index));
    return this.asString(index);
  }

  /** Any item as text, the empty string when missing. */
  asString(index: number): Value {
    const code = this.code(index);
    if (code.form === 'value' && code.constant !== undefined) return code;
    const value = single(this.module, code);
    return orElse(
      lift(this.module, [value], 'string', (item) => textOf(item, value.type)),
      "''",
    );
  }

  /** Parameter `xs:double`. */
  double(index: number): string {
    return required(doubleArgument(this.module, this.code(index))).js;
  }

  /** One atomic value at most. */
  atomic(index: number): Value {
    return single(this.module, atomised(this.module, this.code(index)));
  }

  /** The string of an argument that is known while compiling. */
  constant(index: number): string | undefined {
    if (!this.operands[index]) return undefined;
    const code = this.code(index);
    return code.form === 'value' ? code.constant : undefined;
  }
}

/** A function of the library: how many arguments it takes, and what becomes of a call. */
export interface LibraryFunction {
  least: number;
  most: number;
  compile: (given: Arguments) => Code;
}

export type Library = Record<string, LibraryFunction>;

export const taking = (
  least: number,
  most: number,
  compile: (given: Arguments) => Code,
): LibraryFunction => ({
  least,
  most,
  compile,
});
