import { attributeOf, childElements, elementsOf, textOf, type XmlElement } from '@pappel/xml/tree';
import type { Field, Value } from './view.ts';

/** Attributes that qualify a value, the first that is there counts. */
const QUALIFIERS = ['currencyID', 'unitCode', 'schemeID', 'schemeName', 'mimeCode'] as const;

/** A document being read: what has been read of it is remembered, so that the rest can be told. */
export class Source {
  readonly #read = new Set<XmlElement>();
  readonly root: XmlElement;

  constructor(root: XmlElement) {
    this.root = root;
  }

  /** The elements at a path of local names such as `Party/PartyName/Name`; the element itself for the empty path. */
  at(from: XmlElement, path: string): XmlElement[] {
    let found = [from];
    if (path === '') return found;
    for (const name of path.split('/'))
      found = found.flatMap((element) => childElements(element).filter((child) => child.localName === name));
    return found;
  }

  /** The values at a path that nobody has read yet; they count as read then. Empty elements have no value. */
  take(from: XmlElement, path: string): Value[] {
    return this.at(from, path).flatMap((element) => {
      if (this.#read.has(element)) return [];
      const value = readValue(element);
      if (!value) return [];
      this.#read.add(element);
      return [value];
    });
  }

  /** Counts an element and everything below it as read. */
  pass(element: XmlElement): void {
    for (const each of elementsOf(element)) this.#read.add(each);
  }

  /** What has a value and was not read, in document order: at most `limit` of them, and how many there are beyond. */
  rest(limit: number): { fields: Field[]; left: number } {
    const fields: Field[] = [];
    let left = 0;
    for (const element of elementsOf(this.root)) {
      if (this.#read.has(element) || childElements(element).length > 0) continue;
      const value = readValue(element);
      if (!value) continue;
      if (fields.length < limit) fields.push({ path: pathOf(element), value });
      else left += 1;
    }
    return { fields, left };
  }
}

/** The value of an element that has no elements inside; undefined when it is blank. */
function readValue(element: XmlElement): Value | undefined {
  const text = textOf(element).trim();
  if (text === '') return undefined;
  const qualifier = QUALIFIERS.map((name) => attributeOf(element, name)).find((found) => found);
  const name = attributeOf(element, 'name');
  return { text, ...(qualifier ? { qualifier } : {}), ...(name ? { name } : {}) };
}

function pathOf(element: XmlElement): string[] {
  const path: string[] = [];
  for (let at: XmlElement | undefined = element; at?.parent; at = at.parent) path.unshift(at.localName);
  return path;
}
