import type { Node } from '../../tape/tape.ts';
import { double } from '../../values/double.ts';
import { type DocumentView, NotEvaluable, normalised } from '../../view.ts';

/** Values that the official rules take only one of: nothing at all is one empty text, several cannot be evaluated. */

/** @throws NotEvaluable when there are several; `what` says of what */
export function single<T>(values: readonly T[], what: string): T | undefined {
  if (values.length > 1) throw new NotEvaluable(`${what} stands there more than once`);
  return values[0];
}

/** Normalised text of the only element among these. */
export function textOf(doc: DocumentView, nodes: readonly Node[], what: string): string {
  const node = single(nodes, what);
  return node === undefined ? '' : normalised(doc.string(node));
}

/** The only text node in the elements of a path. Comments part text nodes. */
export function textNode(doc: DocumentView, from: Node, path: string): string {
  const nodes = doc.all(from, path);
  if (nodes.length === 1) return ownText(doc, nodes[0] ?? from, `Text in ${path}`);
  return (
    single(
      nodes.flatMap((node) => doc.tape.textNodes(node)),
      `Text in ${path}`,
    ) ?? ''
  );
}

/** The only text node in an element itself. */
export const ownText = ({ tape }: DocumentView, node: Node, what = 'Text'): string =>
  tape.isPlain(node) ? tape.text(node) : (single(tape.textNodes(node), what) ?? '');

/** The only attribute of this name on the elements of a path. */
export function attributeAt(doc: DocumentView, from: Node, path: string, name: string): string {
  return single(attributesAt(doc, from, path, name), `${path}/@${name}`) ?? '';
}

/** All attributes of this name on the elements of a path. */
export const attributesAt = (doc: DocumentView, from: Node, path: string, name: string): string[] =>
  doc.all(from, path).flatMap((node) => doc.attribute(node, name) ?? []);

/** As XPath's number(): not a number is one. */
export const numberOf = (text: string): number => double(text) ?? Number.NaN;
export const isNumber = (text: string): boolean => !Number.isNaN(numberOf(text));

/** Whether one of the elements of a path has this very text; white space counts. */
export const isOneOf = (doc: DocumentView, from: Node, path: string, ...values: string[]): boolean =>
  doc.all(from, path).some((node) => values.includes(doc.string(node)));
/** Whether one of the elements of a path has more than white space in it. */
export const isFilled = (doc: DocumentView, from: Node, path: string): boolean =>
  doc.all(from, path).some((node) => normalised(doc.string(node)) !== '');
