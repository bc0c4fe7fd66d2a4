import type { Node } from '../tape/tape.ts';
import { type DocumentView, NotEvaluable } from '../view.ts';

/** A function of a document that is computed once for it; that it cannot be evaluated is remembered too. */
export const perDocument =
  <T>(compute: (doc: DocumentView) => T): ((doc: DocumentView) => T) =>
  (doc) =>
    doc.once(compute);

type Attempt<T> = { value: T } | { failure: NotEvaluable };

function attempt<T>(compute: () => T): Attempt<T> {
  try {
    return { value: compute() };
  } catch (failure) {
    if (failure instanceof NotEvaluable) return { failure };
    throw failure;
  }
}

function outcome<T>(tried: Attempt<T>): T {
  if ('failure' in tried) throw tried.failure;
  return tried.value;
}

/** A function of an element that is computed once for it; that it cannot be evaluated is remembered too. */
export function perNode<T>(
  compute: (doc: DocumentView, node: Node) => T,
): (doc: DocumentView, node: Node) => T {
  const table = (): Map<Node, Attempt<T>> => new Map();
  return (doc, node) => {
    const known = doc.once(table);
    let tried = known.get(node);
    if (!tried) {
      tried = attempt(() => compute(doc, node));
      known.set(node, tried);
    }
    return outcome(tried);
  };
}
