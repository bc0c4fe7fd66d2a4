import type { Node } from '../tape/tape.ts';
import { type DocumentView, NotEvaluable } from '../view.ts';

/** A function of a document that is computed once for it; that it cannot be evaluated is remembered too. */
export const perDocument =
  <T>(compute: (doc: DocumentView) => T): ((doc: DocumentView) => T) =>
  (doc) =>
    doc.once(compute);

function attempt<T>(
  compute: (doc: DocumentView, node: Node) => T,
  doc: DocumentView,
  node: Node,
): T | NotEvaluable {
  try {
    return compute(doc, node);
  } catch (failure) {
    if (failure instanceof NotEvaluable) return failure;
    throw failure;
  }
}

/** A function of an element that is computed once for it; that it cannot be evaluated is remembered too. */
export function perNode<T>(
  compute: (doc: DocumentView, node: Node) => T,
): (doc: DocumentView, node: Node) => T {
  const table = (): Map<Node, T | NotEvaluable> => new Map();
  return (doc, node) => {
    const known = doc.once(table);
    let answer = known.get(node);
    if (answer === undefined && !known.has(node)) {
      answer = attempt(compute, doc, node);
      known.set(node, answer);
    }
    if (answer instanceof NotEvaluable) throw answer;
    return answer as T;
  };
}
