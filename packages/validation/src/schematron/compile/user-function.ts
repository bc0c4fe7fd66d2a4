import type { FunctionDefinition, Instruction } from '../schema/schema.ts';
import { type Expression, XPathError } from '../xpath/ast.ts';
import { parseXPath } from '../xpath/parser.ts';
import { converted } from './cast.ts';
import { absent, type Code, type Value } from './code.ts';
import type { CompiledFunction, Env } from './env.ts';
import { withVariable } from './env.ts';
import { namedFunction } from './js-module.ts';
import { arrayOf, loopOver } from './operand.ts';

/** A call of an `xsl:function`; undefined when the schema has none of that name and number of parameters. */
export function callSchemaFunction(
  name: string,
  operands: readonly Expression[],
  env: Env,
): Code | undefined {
  const { unit } = env;
  const definition = unit.functions.find(
    (candidate) => candidate.name === name && candidate.parameters.length === operands.length,
  );
  if (!definition) return undefined;
  const given = operands.map((operand, index) =>
    argument(unit.compile(operand, env), definition.parameters[index]?.as, env),
  );
  const compiled = compiledFor(definition, given, env);
  const { result } = compiled;
  if (!result) throw new XPathError(`The function ${name} calls itself but does not declare its type`, name);
  const js = `${compiled.name}(${given.map((code) => passed(code, env)).join(',')})`;
  if (result.form === 'loop') return loopOver(unit.module, js, result.type);
  return { form: 'value', type: result.type, presence: result.presence, js };
}

const argument = (code: Code, as: string | undefined, env: Env): Code =>
  as === undefined ? code : converted(code, as, env);

const passed = (code: Code, env: Env): string =>
  code.form === 'loop'
    ? arrayOf(env.unit.module, code)
    : code.presence === 'never'
      ? absent(code.type)
      : code.js;

/** The function for arguments of these types: parameters without declared type take any. */
function compiledFor(definition: FunctionDefinition, given: readonly Code[], env: Env): CompiledFunction {
  const { unit } = env;
  const types = given.map((code) => `${code.type}/${code.form === 'loop' ? 'loop' : code.presence}`);
  const key = JSON.stringify([definition.name, ...types]);
  const known = unit.compiledFunctions.get(key);
  if (known) return known;
  const compiled: CompiledFunction = {
    name: `u${unit.compiledFunctions.size}`,
    result: declared(definition, env),
  };
  unit.compiledFunctions.set(key, compiled);
  const { js, code } = body(definition, given, env);
  compiled.result = resultOf(code);
  unit.module.add(namedFunction(compiled.name, js.parameters, js.body));
  return compiled;
}

const resultOf = (code: Code): NonNullable<CompiledFunction['result']> => ({
  form: code.form,
  type: code.type,
  presence: code.form === 'value' && code.presence === 'always' ? 'always' : 'maybe',
});

/** What a call answers before the body is compiled, for functions that call themselves. */
function declared({ as }: FunctionDefinition, env: Env): CompiledFunction['result'] {
  if (as === undefined || as.includes('(')) return undefined;
  return resultOf(converted({ form: 'value', type: 'any', presence: 'always', js: 'x' }, as, env));
}

function body(
  definition: FunctionDefinition,
  given: readonly Code[],
  env: Env,
): { js: { parameters: string[]; body: string }; code: Code } {
  const { module, compile, globals } = env.unit;
  const parameters = given.map(() => module.local());
  let inside: Env = {
    unit: env.unit,
    context: undefined,
    current: undefined,
    position: undefined,
    last: undefined,
    variables: globals,
  };
  for (const [index, code] of given.entries()) {
    const name = definition.parameters[index]?.name ?? '';
    inside = withVariable(inside, name, () => received(code, parameters[index] ?? '', env));
  }
  const content = compile(asExpression(definition.body), inside);
  const code = definition.as === undefined ? content : converted(content, definition.as, inside);
  const result = module.local();
  const value = passed(code, env);
  return {
    js: { parameters, body: `doc.enter();const ${result}=${value};doc.leave();return ${result};` },
    code,
  };
}

/** An argument as its parameter has it. */
function received(code: Code, parameter: string, env: Env): Code {
  if (code.form === 'loop') return loopOver(env.unit.module, parameter, code.type);
  const { constant: _, ...plain }: Value = code;
  return plain.presence === 'never' ? plain : { ...plain, js: parameter };
}

/** Instructions as one expression: variables become `let`, choices `if`. */
function asExpression(instructions: readonly Instruction[]): Expression {
  const items: Expression[] = [];
  for (const [index, instruction] of instructions.entries()) {
    if (instruction.kind === 'variable') {
      const binding = { name: instruction.name, value: valueOfVariable(instruction), ...asOf(instruction) };
      items.push({ kind: 'let', bindings: [binding], result: asExpression(instructions.slice(index + 1)) });
      break;
    }
    items.push(itemOf(instruction));
  }
  return items.length === 1 && items[0] ? items[0] : { kind: 'sequence', items };
}

const asOf = ({ as }: { as: string | undefined }): { as?: string } => (as === undefined ? {} : { as });

/** Content without declared type is a tree of text; an expression is what it is. */
function valueOfVariable({ value, as }: Extract<Instruction, { kind: 'variable' }>): Expression {
  if (typeof value === 'string') return parseXPath(value);
  const content = asExpression(value);
  return as === undefined ? { kind: 'call', name: '#text', operands: [content] } : content;
}

function itemOf(instruction: Exclude<Instruction, { kind: 'variable' }>): Expression {
  switch (instruction.kind) {
    case 'sequence':
      return parseXPath(instruction.select);
    case 'value-of':
      return { kind: 'call', name: '#text', operands: [parseXPath(instruction.select)] };
    case 'text':
      return { kind: 'call', name: '#text', operands: [{ kind: 'string', value: instruction.text }] };
    default:
      return instruction.branches.reduceRight<Expression>(
        (otherwise, branch) => ({
          kind: 'if',
          condition: parseXPath(branch.test),
          consequent: asExpression(branch.body),
          otherwise,
        }),
        asExpression(instruction.otherwise),
      );
  }
}
