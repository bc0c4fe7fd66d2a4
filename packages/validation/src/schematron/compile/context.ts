import { type Expression, type NodeTest, type Step, XPathError } from '../xpath/ast.ts';
import { parseXPath } from '../xpath/parser.ts';
import { axisStep } from './axis.ts';
import { always, type NodeType } from './code.ts';
import { type Env, namespaceOf, withContext } from './env.ts';
import { literal } from './js-module.ts';
import { exists, single, truth } from './operand.ts';
import { filtered, isPositional } from './predicate.ts';

/**
 * One alternative of a pattern [XSLT 2.0, 5.5]: steps from the outermost to the node itself. No steps at all is the
 * document.
 */
export interface Alternative {
  isAnchored: boolean;
  steps: ContextStep[];
}

export interface ContextStep {
  isAttribute: boolean;
  test: NodeTest;
  /** Whether any number of elements may stand between this step and the one before. */
  isAfterGap: boolean;
  predicates: Expression[];
}

/** The alternatives of the context of a rule. */
export function contextAlternatives(context: string): Alternative[] {
  return alternatives(parseXPath(context));
}

function alternatives(expression: Expression): Alternative[] {
  switch (expression.kind) {
    case 'union':
      return expression.operands.flatMap(alternatives);
    case 'path':
      return pathAlternatives(expression.steps, expression.isAbsolute);
    case 'filter':
      return alternatives(expression.base).map((alternative) =>
        withPredicates(alternative, expression.predicates),
      );
    default:
      throw new XPathError(`A context cannot be an expression of this kind: ${expression.kind}`, 'context');
  }
}

function withPredicates(alternative: Alternative, predicates: Expression[]): Alternative {
  const steps = alternative.steps.map((step, index) =>
    index === alternative.steps.length - 1
      ? { ...step, predicates: [...step.predicates, ...predicates] }
      : step,
  );
  return { ...alternative, steps };
}

const MAX_ALTERNATIVES = 500;
/** Each `//` within a path multiplies the ways in which it may fit a deep document. */
const MAX_GAPS = 2;

function checkGaps({ steps }: Alternative): void {
  if (steps.filter(({ isAfterGap }) => isAfterGap).length > MAX_GAPS)
    throw new XPathError(`A context has more than ${MAX_GAPS} "//" within a path`, 'context');
}

interface Partial {
  alternative: Alternative;
  hasGap: boolean;
}

function pathAlternatives(steps: readonly Step[], isAbsolute: boolean): Alternative[] {
  let partials: Partial[] = [{ alternative: { isAnchored: isAbsolute, steps: [] }, hasGap: false }];
  for (const step of steps) {
    partials = partials.flatMap((partial) => extended(partial, step));
    if (partials.length > MAX_ALTERNATIVES)
      throw new XPathError('A context has too many alternatives', 'context');
  }
  for (const { alternative } of partials) checkGaps(alternative);
  return partials.map(({ alternative }) => alternative);
}

function extended({ alternative, hasGap }: Partial, step: Step): Partial[] {
  const isFirst = alternative.steps.length === 0;
  if (step.kind === 'expression') {
    const inner = alternatives(step.expression).map((inside) => withPredicates(inside, step.predicates));
    return inner.map((inside) => joined(alternative, inside, hasGap));
  }
  if (step.axis === 'descendant-or-self' && step.test.kind === 'node') {
    const isAnchored = isFirst ? false : alternative.isAnchored;
    return [{ alternative: { ...alternative, isAnchored }, hasGap: true }];
  }
  if (step.axis === 'self' && step.test.kind === 'node' && step.predicates.length === 0)
    return [{ alternative, hasGap }];
  if (step.axis !== 'child' && step.axis !== 'attribute')
    throw new XPathError(`The axis ${step.axis} cannot be part of a context`, step.axis);
  const { test, predicates } = step;
  if (test.kind !== 'name' && test.kind !== 'element' && test.kind !== 'node' && test.kind !== 'attribute')
    throw new XPathError(`${test.kind}() cannot be the context of a rule`, `${test.kind}()`);
  const next = { isAttribute: step.axis === 'attribute', test, isAfterGap: hasGap && !isFirst, predicates };
  return [{ alternative: { ...alternative, steps: [...alternative.steps, next] }, hasGap: false }];
}

/** What stands in parentheses continues the path before it. */
function joined(before: Alternative, inside: Alternative, hasGap: boolean): Partial {
  if (before.steps.length === 0 && !before.isAnchored) return { alternative: inside, hasGap: false };
  if (inside.isAnchored) throw new XPathError('An absolute path cannot stand within a path', 'context');
  const [first, ...others] = inside.steps;
  if (!first) return { alternative: before, hasGap };
  const steps = [...before.steps, { ...first, isAfterGap: hasGap && before.steps.length > 0 }, ...others];
  return { alternative: { isAnchored: before.isAnchored, steps }, hasGap: false };
}

/** The type of the nodes that a context matches. */
export function contextType(all: readonly Alternative[]): NodeType {
  const isAttribute = all.map(({ steps }) => steps.at(-1)?.isAttribute ?? false);
  if (isAttribute.every((is) => !is)) return 'tree';
  return isAttribute.every((is) => is) ? 'attribute' : 'node';
}

/** The JavaScript of an alternative, as the run time reads it. */
export function alternativeJs({ isAnchored, steps }: Alternative, env: Env): string {
  const list = steps.map((step) => {
    const conditions = conditionFunctions(step, env).join(',');
    return `{isAttribute:${step.isAttribute},isAfterGap:${step.isAfterGap},test:${testJs(step.test, env)},conditions:[${conditions}]}`;
  });
  return `{isAnchored:${isAnchored},steps:[${list.join(',')}]}`;
}

function testJs(test: NodeTest, env: Env): string {
  if (test.kind !== 'name') return '{}';
  const uri = test.prefix === '*' ? '' : `uri:${literal(namespaceOf(env, test.prefix))}`;
  const localName = test.localName === '*' ? '' : `localName:${literal(test.localName)}`;
  return `{${[uri, localName].filter((part) => part !== '').join(',')}}`;
}

/** A function of the node for each predicate; positions are those among siblings that the step would find. */
function conditionFunctions(step: ContextStep, env: Env): string[] {
  const { module } = env.unit;
  const type: NodeType = step.isAttribute ? 'attribute' : 'tree';
  const node = { js: module.local(), type };
  const firstPositional = step.predicates.findIndex(isPositional);
  const plain = firstPositional < 0 ? step.predicates : step.predicates.slice(0, firstPositional);
  const inside = withContext({ ...env, current: node }, node);
  const functions = plain.map((predicate) =>
    module.define([node.js], `return ${truth(module, env.unit.compile(predicate, inside))};`),
  );
  if (firstPositional >= 0) functions.push(amongSiblings(step, node, inside));
  return functions;
}

function amongSiblings(step: ContextStep, node: { js: string; type: NodeType }, env: Env): string {
  const { module } = env.unit;
  const parent = single(
    module,
    axisStep(always(node.type, node.js), { axis: 'parent', test: { kind: 'node' }, predicates: [] }, env),
  );
  const axis = step.isAttribute ? 'attribute' : 'child';
  const siblings = axisStep(parent, { axis, test: step.test, predicates: step.predicates }, env);
  const other = module.local();
  const same = filtered(siblings, [], env);
  if (same.form === 'value') return module.define([node.js], `return ${exists(module, same)};`);
  return module.define(
    [node.js],
    `${same.each((item) => `{const ${other}=${item};if(${other}===${node.js})return true;}`)}return false;`,
  );
}
