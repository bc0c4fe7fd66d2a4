import { type Axis, type Expression, XPathError } from '../xpath/ast.ts';
import { type Code, EMPTY, isNode, maybe, type NodeType, type Order, type Value } from './code.ts';
import { type Env, namespaceOf, withContext } from './env.ts';
import { isSimple } from './js-module.ts';
import { isExactName, type NameTest, nodeCondition, type Test, unsupported } from './node-test.ts';
import { each, loopOver, truth } from './operand.ts';
import { filtered, isPositional } from './predicate.ts';

interface AxisStep {
  axis: Axis;
  test: Test;
  predicates: Expression[];
}

/** How JavaScript walks an axis from `x`, which is a document or element unless said otherwise. */
interface Walk {
  /** Statements around `visit`, which looks at the local variable `node`. */
  from: (x: string, node: string, visit: string, stop: string) => string;
  order: (base: Order) => Order;
  type: NodeType;
  /** Whether the document itself may be among the nodes. */
  hasDocument?: boolean;
  isReverse?: boolean;
}

const down = (base: Order): Order => (base === 'single' || base === 'level' ? 'level' : 'unordered');
const below = (base: Order): Order => (base === 'single' || base === 'level' ? 'sorted' : 'unordered');
const beside = (base: Order): Order => (base === 'single' ? 'level' : 'unordered');
const around = (base: Order): Order => (base === 'single' ? 'sorted' : 'unordered');
const up = (base: Order): Order => (base === 'single' ? 'single' : 'unordered');

const WALKS: Record<Exclude<Axis, 'attribute'>, Walk> = {
  child: {
    from: (x, node, visit, stop) =>
      `const ${stop}=end[${x}];for(let ${node}=${x}+1;${node}<${stop};${node}=end[${node}])${visit}`,
    order: down,
    type: 'tree',
  },
  descendant: {
    from: (x, node, visit, stop) =>
      `const ${stop}=end[${x}];for(let ${node}=${x}+1;${node}<${stop};${node}++)${visit}`,
    order: below,
    type: 'tree',
  },
  'descendant-or-self': {
    from: (x, node, visit, stop) =>
      `const ${stop}=end[${x}];for(let ${node}=${x};${node}<${stop};${node}++)${visit}`,
    order: below,
    type: 'tree',
    hasDocument: true,
  },
  self: {
    from: (x, node, visit) => `const ${node}=${x};${visit}`,
    order: (base) => base,
    type: 'tree',
    hasDocument: true,
  },
  parent: {
    from: (x, node, visit) => `const ${node}=parent[${x}];if(${node}>=0)${visit}`,
    order: up,
    type: 'tree',
    hasDocument: true,
  },
  ancestor: {
    from: (x, node, visit) => `for(let ${node}=parent[${x}];${node}>=0;${node}=parent[${node}])${visit}`,
    order: () => 'unordered',
    type: 'tree',
    hasDocument: true,
    isReverse: true,
  },
  'ancestor-or-self': {
    from: (x, node, visit) => `for(let ${node}=${x};${node}>=0;${node}=parent[${node}])${visit}`,
    order: () => 'unordered',
    type: 'tree',
    hasDocument: true,
    isReverse: true,
  },
  'following-sibling': {
    from: (x, node, visit, stop) =>
      `const ${stop}=${x}>0?end[parent[${x}]]:0;for(let ${node}=end[${x}];${node}<${stop};${node}=end[${node}])${visit}`,
    order: beside,
    type: 'tree',
  },
  'preceding-sibling': {
    from: (x, node, visit) =>
      `if(${x}>0)for(let ${node}=parent[${x}]+1;${node}<${x};${node}=end[${node}])${visit}`,
    order: beside,
    type: 'tree',
    isReverse: true,
  },
  following: {
    from: (x, node, visit) => `for(let ${node}=end[${x}];${node}<end[0];${node}++)${visit}`,
    order: around,
    type: 'tree',
  },
  preceding: {
    from: (x, node, visit) => `for(let ${node}=1;${node}<${x};${node}++)if(end[${node}]<=${x})${visit}`,
    order: around,
    type: 'tree',
    isReverse: true,
  },
};

const ATTRIBUTES: Walk = {
  from: (x, node, visit, stop) =>
    `const ${stop}=attributes[${x}+1];for(let ${node}=attributes[${x}];${node}<${stop};${node}++)${visit}`,
  order: (base) => (base === 'unordered' || base === 'sequence' ? 'unordered' : 'level'),
  type: 'attribute',
};

/** One step along an axis from every node of `base` [XPath 2.0, 3.2.1]. */
export function axisStep(base: Code, step: AxisStep, env: Env): Code {
  if (!isNode(base.type)) throw new XPathError('A step does not start from nodes');
  if (base.type !== 'tree') return stepFromOther(base, base.type, step, env);
  if (step.test.kind === 'text' || (step.test.kind === 'node' && step.axis === 'child'))
    return childrenByList(base, step, env);
  if (step.axis === 'descendant' && base.form === 'value' && base.js === '0' && isExactName(step.test))
    return everyElement(step.test, step.predicates, env);
  const walk = step.axis === 'attribute' ? ATTRIBUTES : WALKS[step.axis];
  return oneNode(base, step, env) ?? walked(base, step, walk, env);
}

/** `//name`: from a list that the document keeps. */
function everyElement(test: NameTest, predicates: readonly Expression[], env: Env): Code {
  const { module } = env.unit;
  const name = module.name(namespaceOf(env, test.prefix), test.localName);
  return filtered(loopOver(module, `doc.named(${name})`, 'tree', 'sorted'), predicates, env);
}

/** Steps of which the result is one node at most, without a loop. */
function oneNode(base: Code, step: AxisStep, env: Env): Value | undefined {
  if (base.form !== 'value' || base.presence !== 'always' || !isSimple(base.js)) return undefined;
  if (step.predicates.length > 0) return undefined;
  const { module } = env.unit;
  if (step.axis === 'parent' && step.test.kind === 'node') return maybe('tree', `parent[${base.js}]`);
  if (step.axis === 'self' && step.test.kind === 'node') return base;
  if (step.axis !== 'attribute' || !isExactName(step.test)) return undefined;
  const name = module.name(namespaceOf(env, step.test.prefix), step.test.localName);
  return maybe('attribute', `attributeOf(${base.js},${name})`);
}

function walked(base: Code, step: AxisStep, walk: Walk, env: Env): Code {
  const { module } = env.unit;
  const node = module.local();
  const stop = module.local();
  const condition = nodeCondition(step.test, node, walk, env);
  if (condition === 'false') return { ...EMPTY, type: walk.type };
  const order = walk.order(base.form === 'value' ? 'single' : base.order);
  const positional = step.predicates.findIndex(isPositional);
  if (positional >= 0) return positioned(base, step, walk, order, env);
  const conditions = step.predicates.map((predicate) =>
    truthOfPredicate(predicate, { js: node, type: walk.type }, env),
  );
  const all = [condition, ...conditions].filter((part) => part !== 'true');
  const visit = (body: string): string => (all.length > 0 ? `if(${all.join('&&')}){${body}}` : `{${body}}`);
  return {
    form: 'loop',
    type: walk.type,
    order,
    each: (body) => each(module, base, (x) => `{${walk.from(x, node, visit(body(node)), stop)}}`),
  };
}

function truthOfPredicate(predicate: Expression, item: { js: string; type: NodeType }, env: Env): string {
  const test = env.unit.compile(predicate, withContext(env, item));
  if (test.type === 'any' || test.type === 'double' || test.type === 'integer' || test.type === 'decimal')
    throw new XPathError('A predicate with a number of this form is not supported', 'numeric predicate');
  return `(${truth(env.unit.module, test)})`;
}

/** Positions count among the nodes that one node of `base` leads to, on some axes backwards. */
function positioned(base: Code, step: AxisStep, walk: Walk, order: Order, env: Env): Code {
  const { module } = env.unit;
  const [node, stop, list, x] = [module.local(), module.local(), module.local(), module.local()];
  const condition = nodeCondition(step.test, node, walk, env);
  const isBackwards = walk.isReverse && !step.axis.startsWith('ancestor');
  const collect = walk.from(x, node, `if(${condition})${list}.push(${node});`, stop);
  const array = module.hoist(
    `const ${list}=[];${collect}return ${isBackwards ? `${list}.reverse()` : list};`,
  );
  const inner = filtered(loopOver(module, array, walk.type), step.predicates, env);
  return {
    form: 'loop',
    type: walk.type,
    order: isBackwards ? 'unordered' : order,
    each: (body) => each(module, base, (item) => `{const ${x}=${item};${each(module, inner, body)}}`),
  };
}

/** Text nodes, and `node()` among children, come as arrays. */
function childrenByList(base: Code, step: AxisStep, env: Env): Code {
  const isChild = step.axis === 'child';
  if (!isChild && step.axis !== 'descendant')
    return step.test.kind === 'text' && step.axis !== 'descendant-or-self'
      ? { ...EMPTY, type: 'text' }
      : unsupported(`${step.axis}::text()`);
  const { module } = env.unit;
  const x = module.local();
  const method = step.test.kind === 'node' ? 'childNodes' : isChild ? 'textNodes' : 'descendantTexts';
  const type = step.test.kind === 'node' ? 'node' : 'text';
  const inner = filtered(loopOver(module, `doc.${method}(${x})`, type), step.predicates, env);
  return {
    form: 'loop',
    type,
    order: down(base.form === 'value' ? 'single' : base.order),
    each: (body) => each(module, base, (item) => `{const ${x}=${item};${each(module, inner, body)}}`),
  };
}

/** From attributes, texts and nodes of any kind there is only the way up and the node itself, or what `node` allows. */
function stepFromOther(base: Code, type: NodeType, step: AxisStep, env: Env): Code {
  const { module } = env.unit;
  if (step.axis === 'self') return selfOfOther(base, type, step, env);
  const isUp = step.axis === 'parent' || step.axis === 'ancestor' || step.axis === 'ancestor-or-self';
  if (isUp) {
    const axis = step.axis === 'ancestor' ? 'ancestor-or-self' : 'self';
    const parents = mapNodes(base, 'tree', env, (item) => `doc.parentOf(${item})`);
    return axisStep(parents, { ...step, axis }, env);
  }
  if (type !== 'node') {
    const isDown = ['child', 'attribute', 'descendant'].includes(step.axis);
    return isDown ? { ...EMPTY, type: 'tree' } : unsupported(`${step.axis}:: of ${type}()`);
  }
  const local = module.local();
  const trees = mapNodes(base, 'tree', env, (item) => `(${item}<FIRST_ATTRIBUTE?${item}:-1)`, local);
  return axisStep(trees, step, env);
}

function mapNodes(
  base: Code,
  type: NodeType,
  env: Env,
  make: (item: string) => string,
  known?: string,
): Code {
  const { module } = env.unit;
  const result = known ?? module.local();
  return {
    form: 'loop',
    type,
    order: base.form === 'value' ? 'single' : base.order === 'single' ? 'single' : 'unordered',
    each: (body) =>
      each(module, base, (item) => `{const ${result}=${make(item)};if(${result}>=0){${body(result)}}}`),
  };
}

function selfOfOther(base: Code, type: NodeType, step: AxisStep, env: Env): Code {
  const { test } = step;
  if (test.kind === 'node' || test.kind === type) return filtered(base, step.predicates, env);
  if (type !== 'node') return { ...EMPTY, type };
  const trees = mapNodes(base, 'tree', env, (item) => `(${item}<FIRST_ATTRIBUTE?${item}:-1)`);
  return axisStep(trees, step, env);
}
