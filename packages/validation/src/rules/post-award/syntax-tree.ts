import type { CodeList } from '../../codes/code-list.ts';
import { CODE_LISTS } from './code-lists.ts';

/**
 * The notation of syntax trees, one line a parent (what is indented goes on with the line above):
 *
 *     055 PartyTaxScheme: CompanyID!, 057 TaxScheme!
 *     057 TaxScheme: 058 ID=VAT @schemeID!{icd}, ...
 *
 * `!` is mandatory, `=` the only text allowed, `{a|b}` lists of codes to choose from, `@` an attribute, and `...` says
 * that other children are welcome too; without it there must be none. A parent is a cac, any other child a cbc element.
 *
 * Rows have the official numbers. With the position of a check within its row, two digits, they make the id of a rule:
 * `PEPPOL-T01-B` `055` `01` says that CompanyID is mandatory. Checks come in the order in which they are written; the
 * last one of a parent is that it has no other children.
 */
export interface TreeAttribute {
  name: string;
  isMandatory: boolean;
  lists: readonly CodeList[];
}

export interface TreeNode {
  /** Official number; undefined where there is nothing to check. */
  row: string | undefined;
  /** Such as `cbc:ID`, or `Order` at the root. */
  name: string;
  /** From the root, such as `/Order/cbc:ID`. */
  path: string;
  isMandatory: boolean;
  fixed: string | undefined;
  lists: readonly CodeList[];
  attributes: readonly TreeAttribute[];
  children: TreeNode[];
  isOpen: boolean;
}

interface Line {
  row: string;
  name: string;
  children: string[];
  isOpen: boolean;
}

/** Reads a tree; its nodes are answered in order of their paths, the root first. @throws Error for a mistake in it */
export function readTree(text: string): TreeNode[] {
  const lines = new Map(readLines(text).map((line) => [line.row, line]));
  const [first] = lines.values();
  if (!first) throw new Error('A syntax tree has no lines');
  const nodes: TreeNode[] = [];
  grow(
    nodeOf(`${first.row} ${first.name}!`, '', () => first.name),
    lines,
    nodes,
  );
  return nodes;
}

function readLines(text: string): Line[] {
  return text
    .trim()
    .replace(/\n +/g, ' ')
    .split('\n')
    .map((line) => {
      const [, row = '', name = '', rest = ''] = /^(\d{3}) (\w+): (.+)$/.exec(line) ?? mistake(line);
      const items = rest.split(', ');
      return { row, name, children: items.filter((item) => item !== '...'), isOpen: items.includes('...') };
    });
}

function grow(node: TreeNode, lines: ReadonlyMap<string, Line>, nodes: TreeNode[]): void {
  nodes.push(node);
  const line = node.row === undefined ? undefined : lines.get(node.row);
  if (!line) return;
  node.isOpen = line.isOpen;
  for (const item of line.children) {
    const child = nodeOf(item, node.path, (row, name) => (lines.has(row) ? `cac:${name}` : `cbc:${name}`));
    node.children.push(child);
    grow(child, lines, nodes);
  }
}

const ITEM = /^(?:(\d{3}) )?(\w+)(!?)(?:=([\w:.]+))?(?:\{([\w|-]+)\})?((?: @\w+!?(?:\{[\w|-]+\})?)*)$/;
const ATTRIBUTE = /@(\w+)(!?)(?:\{([\w|-]+)\})?/g;

function nodeOf(item: string, parent: string, qualified: (row: string, name: string) => string): TreeNode {
  const [, row, localName = '', mandatory, fixed, lists, attributes = ''] = ITEM.exec(item) ?? mistake(item);
  const name = qualified(row ?? '', localName);
  return {
    row,
    name,
    path: `${parent}/${name}`,
    isMandatory: mandatory === '!',
    fixed,
    lists: listsOf(lists),
    attributes: [...attributes.matchAll(ATTRIBUTE)].map(([, attribute = '', must, codes]) => ({
      name: attribute,
      isMandatory: must === '!',
      lists: listsOf(codes),
    })),
    children: [],
    isOpen: true,
  };
}

function listsOf(names: string | undefined): CodeList[] {
  return (names?.split('|') ?? []).map((name) => CODE_LISTS.get(name) ?? mistake(name));
}

function mistake(text: string): never {
  throw new Error(`"${text}" is not understood in a syntax tree`);
}
