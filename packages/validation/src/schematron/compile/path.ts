import { type Expression, type Step, XPathError } from '../xpath/ast.ts';
import { axisStep } from './axis.ts';
import { always, type Code, isNode, type Order, type Value } from './code.ts';
import type { Env } from './env.ts';
import { withContext } from './env.ts';
import { isSimple } from './js-module.ts';
import type { Test } from './node-test.ts';
import { arrayOf, each, loopOver, ordered } from './operand.ts';
import { filtered, isPositional } from './predicate.ts';

type AxisStep = Extract<Step, { kind: 'axis' }>;
type ExpressionStep = Extract<Step, { kind: 'expression' }>;
type WideStep = (Omit<AxisStep, 'test'> & { test: Test }) | ExpressionStep;

/** A path [XPath 2.0, 3.2]: a loop within a loop for each step. */
export function compilePath(path: Extract<Expression, { kind: 'path' }>, env: Env): Code {
  const steps = simplified(path.steps);
  if (!path.isAbsolute) return relative(steps, env);
  const variable = steps.findIndex((step) => step.kind !== 'axis' || step.predicates.length > 0);
  const fixed = variable < 0 ? steps.length : variable;
  const root: Value = always('tree', '0');
  return walk(onceForDocument(walk(root, steps.slice(0, fixed), env), env), steps.slice(fixed), env);
}

function relative(steps: readonly WideStep[], env: Env): Code {
  const { context } = env;
  const [first, ...others] = steps;
  if (first?.kind === 'expression')
    return walk(filtered(env.unit.compile(first.expression, env), first.predicates, env), others, env);
  if (!context) throw new XPathError('There is no context for a path here');
  return walk(always(context.type, context.js), steps, env);
}

/** Where an absolute path begins is looked up once, not for every node that asks. */
function onceForDocument(code: Code, env: Env): Code {
  if (code.form === 'value' || !isNode(code.type)) return code;
  const { module } = env.unit;
  return loopOver(
    module,
    arrayOf(module, code),
    code.type,
    code.order === 'unordered' ? 'sorted' : code.order,
  );
}

const walk = (start: Code, steps: readonly WideStep[], env: Env): Code =>
  steps.reduce<Code>(
    (code, step) => (step.kind === 'axis' ? axisStep(code, step, env) : expressionStep(code, step, env)),
    start,
  );

/** An expression for each node so far: `a/(b | c)`, `a/string(.)`. */
function expressionStep(base: Code, step: ExpressionStep, env: Env): Code {
  const { module, compile } = env.unit;
  if (!isNode(base.type)) throw new XPathError('A step does not start from nodes');
  const isOne = base.form === 'value' && base.presence === 'always' && isSimple(base.js);
  const context = { js: isOne ? base.js : module.local(), type: base.type };
  const inside = withContext(env, context);
  const inner = filtered(compile(step.expression, inside), step.predicates, inside);
  if (isOne) return inner;
  const sequence = isNode(inner.type) ? base : ordered(module, base);
  return {
    form: 'loop',
    type: inner.type,
    order: isNode(inner.type) ? orderOfResult(base, inner) : 'sequence',
    each: (body) =>
      each(module, sequence, (item) => `{const ${context.js}=${item};${each(module, inner, body)}}`),
  };
}

function orderOfResult(base: Code, inner: Code): Order {
  if (base.form === 'loop' && base.order !== 'single') return 'unordered';
  if (inner.form === 'value') return 'single';
  return inner.order === 'sequence' ? 'unordered' : inner.order;
}

/** `//x` as one descendant step, and `(a | b)` as one step with two names, where that means the same. */
function simplified(steps: readonly Step[]): WideStep[] {
  const wide = steps.map(widened);
  const result: WideStep[] = [];
  let isTaken = false;
  for (const [at, step] of wide.entries()) {
    const next = wide[at + 1];
    if (isTaken) {
      isTaken = false;
      continue;
    }
    if (
      isEveryNodeBelow(step) &&
      next?.kind === 'axis' &&
      next.axis === 'child' &&
      !next.predicates.some(isPositional)
    ) {
      result.push({ ...next, axis: 'descendant' });
      isTaken = true;
    } else result.push(step);
  }
  return result;
}

const isEveryNodeBelow = (step: WideStep): boolean =>
  step.kind === 'axis' &&
  step.axis === 'descendant-or-self' &&
  step.test.kind === 'node' &&
  step.predicates.length === 0;

function widened(step: Step): WideStep {
  if (step.kind !== 'expression' || step.expression.kind !== 'union') return step;
  if (step.predicates.some(isPositional)) return step;
  const tests: Test[] = [];
  for (const operand of step.expression.operands) {
    const only =
      operand.kind === 'path' && !operand.isAbsolute && operand.steps.length === 1
        ? operand.steps[0]
        : undefined;
    if (
      only?.kind !== 'axis' ||
      only.axis !== 'child' ||
      only.predicates.length > 0 ||
      only.test.kind !== 'name'
    )
      return step;
    tests.push(only.test);
  }
  return { kind: 'axis', axis: 'child', test: { kind: 'one-of', tests }, predicates: step.predicates };
}
