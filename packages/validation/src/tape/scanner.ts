import * as byte from './bytes.ts';
import { AttributeColumns, CODED, ElementColumns, EMPTY_TAG, HAS_CHILDREN, HAS_TEXT } from './columns.ts';
import { IllFormed, LIMITS, type TapeLimits } from './ill-formed.ts';
import {
  checkInstruction,
  checkDeclaration as checkXmlDeclaration,
  endOfComment,
  endOfData,
} from './markup.ts';
import { type NameTable, namesOf } from './names.ts';
import { checkReference } from './references.ts';
import { checkCharacter, StartTag } from './start-tag.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Lent from one document to the next: they are read one after the other, and nothing is read that was not written before. */
const usualStack = new Int32Array(2 * (LIMITS.depth + 1));

/** Bytes of a document for each element and each attribute in it: of an ordinary one at least, and of any, as in `<a b=""/>`. */
const USUAL = { element: 32, attribute: 64 };
const LEAST = { element: 4, attribute: 5 };

/** A first guess, and how many there can be; the latter at once where it is not much more. */
function rows(bytes: number, usual: number, least: number, limit: number): [guess: number, most: number] {
  const most = Math.min(Math.ceil(bytes / least) + 1, limit);
  const guess = Math.ceil(bytes / usual) + 1;
  return [guess * 2 < most ? guess : most, most];
}

/** From the bytes of a document to its columns, in one pass and without recursion. Throws {@link IllFormed}. */
export class Scanner {
  readonly elements: ElementColumns;
  readonly attributes: AttributeColumns;
  readonly #source: Buffer;
  readonly #vocabulary: Vocabulary;
  readonly #limits: TapeLimits;
  readonly #names: NameTable;
  /** Of the open elements, by depth: length of the name as written, and the scope outside. */
  readonly #nameLengths: Int32Array;
  readonly #outerScopes: Int32Array;
  readonly #tag: StartTag;
  #at = 0;
  #depth = 0;
  #current = -1;
  #scope = 0;

  constructor(source: Buffer, vocabulary: Vocabulary, limits: TapeLimits) {
    this.elements = new ElementColumns(...rows(source.length, USUAL.element, LEAST.element, limits.elements));
    this.attributes = new AttributeColumns(
      ...rows(source.length, USUAL.attribute, LEAST.attribute, limits.allAttributes),
    );
    this.#source = source;
    this.#vocabulary = vocabulary;
    this.#limits = limits;
    this.#names = namesOf(vocabulary);
    const deepest = limits.depth + 1;
    const stack = deepest * 2 > usualStack.length ? new Int32Array(deepest * 2) : usualStack;
    this.#nameLengths = stack.subarray(0, deepest);
    this.#outerScopes = stack.subarray(deepest);
    this.#tag = new StartTag(source, limits);
  }

  run(): void {
    const source = this.#source;
    this.#at = checkXmlDeclaration(source);
    for (;;) {
      if (this.#current < 0) this.#skipSpace();
      else this.#text();
      if (this.#at >= source.length) break;
      const next = source[this.#at + 1];
      if (next === byte.SLASH) this.#endTag();
      else if (next === byte.BANG) this.#declaration();
      else if (next === byte.QUESTION) this.#instruction();
      else this.#startTag();
    }
    if (this.#current >= 0) this.#fail(`The document ends before "${this.#openName()}" is closed`);
    if (this.elements.count === 0) this.#fail('The document is empty');
  }

  #fail(message: string, offset = this.#at): never {
    throw new IllFormed(message, offset);
  }

  #openName(): string {
    const from = (this.elements.open[this.#current] ?? 0) + 1;
    return this.#source.toString('utf8', from, from + (this.#nameLengths[this.#depth] ?? 0));
  }

  #skipSpace(): void {
    while (byte.isSpace(this.#source[this.#at])) this.#at++;
    if (this.#at < this.#source.length && this.#source[this.#at] !== byte.LESS)
      this.#fail('There is text outside the root element');
  }

  /** Up to the next `<`. */
  #text(): void {
    const source = this.#source;
    const from = this.#at;
    let at = from;
    while (source[at] === byte.SPACE || source[at] === byte.LINE_FEED) at++;
    if (source[at] !== byte.LESS) at = this.#edge(at);
    for (; at < source.length; at++) {
      const here = source[at] ?? 0;
      if (byte.SPECIAL[here] === 0) continue;
      if (here === byte.LESS) break;
      this.#special(here, at, from);
    }
    this.#at = at;
  }

  /** Behind the rest of the white space at the beginning of a text; tells whether there is more. */
  #edge(from: number): number {
    const source = this.#source;
    let at = from;
    for (; byte.isSpace(source[at]); at++) if (source[at] === byte.RETURN) this.#mark(CODED);
    if (source[at] !== byte.LESS) this.#mark(HAS_TEXT);
    return at;
  }

  #special(here: number, at: number, from: number): void {
    if (here === byte.AMPERSAND) checkReference(this.#source, at);
    if (here === byte.AMPERSAND || here === byte.RETURN) this.#mark(CODED);
    else if (here === byte.GREATER) {
      if (at - from >= 2 && this.#source[at - 1] === byte.BRACKET && this.#source[at - 2] === byte.BRACKET)
        this.#fail('"]]>" must not stand in text', at - 2);
    } else checkCharacter(this.#source, at);
  }

  #declaration(): void {
    const source = this.#source;
    const third = source[this.#at + 2];
    if (third === 0x2d) this.#at = endOfComment(source, this.#at);
    else if (third === 0x5b && this.#current >= 0) {
      this.#at = endOfData(source, this.#at);
      this.#mark(HAS_TEXT);
    } else if (source.toString('latin1', this.#at, this.#at + 9) === '<!DOCTYPE')
      this.#fail('A document type declaration (DTD) is not allowed');
    else this.#fail('"<!" begins no markup that is allowed here');
    this.#mark(CODED);
  }

  #instruction(): void {
    this.#at = checkInstruction(this.#source, this.#at);
    this.#mark(CODED);
  }

  /** Sets a flag of the element that is open, if there is one. */
  #mark(flag: number): void {
    if (this.#current >= 0)
      this.elements.flags[this.#current] = flag | (this.elements.flags[this.#current] ?? 0);
  }

  #endTag(): void {
    const { elements } = this;
    const source = this.#source;
    if (this.#current < 0) this.#fail('This end tag closes nothing');
    const length = this.#nameLengths[this.#depth] ?? 0;
    const written = (elements.open[this.#current] ?? 0) + 1;
    let at = this.#at + 2;
    for (let index = 0; index < length; index++, at++)
      if (source[at] !== source[written + index]) this.#fail(`"${this.#openName()}" must be closed here`);
    while (byte.isSpace(source[at])) at++;
    if (source[at] !== byte.GREATER) this.#fail(`"${this.#openName()}" must be closed here`);
    elements.to[this.#current] = this.#at;
    this.#at = at + 1;
    this.#close();
  }

  #close(): void {
    const { elements } = this;
    elements.end[this.#current] = elements.count;
    this.#scope = this.#outerScopes[this.#depth] ?? 0;
    this.#depth--;
    this.#current = elements.parent[this.#current] ?? -1;
  }

  #startTag(): void {
    const { elements } = this;
    const open = this.#at;
    if (this.#current < 0 && elements.count > 0) this.#fail('There is a second root element');
    if (this.#depth >= this.#limits.depth)
      this.#fail(`Elements are nested deeper than ${this.#limits.depth}`);
    if (elements.count >= this.#limits.elements)
      this.#fail(`The document has more than ${this.#limits.elements.toLocaleString('en')} elements`);
    const tag = this.#tag;
    this.#at = tag.read(open);
    const outer = this.#scope;
    if (tag.declared) this.#scope = this.#names.scopes.inside(outer, tag.declared, open);
    const name = this.#names.resolve(
      this.#source,
      open + 1,
      tag.nameLength,
      tag.nameHash,
      this.#scope,
      false,
    );
    this.#add(name, open);
    this.#keepAttributes();
    this.#depth++;
    this.#nameLengths[this.#depth] = tag.nameLength;
    this.#outerScopes[this.#depth] = outer;
    if (tag.isEmpty) {
      elements.flags[this.#current] = EMPTY_TAG;
      this.#close();
    }
  }

  #add(name: number, open: number): void {
    const { elements } = this;
    elements.reserve();
    const row = elements.count++;
    const parent = this.#current;
    const path = this.#vocabulary.path(parent < 0 ? 0 : (elements.path[parent] ?? 0), name);
    if (path === undefined) this.#fail('The document has too many different elements', open);
    elements.path[row] = path;
    elements.parent[row] = parent;
    elements.open[row] = open;
    elements.from[row] = this.#at;
    elements.to[row] = this.#at;
    elements.attributes[row] = this.attributes.count;
    if (parent >= 0) elements.flags[parent] = HAS_CHILDREN | (elements.flags[parent] ?? 0);
    this.#current = row;
  }

  #keepAttributes(): void {
    const { pending, pendingCount } = this.#tag;
    const first = this.attributes.count;
    for (let entry = 0; entry < pendingCount * 5; entry += 5) {
      const from = pending[entry] ?? 0;
      const length = pending[entry + 1] ?? 0;
      const name = this.#names.resolve(
        this.#source,
        from,
        length,
        pending[entry + 2] ?? 0,
        this.#scope,
        true,
      );
      for (let other = first; other < this.attributes.count; other++)
        if (this.attributes.name[other] === name) this.#fail('This attribute stands here twice', from);
      if (this.attributes.count >= this.#limits.allAttributes)
        this.#fail(
          `The document has more than ${this.#limits.allAttributes.toLocaleString('en')} attributes`,
          from,
        );
      this.attributes.add(name, pending[entry + 3] ?? 0, pending[entry + 4] ?? 0);
    }
    this.elements.attributes[this.elements.count] = this.attributes.count;
  }
}
