import { type Expression, XPathError } from '../xpath/ast.ts';
import { Arguments, type Library, type LibraryFunction } from './arguments.ts';
import { castTo, namedType } from './cast.ts';
import type { Code } from './code.ts';
import { DATE_FUNCTIONS } from './date-functions.ts';
import type { Env } from './env.ts';
import { NUMBER_FUNCTIONS } from './number-functions.ts';
import { SEQUENCE_FUNCTIONS } from './sequence-functions.ts';
import { STRING_FUNCTIONS } from './string-functions.ts';
import { callSchemaFunction } from './user-function.ts';

const FUNCTIONS = 'http://www.w3.org/2005/xpath-functions';

/** All there is. What is not here, such as `document()`, is refused by its name. */
const LIBRARY: ReadonlyMap<string, LibraryFunction> = new Map(
  [STRING_FUNCTIONS, NUMBER_FUNCTIONS, SEQUENCE_FUNCTIONS, DATE_FUNCTIONS].flatMap((library: Library) =>
    Object.entries(library),
  ),
);

/** A function call: of the library, of a type such as `xs:date(…)`, or of an `xsl:function` of the schema. */
export function compileCall(expression: Extract<Expression, { kind: 'call' }>, env: Env): Code {
  const { name, operands } = expression;
  const found = LIBRARY.get(libraryName(name, env));
  if (found) {
    if (operands.length < found.least || operands.length > found.most)
      throw new XPathError(`${name}() does not take ${operands.length} arguments`, name);
    return found.compile(new Arguments(operands, env));
  }
  const [operand, ...others] = operands;
  if (operand && others.length === 0 && namedType(name, env))
    return castTo(env.unit.compile(operand, env), { name, occurrence: '?' }, env);
  return (
    callSchemaFunction(name, operands, env) ??
    unknown(`The function ${name} with ${operands.length} arguments is not supported`, name)
  );
}

function unknown(message: string, name: string): never {
  throw new XPathError(message, name);
}

/** Library functions are called without prefix or by one of their namespace. */
function libraryName(name: string, env: Env): string {
  const [prefix = '', localName] = name.split(':');
  if (localName === undefined) return name;
  const uri = env.unit.namespaces.get(prefix) ?? (prefix === 'fn' ? FUNCTIONS : undefined);
  return uri === FUNCTIONS ? localName : '';
}
