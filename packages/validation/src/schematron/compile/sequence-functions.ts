import { type Expression, XPathError } from '../xpath/ast.ts';
import { parseXPath } from '../xpath/parser.ts';
import { type Arguments, type Library, taking } from './arguments.ts';
import { required } from './cast.ts';
import { always, type Code, isNode, isText, type Value } from './code.ts';
import { asItem } from './comparison.ts';
import { type Env, withContext } from './env.ts';
import { constantLoop } from './flow.ts';
import { literal } from './js-module.ts';
import { arrayOf, atomised, boxed, each, lift, loopOver, orElse, single, textOf } from './operand.ts';

/** Functions on sequences and nodes, and what XSLT adds [F&O 14, 15; XSLT 2.0, 16]. */
export const SEQUENCE_FUNCTIONS: Library = {
  data: taking(0, 1, (given) => atomised(given.module, given.code(0))),
  'distinct-values': taking(1, 1, distinctValues),
  'index-of': taking(2, 2, indexOf),
  reverse: taking(1, 1, (given) => listFunction(given, (list) => `${list}.toReversed()`)),
  subsequence: taking(2, 3, (given) => {
    const length = given.count === 3 ? `,${given.double(2)}` : '';
    return listFunction(given, (list) => `subsequence(${list},${given.double(1)}${length})`);
  }),
  remove: taking(2, 2, (given) => listFunction(given, (list) => `remove(${list},${given.double(1)})`)),
  unordered: taking(1, 1, (given) => given.code(0)),
  'zero-or-one': taking(1, 1, (given) => single(given.module, given.code(0))),
  'exactly-one': taking(1, 1, (given) => required(single(given.module, given.code(0)))),
  position: taking(0, 0, ({ env }) => place(env.position, 'position')),
  last: taking(0, 0, ({ env }) => place(env.last, 'last')),
  current: taking(0, 0, current),
  root: taking(0, 1, () => always('tree', '0')),
  name: taking(0, 1, (given) => nameFunction(given, 'qualifiedName')),
  'local-name': taking(0, 1, (given) => nameFunction(given, 'localName')),
  'namespace-uri': taking(0, 1, (given) => nameFunction(given, 'namespace')),
  'generate-id': taking(0, 1, (given) => nodeString(given, (node) => `("n"+${node})`)),
  key: taking(2, 2, key),
  '#text': taking(1, 1, textContent),
};

function listFunction(given: Arguments, make: (list: string) => string): Code {
  const code = given.code(0);
  return loopOver(given.module, make(arrayOf(given.module, code)), code.type);
}

function place(js: string | undefined, name: string): Value {
  if (js === undefined) throw new XPathError(`${name}() has no meaning here`, name);
  return always('integer', js);
}

function current({ env }: Arguments): Value {
  if (!env.current) throw new XPathError('current() has no meaning here', 'current');
  return always(env.current.type, env.current.js);
}

function distinctValues(given: Arguments): Code {
  const { module, env } = given;
  const values = atomised(module, given.code(0));
  if (values.form === 'loop' && values.constants) return constantLoop([...new Set(values.constants)], env);
  if (isText(values.type)) return loopOver(module, `distinctTexts(${arrayOf(module, values)})`, values.type);
  return loopOver(module, `distinct(${arrayOf(module, boxed(module, values))})`, 'any');
}

function indexOf(given: Arguments): Code {
  const { module } = given;
  const wanted = required(given.atomic(1));
  const list = arrayOf(module, boxed(module, given.code(0)));
  return loopOver(module, `indexesOf(${list},${asItem(wanted.js, wanted.type)})`, 'integer');
}

const nameFunction = (given: Arguments, method: string): Value =>
  nodeString(given, (node) => `doc.${method}(${node})`);

function nodeString(given: Arguments, make: (node: string) => string): Value {
  const node = single(given.module, given.code(0));
  const isRight = isNode(node.type) || node.presence === 'never';
  const result = lift(given.module, [node], 'string', (item) =>
    isRight ? make(item) : 'raise("XPTY0004","Only nodes have names")',
  );
  return orElse(result, '""');
}

/** fn:key: an index of the document, made when it is first asked [XSLT 2.0, 16.3]. */
function key(given: Arguments): Code {
  const { module, env } = given;
  const name = given.constant(0);
  const keys = env.unit.keys.filter((candidate) => candidate.name === name);
  if (name === undefined || keys.length === 0)
    throw new XPathError(`The key ${name ?? ''} is not declared`, `key(${name ?? ''})`);
  const outside: Env = { ...env, context: undefined, current: undefined, variables: env.unit.globals };
  const map = module.local();
  const additions = keys.map(({ match, use }) => {
    const nodes = env.unit.compile(everywhere(parseXPath(match)), outside);
    const node = { js: module.local(), type: nodes.type };
    const values = atomised(module, env.unit.compile(parseXPath(use), withContext(outside, node)));
    const add = each(
      module,
      values,
      (value) => `addToIndex(${map},${textOf(value, values.type)},${node.js});`,
    );
    return each(module, nodes, (item) => `{const ${node.js}=${item};${add}}`);
  });
  const index = module.hoist(`const ${map}=new Map();${additions.join('')}return ${map};`);
  const values = atomised(module, given.code(1));
  const texts =
    values.form === 'value' ? lift(module, [values], 'string', (item) => textOf(item, values.type)) : values;
  return loopOver(module, `fromIndex(${index},${arrayOf(module, texts)})`, 'tree', 'sorted');
}

/** A pattern as a path from the document. */
function everywhere(pattern: Expression): Expression {
  if (pattern.kind === 'union') return { kind: 'union', operands: pattern.operands.map(everywhere) };
  if (pattern.kind !== 'path' || pattern.isAbsolute) return pattern;
  return {
    kind: 'path',
    isAbsolute: true,
    steps: [
      { kind: 'axis', axis: 'descendant-or-self', test: { kind: 'node' }, predicates: [] },
      ...pattern.steps,
    ],
  };
}

/** Content of a variable or function made by `xsl:value-of` or text: joined by spaces, untyped. */
function textContent(given: Arguments): Value {
  const { module } = given;
  const code = given.code(0);
  if (code.form === 'value' && code.constant !== undefined) return always('untyped', literal(code.constant));
  const values = atomised(module, code);
  const texts = module.local();
  const pushes = each(module, values, (item) => `${texts}.push(${textOf(item, values.type)});`);
  return always('untyped', module.hoist(`const ${texts}=[];${pushes}return ${texts}.join(" ");`));
}
