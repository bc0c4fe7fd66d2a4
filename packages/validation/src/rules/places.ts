import { NONE, type Node } from '../tape/tape.ts';
import type { Vocabulary } from '../tape/vocabulary.ts';
import type { DocumentView } from '../view.ts';
import { readPattern } from './path-pattern.ts';

/**
 * A question for all elements of a document that match a pattern such as `cac:TaxTotal/cbc:TaxAmount`, wherever they
 * stand, in document order. Asked once for a document, however often the answer is used. To be made when a module is
 * loaded.
 */
export function everywhere(pattern: string): (doc: DocumentView) => readonly Node[] {
  const place = readPattern(pattern);
  const known = new WeakMap<Vocabulary, { paths: number[]; looked: number }>();

  /** Paths that match, of all that documents have had so far; each path is looked at once. */
  function matching(vocabulary: Vocabulary): readonly number[] {
    const seen = known.get(vocabulary) ?? { paths: [], looked: 1 };
    known.set(vocabulary, seen);
    for (; seen.looked < vocabulary.pathCount; seen.looked++)
      if (place.matches(vocabulary, seen.looked)) seen.paths.push(seen.looked);
    return seen.paths;
  }

  function find({ tape }: DocumentView): Node[] {
    const found: Node[] = [];
    let places = 0;
    for (const path of matching(tape.vocabulary)) {
      let node = tape.firstOn(path);
      if (node !== NONE) places++;
      for (; node !== NONE; node = tape.nextOn(node)) found.push(node);
    }
    return places > 1 ? found.sort((a, b) => a - b) : found;
  }

  return (doc) => doc.once(find);
}
