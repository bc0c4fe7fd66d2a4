import { ENDS_NAME } from '../../tape/bytes.ts';
import { CODED, EMPTY_TAG, HAS_CHILDREN } from '../../tape/columns.ts';
import { contentText } from '../../tape/content.ts';
import type { Tape } from '../../tape/tape.ts';
import { raise } from './dynamic-error.ts';
import { textRunEnd, textRuns } from './text-runs.ts';

/**
 * Nodes are numbers: the document is 0, elements follow in document order, attributes and texts have ranges of their
 * own. The number of an attribute is its row, that of a text the byte offset where it begins.
 */
export type XNode = number;

const ABSENT = -1;
export const DOCUMENT = 0;
export const FIRST_ATTRIBUTE = 2 ** 29;
const FIRST_TEXT = 2 ** 30;

/** A tape as compiled rules read it. One object serves document after document. */
export class XDocument {
  /** Number of the document and its elements. */
  count = 1;
  name = new Int32Array(256);
  parent = new Int32Array(256);
  /** Number behind the last descendant. */
  end = new Int32Array(256);
  path = new Int32Array(256);
  /** First attribute; those of a node end where those of the next one begin. */
  attributes = new Int32Array(256);
  attributeNames: Int32Array = new Int32Array(0);
  /** String values that have been asked for: of elements, and of attributes by their row. */
  texts: (string | undefined)[] = [];
  attributeTexts: (string | undefined)[] = [];
  now = new Date(0);
  #calls = 0;
  #work = 0;
  #tape: Tape | undefined;
  readonly #named = new Map<number, XNode[]>();
  #written: (WrittenName | undefined)[] = [];

  read(tape: Tape, now: Date): void {
    const { elements, attributes } = tape.columns;
    const { vocabulary } = tape;
    this.#tape = tape;
    this.now = now;
    this.#work = WORK + tape.count * WORK_PER_ELEMENT;
    this.#named.clear();
    // Arrays that grow by leaps become hash tables.
    this.texts = new Array(tape.count + 1);
    this.attributeTexts = new Array(attributes.count);
    this.#written = [];
    this.count = tape.count + 1;
    this.#reserve(this.count + 1);
    this.attributeNames = attributes.name;
    const { name, parent, end, path } = this;
    name[0] = -1;
    parent[0] = ABSENT;
    end[0] = this.count;
    path[0] = 0;
    this.attributes[0] = FIRST_ATTRIBUTE;
    for (let row = 0; row < tape.count; row++) {
      const at = elements.path[row] ?? 0;
      path[row + 1] = at;
      name[row + 1] = vocabulary.nameOf(at);
      parent[row + 1] = (elements.parent[row] ?? 0) + 1;
      end[row + 1] = (elements.end[row] ?? 0) + 1;
      this.attributes[row + 1] = FIRST_ATTRIBUTE + (elements.attributes[row] ?? 0);
    }
    this.attributes[this.count] = FIRST_ATTRIBUTE + attributes.count;
  }

  /** A function of the schema is entered: within bounds of depth. */
  enter(): void {
    if (++this.#calls > MAX_CALLS) raise('LIMIT', 'A function calls itself without end');
    this.work();
  }

  leave(): void {
    this.#calls--;
  }

  /** After an error no function is open. */
  leaveAll(): void {
    this.#calls = 0;
  }

  /** Counts a step of what a document can make long. */
  work(): void {
    if (--this.#work < 0) raise('LIMIT', 'The rules take too many steps for this document');
  }

  /** Lets go of the document. */
  release(): void {
    this.#tape = undefined;
    this.attributeNames = NO_ROWS;
    if (this.name.length > KEPT_ROWS) {
      this.name = this.parent = this.end = this.path = this.attributes = NO_ROWS;
    }
    this.#named.clear();
    this.texts = [];
    this.attributeTexts = [];
  }

  #reserve(capacity: number): void {
    if (this.name.length >= capacity) return;
    const larger = Math.max(capacity, this.name.length * 2);
    this.name = new Int32Array(larger);
    this.parent = new Int32Array(larger);
    this.end = new Int32Array(larger);
    this.path = new Int32Array(larger);
    this.attributes = new Int32Array(larger);
  }

  get tape(): Tape {
    if (!this.#tape) throw new Error('There is no document');
    return this.#tape;
  }

  /** String value of the document or an element. */
  text(node: XNode): string {
    const text = this.tape.text(node > 0 ? node - 1 : 0);
    this.texts[node] = text;
    return text;
  }

  /** All elements of a name, looked up once a document. */
  named(name: number): readonly XNode[] {
    const known = this.#named.get(name);
    if (known) return known;
    const nodes: XNode[] = [];
    for (let node = 1; node < this.count; node++) if (this.name[node] === name) nodes.push(node);
    this.#named.set(name, nodes);
    return nodes;
  }

  attributeText(node: XNode): string {
    const text = this.tape.attributeValue(node - FIRST_ATTRIBUTE);
    this.attributeTexts[node - FIRST_ATTRIBUTE] = text;
    return text;
  }

  /** String value of a node of any kind. */
  anyText(node: XNode): string {
    if (node >= FIRST_TEXT) return this.textNode(node);
    return node >= FIRST_ATTRIBUTE ? this.attributeText(node) : this.text(node);
  }

  textNode(node: XNode): string {
    const { source } = this.tape;
    const from = node - FIRST_TEXT;
    return contentText(source, from, textRunEnd(source, from));
  }

  /** Text nodes of an element, in order. */
  textNodes(node: XNode): readonly XNode[] {
    if (node === DOCUMENT || node >= FIRST_ATTRIBUTE) return NONE;
    const { elements } = this.tape.columns;
    const row = node - 1;
    const [from, to] = [elements.from[row] ?? 0, elements.to[row] ?? 0];
    if (from === to) return NONE;
    if (((elements.flags[row] ?? 0) & (CODED | HAS_CHILDREN)) === 0) return [FIRST_TEXT + from];
    const children: { from: number; to: number }[] = [];
    for (let child = node + 1; child < (this.end[node] ?? 0); child = this.end[child] ?? 0)
      children.push({ from: elements.open[child - 1] ?? 0, to: this.#behind(child - 1) });
    return textRuns(this.tape.source, from, to, children).map((offset) => FIRST_TEXT + offset);
  }

  /** Elements and texts directly in a node, in order. */
  childNodes(node: XNode): readonly XNode[] {
    const nodes: XNode[] = [...this.textNodes(node)];
    if (node < FIRST_ATTRIBUTE)
      for (let child = node + 1; child < (this.end[node] ?? 0); child = this.end[child] ?? 0)
        nodes.push(child);
    return this.inOrder(nodes);
  }

  /** Texts anywhere below a node, in order. */
  descendantTexts(node: XNode): readonly XNode[] {
    const texts: XNode[] = [];
    for (let at = node; at < (this.end[node] ?? 0); at++)
      for (const text of this.textNodes(at)) texts.push(text);
    return this.inOrder(texts);
  }

  /** Nodes of any kinds in document order, each once. */
  inOrder(nodes: readonly XNode[]): readonly XNode[] {
    return nodes.length < 2 ? nodes : [...new Set(nodes)].sort((a, b) => this.offsetOf(a) - this.offsetOf(b));
  }

  #behind(row: number): number {
    const { elements } = this.tape.columns;
    const to = elements.to[row] ?? 0;
    const isEmptyTag = ((elements.flags[row] ?? 0) & EMPTY_TAG) !== 0;
    return isEmptyTag ? to : this.tape.source.indexOf('>', to) + 1;
  }

  /** Parent of a node of any kind. */
  parentOf(node: XNode): XNode {
    if (node < FIRST_ATTRIBUTE) return this.parent[node] ?? ABSENT;
    return node >= FIRST_TEXT ? this.#parentOfText(node - FIRST_TEXT) : this.ownerOf(node);
  }

  /** The element that an attribute stands on. */
  ownerOf(attribute: XNode): XNode {
    return lastAtMost(this.attributes, this.count, attribute);
  }

  #parentOfText(offset: number): XNode {
    const { elements } = this.tape.columns;
    let node = lastAtMost(elements.open, this.count - 1, offset) + 1;
    while (node > DOCUMENT && (elements.to[node - 1] ?? 0) <= offset) node = this.parent[node] ?? DOCUMENT;
    return node;
  }

  /** Where a node begins in the bytes, by which nodes of different kinds are put in order. */
  offsetOf(node: XNode): number {
    const { elements, attributes } = this.tape.columns;
    if (node >= FIRST_TEXT) return node - FIRST_TEXT;
    if (node >= FIRST_ATTRIBUTE) return attributes.from[node - FIRST_ATTRIBUTE] ?? 0;
    return node === DOCUMENT ? -1 : (elements.open[node - 1] ?? 0);
  }

  #nameNumber(node: XNode): number {
    if (node >= FIRST_TEXT || node <= DOCUMENT) return -1;
    return (node >= FIRST_ATTRIBUTE ? this.attributeNames[node - FIRST_ATTRIBUTE] : this.name[node]) ?? -1;
  }

  /** Local name, empty for what has none. */
  localName(node: XNode): string {
    return this.tape.vocabulary.localName(this.#nameNumber(node));
  }

  namespace(node: XNode): string {
    return this.tape.vocabulary.uri(this.#nameNumber(node));
  }

  /** Name as written, with its prefix. */
  qualifiedName(node: XNode): string {
    if (node >= FIRST_TEXT || node <= DOCUMENT) return '';
    const offset = this.offsetOf(node);
    if (node < FIRST_ATTRIBUTE) return this.#elementName(this.path[node] ?? 0, offset + 1);
    const before = this.tape.source.toString('utf8', Math.max(0, offset - MAX_NAME), offset - 1);
    return /(\S+)\s*=\s*$/.exec(before)?.[1] ?? '';
  }

  /** Elements of one path are mostly written alike: bytes are compared before a string is made. */
  #elementName(path: number, offset: number): string {
    const { source } = this.tape;
    const known = this.#written[path];
    if (known && isSameName(source, known, offset)) return known.text;
    const text = /^[^\s/>]+/.exec(source.toString('utf8', offset, offset + MAX_NAME))?.[0] ?? '';
    this.#written[path] = { text, offset, length: Buffer.byteLength(text) };
    return text;
  }
}

interface WrittenName {
  text: string;
  offset: number;
  length: number;
}

function isSameName(source: Buffer, { offset, length }: WrittenName, other: number): boolean {
  for (let at = 0; at < length; at++) if (source[offset + at] !== source[other + at]) return false;
  return ENDS_NAME[source[other + length] ?? 0] === 1;
}

const MAX_NAME = 2048;
const NO_ROWS = new Int32Array(0);
/** Larger columns are not kept for the next document. */
const KEPT_ROWS = 65_536;
/** Calls of functions of the schema that are open at once. */
const MAX_CALLS = 400;
/** Calls of functions and turns of counted loops in one document. */
const WORK = 1_000_000;
const WORK_PER_ELEMENT = 200;
const NONE: readonly XNode[] = [];

/** Index of the last of `count` ascending values that is at most `value`. */
function lastAtMost(values: Int32Array, count: number, value: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((values[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
