import { type NodeTest, XPathError } from '../xpath/ast.ts';
import type { NodeType } from './code.ts';
import { type Env, namespaceOf } from './env.ts';
import { literal } from './js-module.ts';

/** A node test, or several of which one must hold. */
export type Test = NodeTest | { kind: 'one-of'; tests: Test[] };

export type NameTest = Extract<NodeTest, { kind: 'name' }>;

export const isExactName = (test: Test): test is NameTest =>
  test.kind === 'name' && test.prefix !== '*' && test.localName !== '*';

export function unsupported(construct: string): never {
  throw new XPathError(`${construct} is not supported`, construct);
}

/** The nodes that are tested: their type, and whether the document may be among them. */
interface Among {
  type: NodeType;
  hasDocument?: boolean;
}

/** A JavaScript condition for a node test; `true` where it always holds, `false` where it cannot. */
export function nodeCondition(test: Test, node: string, among: Among, env: Env): string {
  const isElement = among.hasDocument ? `${node}>0` : 'true';
  switch (test.kind) {
    case 'one-of':
      return `(${test.tests.map((one) => nodeCondition(one, node, among, env)).join('||')})`;
    case 'name':
      return nameCondition(test, node, among.type, isElement, env);
    case 'node':
      return 'true';
    case 'element':
      return among.type === 'tree' ? isElement : 'false';
    case 'attribute':
      return among.type === 'attribute' ? 'true' : 'false';
    case 'document-node':
      return among.hasDocument ? `${node}===0` : 'false';
    case 'text':
      return 'false';
    default:
      return unsupported(`${test.kind}()`);
  }
}

function nameCondition(test: NameTest, node: string, type: NodeType, isElement: string, env: Env): string {
  const { prefix, localName } = test;
  if (isExactName(test)) {
    const name = env.unit.module.name(namespaceOf(env, prefix), localName);
    return type === 'attribute'
      ? `attributeNames[${node}-FIRST_ATTRIBUTE]===${name}`
      : `name[${node}]===${name}`;
  }
  const parts = [isElement];
  if (prefix !== '*') parts.push(`doc.namespace(${node})===${literal(namespaceOf(env, prefix))}`);
  if (localName !== '*') parts.push(`doc.localName(${node})===${literal(localName)}`);
  const needed = parts.filter((part) => part !== 'true');
  return needed.length > 0 ? `(${needed.join('&&')})` : 'true';
}
