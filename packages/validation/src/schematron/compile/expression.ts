import { type Expression, XPathError } from '../xpath/ast.ts';
import { compileArithmetic, compileNegation, compileRange } from './arithmetic.ts';
import { compileCall } from './call.ts';
import { compileTypeExpression } from './cast.ts';
import { always, type Code, plainNumber, type Value } from './code.ts';
import { compileComparison } from './comparison.ts';
import type { Env } from './env.ts';
import {
  compileFor,
  compileIf,
  compileLet,
  compileMap,
  compileQuantified,
  compileSequence,
  compileSet,
} from './flow.ts';
import { literal } from './js-module.ts';
import { truth } from './operand.ts';
import { compilePath } from './path.ts';
import { filtered } from './predicate.ts';

/** Compiles an expression: what it gives, and the JavaScript that gives it. */
export function compileExpression(expression: Expression, env: Env): Code {
  switch (expression.kind) {
    case 'string':
      return { ...always('string', literal(expression.value)), constant: expression.value };
    case 'number':
      return numberLiteral(expression, env);
    case 'variable':
      return variable(expression.name, env);
    case 'context':
      return contextItem(env);
    case 'sequence':
      return compileSequence(expression, env);
    case 'path':
      return compilePath(expression, env);
    case 'filter':
      return filtered(env.unit.compile(expression.base, env), expression.predicates, env);
    case 'call':
      return compileCall(expression, env);
    case 'if':
      return compileIf(expression, env);
    case 'for':
      return compileFor(expression, env);
    case 'let':
      return compileLet(expression, env);
    case 'quantified':
      return compileQuantified(expression, env);
    case 'map':
      return compileMap(expression, env);
    case 'union':
      return compileSet('union', expression.operands, env);
    case 'intersect':
    case 'except':
      return compileSet(expression.kind, [expression.left, expression.right], env);
    case 'and':
    case 'or':
      return logical(expression, env);
    default:
      return compileOperator(expression, env);
  }
}

type Operator = Extract<
  Expression,
  {
    kind:
      | 'general'
      | 'value'
      | 'node'
      | 'arithmetic'
      | 'negation'
      | 'range'
      | 'cast'
      | 'castable'
      | 'treat'
      | 'instance';
  }
>;

function compileOperator(expression: Operator, env: Env): Code {
  switch (expression.kind) {
    case 'general':
    case 'value':
    case 'node':
      return compileComparison(expression, env);
    case 'arithmetic':
      return compileArithmetic(expression, env);
    case 'negation':
      return compileNegation(expression, env);
    case 'range':
      return compileRange(expression, env);
    default:
      return compileTypeExpression(expression, env);
  }
}

function numberLiteral({ type, text }: Extract<Expression, { kind: 'number' }>, env: Env): Value {
  if (type === 'double') return always('double', String(Number(text)));
  if (type === 'integer' && Number.isSafeInteger(Number(text))) return plainNumber(String(Number(text)));
  return always(type, env.unit.module.constant(`parseDecimal(${literal(text)})`));
}

function variable(name: string, env: Env): Code {
  const read = env.variables.get(name);
  if (!read) throw new XPathError(`The variable $${name} is not declared`, `$${name}`);
  return read();
}

function contextItem({ context }: Env): Value {
  if (!context) throw new XPathError('There is no context item here');
  return always(context.type, context.js);
}

function logical(expression: Extract<Expression, { kind: 'and' | 'or' }>, env: Env): Value {
  const { module, compile } = env.unit;
  const operands = expression.operands.map((operand) => `(${truth(module, compile(operand, env))})`);
  return always('boolean', `(${operands.join(expression.kind === 'and' ? '&&' : '||')})`);
}
