import type { Expression } from '../xpath/ast.ts';
import { type Env, namespaceOf } from './env.ts';

/** Names of child elements, one below the other, as namespace and local name. */
export type ElementPath = { uri: string; localName: string }[];

const MAX_PATHS = 200;

/**
 * The paths of which a test says that none is there: `not(a/b)`, also several joined by `and`. Undefined for every
 * other test. Such tests are asked of the paths that occur, not of every node.
 */
export function absentPaths(test: Expression, env: Env): ElementPath[] | undefined {
  if (test.kind === 'and') return all(test.operands.map((operand) => absentPaths(operand, env)));
  if (test.kind !== 'call' || test.name !== 'not') return undefined;
  const [operand] = test.operands;
  if (!operand) return undefined;
  const operands = operand.kind === 'or' ? operand.operands : [operand];
  return all(operands.map((one) => childPaths(one, env)));
}

function all(lists: (ElementPath[] | undefined)[]): ElementPath[] | undefined {
  const paths: ElementPath[] = [];
  for (const list of lists) {
    if (!list) return undefined;
    paths.push(...list);
  }
  return paths.length <= MAX_PATHS ? paths : undefined;
}

/** The paths of an expression made only of child steps with names, without predicates. */
function childPaths(expression: Expression, env: Env): ElementPath[] | undefined {
  if (expression.kind === 'union') return all(expression.operands.map((operand) => childPaths(operand, env)));
  if (expression.kind !== 'path' || expression.isAbsolute) return undefined;
  let paths: ElementPath[] = [[]];
  for (const step of expression.steps) {
    if (step.predicates.length > 0) return undefined;
    const next = step.kind === 'expression' ? childPaths(step.expression, env) : namedChild(step, env);
    if (!next || paths.length * next.length > MAX_PATHS) return undefined;
    paths = paths.flatMap((path) => next.map((tail) => [...path, ...tail]));
  }
  return paths;
}

function namedChild(
  step: Extract<Expression, { kind: 'path' }>['steps'][number] & { kind: 'axis' },
  env: Env,
): ElementPath[] | undefined {
  const { axis, test } = step;
  if (axis !== 'child' || test.kind !== 'name' || test.prefix === '*' || test.localName === '*')
    return undefined;
  return [[{ uri: namespaceOf(env, test.prefix), localName: test.localName }]];
}
