import type { CodeList } from '../../codes/code-list.ts';
import { expectedCodes } from '../../codes/nearest.ts';
import type { Node } from '../../tape/tape.ts';
import { type DocumentView, NotEvaluable, normalised } from '../../view.ts';
import { found } from '../mismatch.ts';
import type { Answer, Block, Family, Rule, Test } from '../rule.ts';
import { readTree, type TreeAttribute, type TreeNode } from './syntax-tree.ts';

/** A check of a row, before it has its id. */
interface Check {
  message: string;
  holds: Test;
}

/**
 * What a syntax tree demands, as rules `PEPPOL-<transaction>-B…`.
 *
 * @param transaction such as `T01`
 * @param document what it is called in a sentence, such as `Peppol order`
 * @param tree in the notation of `syntax-tree.ts`
 */
export function syntaxFamily(transaction: string, document: string, tree: string): Family {
  const nodes = readTree(tree);
  const blocks: Block[] = [];
  for (const node of nodes) {
    const checks = [...childChecks(node, document), ...textChecks(node), ...attributeChecks(node)];
    blocks.push({ at: [node.path], rules: numbered(transaction, node, checks, 1) });
    if (!node.isOpen) {
      const rules = numbered(transaction, node, [noOther(node, document)], checks.length + 1);
      blocks.push({ at: [`${node.path}/*`], rules });
    }
  }
  // An element that is in the tree is looked up by its own path before the one for all others of its parent.
  const pattern = [...blocks.filter(isNamed), ...blocks.filter((block) => !isNamed(block))];
  return { name: `PEPPOL-${transaction}-B`, patterns: [pattern] };
}

const isNamed = ({ at }: Block): boolean => !at[0]?.endsWith('*');

function numbered(transaction: string, { row }: TreeNode, checks: readonly Check[], first: number): Rule[] {
  return checks.map((check, index) => ({
    id: `PEPPOL-${transaction}-B${row}${String(first + index).padStart(2, '0')}`,
    severity: 'ERROR',
    terms: '',
    ...check,
  }));
}

function childChecks(parent: TreeNode, document: string): Check[] {
  const isRoot = parent.path === `/${parent.name}`;
  const checks: Check[] = parent.children
    .filter((child) => child.isMandatory)
    .map(({ name }) => ({
      message: isRoot
        ? `A ${document} must have ${name}.`
        : `${parent.name} must have ${name} in a ${document}.`,
      holds: (doc, node) => doc.has(node, name),
    }));
  if (isRoot)
    checks.push({ message: `A ${document} must not have schemaLocation.`, holds: hasNoSchemaLocation });
  return checks;
}

function textChecks({ name, fixed, lists }: TreeNode): Check[] {
  const checks: Check[] = [];
  if (fixed !== undefined)
    checks.push({
      message: `${name} must be "${fixed}" here.`,
      holds: (doc, node) => isFixed(ownText(doc, node), fixed),
    });
  if (lists.length > 0)
    checks.push({
      message: `${name} must be one of the codes for ${titles(lists)}.`,
      holds: (doc, node) => isCode(ownText(doc, node), lists),
    });
  return checks;
}

const attributeChecks = ({ name, attributes }: TreeNode): Check[] =>
  attributes.flatMap((attribute) => checksOf(name, attribute));

function checksOf(element: string, { name, isMandatory, lists }: TreeAttribute): Check[] {
  const checks: Check[] = [];
  if (isMandatory)
    checks.push({
      message: `${element} must have the attribute ${name}.`,
      holds: (doc, node) => doc.attribute(node, name) !== undefined,
    });
  if (lists.length > 0)
    checks.push({
      message: `The attribute ${name} of ${element} must be one of the codes for ${titles(lists)}.`,
      holds: (doc, node) => {
        const value = doc.attribute(node, name);
        return value === undefined || isCode(value, lists);
      },
    });
  return checks;
}

const noOther = ({ name }: TreeNode, document: string): Check => ({
  message: `${name} of a ${document} has no such element.`,
  holds: (doc, node) => found(doc.tape.localName(node)),
});

const titles = (lists: readonly CodeList[]): string => lists.map(({ title }) => title).join(', or for ');
const isFixed = (text: string, fixed: string): Answer => text === fixed || found(text, fixed);
const isCode = (text: string, lists: readonly CodeList[]): Answer =>
  lists.some(({ codes }) => codes.has(text)) ||
  (() => ({ found: text, expected: expectedCodes(text, lists) }));

/** Normalised text of an element by itself. @throws NotEvaluable when comments or children part it */
export function ownText({ tape }: DocumentView, node: Node): string {
  const texts = tape.textNodes(node);
  if (texts.length > 1) throw new NotEvaluable('its text is in pieces');
  return normalised(texts[0] ?? '');
}

/** In whatever namespace. */
export function hasNoSchemaLocation({ tape }: DocumentView, node: Node): boolean {
  for (let row = tape.firstAttribute(node); row < tape.endOfAttributes(node); row++)
    if (tape.vocabulary.localName(tape.attributeName(row)) === 'schemaLocation') return false;
  return true;
}
