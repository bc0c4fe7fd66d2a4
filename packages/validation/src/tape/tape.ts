import {
  type AttributeColumns,
  CODED,
  type ElementColumns,
  EMPTY_TAG,
  HAS_CHILDREN,
  HAS_TEXT,
} from './columns.ts';
import { contentText, contentTexts, isBlank } from './content.ts';
import { toUtf8 } from './encoding.ts';
import { IllFormed, LIMITS, type TapeLimits } from './ill-formed.ts';
import { Lines, Locations, type Position } from './positions.ts';
import { RecentTexts } from './recent-texts.ts';
import { withoutReferences } from './references.ts';
import { Scanner } from './scanner.ts';
import { shortText } from './short-text.ts';
import { type Vocabulary, vocabulary } from './vocabulary.ts';

/** An element: its row. The root element is 0. */
export type Node = number;
/** Answered where there is no element. */
export const NONE = -1;

export type TapeResult = { ok: true; tape: Tape } | { ok: false; problem: { message: string } & Position };

/**
 * Reads a document into a {@link Tape}: well-formed XML 1.0 with namespaces, without a document type declaration and so
 * without entities, within limits. Never throws for what is in the bytes.
 *
 * @param bytes UTF-8, UTF-16 or ISO-8859-1; kept by the tape where they are UTF-8, so they must not change
 */
export function readTape(bytes: Uint8Array, limits: Partial<TapeLimits> = {}): TapeResult {
  const within = { ...LIMITS, ...limits };
  let source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    if (bytes.length > within.bytes)
      throw new IllFormed(`The document is larger than ${within.bytes} bytes`, 0);
    source = toUtf8(bytes);
    const words = vocabulary();
    const scanner = new Scanner(source, words, within);
    scanner.run();
    return { ok: true, tape: new Tape(source, words, scanner.elements, scanner.attributes) };
  } catch (error) {
    if (!(error instanceof IllFormed)) throw error;
    const offset = Math.min(error.offset, source.length);
    return { ok: false, problem: { message: error.message, ...new Lines(source).position(offset) } };
  }
}

/**
 * A document as a flat tree of numbers over its bytes. No string is made until it is asked for. Made by
 * {@link readTape}.
 */
export class Tape {
  readonly vocabulary: Vocabulary;
  readonly count: number;
  readonly source: Buffer;
  readonly #elements: ElementColumns;
  readonly #path: Int32Array;
  readonly #parent: Int32Array;
  readonly #end: Int32Array;
  readonly #open: Int32Array;
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  readonly #flags: Uint8Array;
  readonly #attributes: AttributeColumns;
  readonly #texts: RecentTexts;
  #postings: { first: Int32Array; next: Int32Array; paths: number[] } | undefined;
  #lines: Lines | undefined;
  #locations: Locations | undefined;

  constructor(source: Buffer, words: Vocabulary, elements: ElementColumns, attributes: AttributeColumns) {
    this.source = source;
    this.vocabulary = words;
    this.count = elements.count;
    this.#elements = elements;
    this.#path = elements.path;
    this.#parent = elements.parent;
    this.#end = elements.end;
    this.#open = elements.open;
    this.#from = elements.from;
    this.#to = elements.to;
    this.#flags = elements.flags;
    this.#attributes = attributes;
    this.#texts = new RecentTexts(elements.count);
  }

  /** The rows themselves, for compiled rules, which read them all. Only to be read. */
  get columns(): { elements: ElementColumns; attributes: AttributeColumns } {
    return { elements: this.#elements, attributes: this.#attributes };
  }

  path(node: Node): number {
    return this.#path[node] ?? 0;
  }

  name(node: Node): number {
    return this.vocabulary.nameOf(this.path(node));
  }

  localName(node: Node): string {
    return this.vocabulary.localName(this.name(node));
  }

  uri(node: Node): string {
    return this.vocabulary.uri(this.name(node));
  }

  parent(node: Node): Node {
    return this.#parent[node] ?? NONE;
  }

  /** The first element behind this one and all in it. */
  end(node: Node): Node {
    return this.#end[node] ?? 0;
  }

  hasChildren(node: Node): boolean {
    return ((this.#flags[node] ?? 0) & HAS_CHILDREN) !== 0;
  }

  firstChild(node: Node): Node {
    return this.hasChildren(node) ? node + 1 : NONE;
  }

  nextSibling(node: Node): Node {
    const next = this.#end[node] ?? 0;
    const parent = this.parent(node);
    return parent !== NONE && next < (this.#end[parent] ?? 0) ? next : NONE;
  }

  /** First child of a name. */
  child(node: Node, name: number): Node {
    for (let at = this.firstChild(node); at !== NONE; at = this.nextSibling(at))
      if (this.name(at) === name) return at;
    return NONE;
  }

  /** First child on a path. */
  childOn(node: Node, path: number): Node {
    const end = this.#end[node] ?? 0;
    for (let at = node + 1; at < end; at = this.#end[at] ?? end) if (this.#path[at] === path) return at;
    return NONE;
  }

  /** Next sibling of the same name: elements on one path below the same parent follow each other. */
  nextLike(node: Node): Node {
    const next = this.nextOn(node);
    return next !== NONE && this.#parent[next] === this.#parent[node] ? next : NONE;
  }

  /** String value as XPath has it: all text inside, white space untouched. */
  text(node: Node): string {
    const known = this.#texts.of(node);
    if (known !== undefined) return known;
    const from = this.#from[node] ?? 0;
    const to = this.#to[node] ?? 0;
    const flags = this.#flags[node] ?? 0;
    const isPlain = (flags & (CODED | HAS_CHILDREN)) === 0;
    const text = isPlain
      ? (shortText(this.source, from, to) ?? this.source.toString('utf8', from, to))
      : contentText(this.source, from, to);
    this.#texts.keep(node, text);
    return text;
  }

  /** The text nodes directly in an element, as XPath's text() has them: comments and children part them. */
  textNodes(node: Node): string[] {
    if (((this.#flags[node] ?? 0) & (CODED | HAS_CHILDREN)) === 0) {
      const text = this.text(node);
      return text === '' ? [] : [text];
    }
    const texts: string[] = [];
    let from = this.#from[node] ?? 0;
    for (let child = this.firstChild(node); child !== NONE; child = this.nextSibling(child)) {
      for (const text of contentTexts(this.source, from, this.#open[child] ?? 0)) texts.push(text);
      from = this.#endOfElement(child);
    }
    // One by one: there may be more than a call takes arguments.
    for (const text of contentTexts(this.source, from, this.#to[node] ?? 0)) texts.push(text);
    return texts;
  }

  /** Whether there is text other than white space directly in an element that has children. */
  hasTextBetweenChildren(node: Node): boolean {
    const flags = this.#flags[node] ?? 0;
    if ((flags & HAS_TEXT) === 0) return false;
    if ((flags & CODED) === 0) return true;
    let from = this.#from[node] ?? 0;
    for (let child = this.firstChild(node); child !== NONE; child = this.nextSibling(child)) {
      if (!isBlank(this.source, from, this.#open[child] ?? 0)) return true;
      from = this.#endOfElement(child);
    }
    return !isBlank(this.source, from, this.#to[node] ?? 0);
  }

  #endOfElement(node: Node): number {
    const to = this.#to[node] ?? 0;
    const isEmptyTag = ((this.#flags[node] ?? 0) & EMPTY_TAG) !== 0;
    return isEmptyTag ? to : this.source.indexOf(0x3e, to) + 1;
  }

  /** The bytes between the tags as they stand, when they are the text itself. */
  plainBytes(node: Node): Buffer | undefined {
    return this.isPlain(node)
      ? this.source.subarray(this.contentStart(node), this.contentEnd(node))
      : undefined;
  }

  /** Whether the bytes between the tags are the text itself: no elements, references or other markup among them. */
  isPlain(node: Node): boolean {
    return ((this.#flags[node] ?? 0) & (CODED | HAS_CHILDREN)) === 0;
  }

  /** Byte offset behind the start tag. */
  contentStart(node: Node): number {
    return this.#from[node] ?? 0;
  }

  /** Byte offset of the end tag. */
  contentEnd(node: Node): number {
    return this.#to[node] ?? 0;
  }

  firstAttribute(node: Node): number {
    return this.#elements.attributes[node] ?? 0;
  }

  /** Row after the last attribute of an element. */
  endOfAttributes(node: Node): number {
    return this.#elements.attributes[node + 1] ?? 0;
  }

  attributeName(row: number): number {
    return this.#attributes.name[row] ?? 0;
  }

  get attributeCount(): number {
    return this.#attributes.count;
  }

  attributeValue(row: number): string {
    const from = this.#attributes.from[row] ?? 0;
    const to = this.#attributes.to[row] ?? 0;
    const short = shortText(this.source, from, to);
    if (short !== undefined) return short;
    const value = this.source.toString('utf8', from, to);
    return withoutReferences(/[\t\r\n]/.test(value) ? value.replace(/\r\n|[\t\r\n]/g, ' ') : value);
  }

  /** Value of an attribute, undefined when the element has none of that name. */
  attribute(node: Node, name: number): string | undefined {
    const end = this.endOfAttributes(node);
    for (let row = this.firstAttribute(node); row < end; row++)
      if (this.#attributes.name[row] === name) return this.attributeValue(row);
    return undefined;
  }

  /** The different paths of this document, in order of their first element. */
  get paths(): readonly number[] {
    return this.#posted().paths;
  }

  /** First element on a path, in document order. */
  firstOn(path: number): Node {
    return this.#posted().first[path] ?? NONE;
  }

  /** Next element on the same path. */
  nextOn(node: Node): Node {
    return this.#posted().next[node] ?? NONE;
  }

  #posted(): { first: Int32Array; next: Int32Array; paths: number[] } {
    if (this.#postings) return this.#postings;
    const first = new Int32Array(this.vocabulary.pathCount).fill(NONE);
    const next = new Int32Array(this.count);
    const paths: number[] = [];
    for (let node = this.count - 1; node >= 0; node--) {
      const path = this.path(node);
      next[node] = first[path] ?? NONE;
      first[path] = node;
    }
    for (let node = 0; node < this.count; node++)
      if (first[this.path(node)] === node) paths.push(this.path(node));
    this.#postings = { first, next, paths };
    return this.#postings;
  }

  position(node: Node): Position {
    this.#lines ??= new Lines(this.source);
    return this.#lines.position(this.#open[node] ?? 0);
  }

  /** Such as `/Invoice/cac:InvoiceLine[2]/cbc:ID`. */
  xpath(node: Node): string {
    this.#locations ??= new Locations(this);
    return this.#locations.xpath(node);
  }
}
