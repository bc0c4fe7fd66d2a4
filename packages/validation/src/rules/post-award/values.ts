import { NONE, type Node } from '../../tape/tape.ts';
import { type Decimal, round2, sum, ZERO } from '../../values/decimal.ts';
import { double } from '../../values/double.ts';
import { normalised } from '../../values/space.ts';
import { type DocumentView, NotEvaluable } from '../../view.ts';

/**
 * The number at a path, NaN when nothing or no number stands there.
 *
 * @throws NotEvaluable when several elements stand there
 */
export function numberAt(doc: DocumentView, from: Node, path: string): number {
  const node = doc.only(from, path);
  return (node === NONE ? undefined : double(doc.string(node))) ?? Number.NaN;
}

/**
 * Whether one of the elements at a path holds such a number.
 *
 * @throws NotEvaluable when one before it holds none
 */
export function someNumber(
  doc: DocumentView,
  from: Node,
  path: string,
  is: (value: number) => boolean,
): boolean {
  return doc.all(from, path).some((node) => {
    const value = double(doc.string(node));
    if (value === undefined) throw new NotEvaluable(`"${normalised(doc.string(node))}" is not a number`);
    return is(value);
  });
}

/** The decimal at a path, zero when nothing stands there. @throws NotEvaluable when several do, or no number */
export const decimalOrZero = (doc: DocumentView, from: Node, path: string): Decimal =>
  doc.decimalAt(from, path) ?? ZERO;

/** All decimals at a path added up, rounded to two decimals. @throws NotEvaluable when one is no number */
export const sumAt = (doc: DocumentView, from: Node, path: string): Decimal =>
  sumOf(doc, doc.all(from, path));

export const sumOf = (doc: DocumentView, nodes: readonly Node[]): Decimal =>
  round2(sum(nodes.map((node) => doc.decimal(node))));

/** The same of the allowances (`false`) or charges (`true`) below an element. */
export function sumMarked(doc: DocumentView, from: Node, indicator: 'false' | 'true'): Decimal {
  const ones = doc
    .all(from, 'cac:AllowanceCharge')
    .filter((one) => doc.onlyText(one, 'cbc:ChargeIndicator') === indicator);
  return sumOf(
    doc,
    ones.flatMap((one) => doc.all(one, 'cbc:Amount')),
  );
}

/** Whether an element at a path holds exactly this text. */
export const someText = (doc: DocumentView, from: Node, path: string, text: string): boolean =>
  doc.strings(from, path).includes(text);

/** Whether something stands at one of these paths. */
export const hasOne = (doc: DocumentView, from: Node, ...paths: string[]): boolean =>
  paths.some((path) => doc.has(from, path));

/**
 * A date at a path as a number such as 20261231; NaN when it does not look like that, undefined when there is none.
 *
 * @throws NotEvaluable when several elements stand there
 */
export function dateNumberAt(doc: DocumentView, from: Node, path: string): number | undefined {
  const node = doc.only(from, path);
  return node === NONE ? undefined : (double(doc.string(node).replaceAll('-', '')) ?? Number.NaN);
}
