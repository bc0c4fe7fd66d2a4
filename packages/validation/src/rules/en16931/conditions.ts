import { NONE, type Node } from '../../tape/tape.ts';
import { type Decimal, equal } from '../../values/decimal.ts';
import type { DocumentView } from '../../view.ts';
import { foundAmount } from '../mismatch.ts';
import type { Answer, Test } from '../rule.ts';

/** Conditions that many rules of EN 16931 are made of; paths begin at the element that a rule looks at. */

function hasAny(doc: DocumentView, node: Node, paths: readonly string[]): boolean {
  for (const path of paths) if (doc.has(node, path)) return true;
  return false;
}

export const exists =
  (...paths: string[]): Test =>
  (doc, node) =>
    hasAny(doc, node, paths);

export const allExist =
  (...paths: string[]): Test =>
  (doc, node) =>
    paths.every((path) => doc.has(node, path));

export const absent =
  (...paths: string[]): Test =>
  (doc, node) =>
    !hasAny(doc, node, paths);

/** There is text at the path. */
export const filled =
  (path: string): Test =>
  (doc, node) =>
    doc.onlyText(node, path) !== '';

export const atMostOne =
  (path: string): Test =>
  (doc, node) => {
    const first = doc.first(node, path);
    return first === NONE || !doc.hasFurther(node, first);
  };

export const hasAttribute =
  (name: string): Test =>
  (doc, node) =>
    doc.attribute(node, name) !== undefined;

export const twoDecimals =
  (path: string): Test =>
  (doc, node) =>
    hasTwoDecimals(doc.onlyString(node, path));

/** Nothing but two characters, at most, behind the first point; white space counts. */
export function hasTwoDecimals(text: string): boolean {
  const point = text.indexOf('.');
  if (point < 0 || text.length - point <= 3) return true;
  return text.length - point <= 5 && [...text.slice(point + 1)].length <= 2;
}

/** Whether one of the elements of a path has exactly this text. */
export const someIs = (doc: DocumentView, node: Node, path: string, text: string): boolean =>
  doc.all(node, path).some((found) => doc.string(found) === text);

/** In order when both are there and equal; otherwise says both. */
export function mustEqual(found: Decimal | undefined, expected: Decimal | undefined): Answer {
  if (found && expected && equal(found, expected)) return true;
  return foundAmount(found, expected);
}
