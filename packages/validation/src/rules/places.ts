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
  const known = new WeakMap<Vocabulary, (boolean | undefined)[]>();

  function find({ tape }: DocumentView): Node[] {
    const matches = known.get(tape.vocabulary) ?? [];
    known.set(tape.vocabulary, matches);
    const found: Node[] = [];
    let places = 0;
    for (const path of tape.paths) {
      const isHere = matches[path] ?? place.matches(tape.vocabulary, path);
      matches[path] = isHere;
      if (!isHere) continue;
      places++;
      for (let node = tape.firstOn(path); node !== NONE; node = tape.nextOn(node)) found.push(node);
    }
    return places > 1 ? found.sort((a, b) => a - b) : found;
  }

  return (doc) => doc.once(find);
}
