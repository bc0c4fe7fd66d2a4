import { isAscii } from 'node:buffer';
import { LINE_FEED } from './bytes.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Where an element stands, for people. */
export interface Position {
  /** Counted from 1; columns in characters. */
  line: number;
  column: number;
}

const BLOCK = 256;

/** What is known of the beginning of each block of a document. */
interface Blocks {
  /** Lines that have ended before it. */
  lines: Uint32Array;
  /** Byte offset of the line that it begins in. */
  starts: Uint32Array;
}

/**
 * Line and column of byte offsets, by tables that are made when the first one is asked for. They have a row for each block
 * of bytes, not for each line: a document may be nothing but line ends.
 */
export class Lines {
  readonly #source: Buffer;
  readonly #isAscii: boolean;
  #blocks: Blocks | undefined;
  /** Continuation bytes of UTF-8 before each block. */
  #extra: Uint32Array | undefined;

  constructor(source: Buffer) {
    this.#source = source;
    this.#isAscii = isAscii(source);
  }

  position(offset: number): Position {
    this.#blocks ??= this.#look();
    const block = Math.floor(offset / BLOCK);
    let line = this.#blocks.lines[block] ?? 0;
    let start = this.#blocks.starts[block] ?? 0;
    for (let at = block * BLOCK; at < offset; at++)
      if (this.#source[at] === LINE_FEED) {
        line++;
        start = at + 1;
      }
    const extra = this.#extraBefore(offset) - this.#extraBefore(start);
    return { line: line + 1, column: offset - start - extra + 1 };
  }

  #look(): Blocks {
    const blocks = newBlocks(this.#source);
    const { lines, starts } = blocks;
    let [line, start, block] = [0, 0, 0];
    const begin = (before: number): void => {
      for (; block * BLOCK < before; block++) {
        lines[block] = line;
        starts[block] = start;
      }
    };
    for (let at = this.#source.indexOf(LINE_FEED); at >= 0; at = this.#source.indexOf(LINE_FEED, at + 1)) {
      begin(at + 1);
      line++;
      start = at + 1;
    }
    begin(lines.length * BLOCK);
    return blocks;
  }

  #extraBefore(offset: number): number {
    if (this.#isAscii) return 0;
    this.#extra ??= this.#countExtra();
    const block = Math.floor(offset / BLOCK);
    return (this.#extra[block] ?? 0) + continuations(this.#source, block * BLOCK, offset);
  }

  #countExtra(): Uint32Array {
    const extra = new Uint32Array(blockCount(this.#source));
    let sum = 0;
    for (let block = 0; block < extra.length; block++) {
      extra[block] = sum;
      sum += continuations(this.#source, block * BLOCK, Math.min((block + 1) * BLOCK, this.#source.length));
    }
    return extra;
  }
}

/** One more than there are bytes for, as the end of a document has a position, too. */
const blockCount = ({ length }: Buffer): number => Math.floor(length / BLOCK) + 1;

const newBlocks = (source: Buffer): Blocks => ({
  lines: new Uint32Array(blockCount(source)),
  starts: new Uint32Array(blockCount(source)),
});

function continuations(source: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (((source[at] ?? 0) & 0xc0) === 0x80) count++;
  return count;
}

/** UBL's customary prefixes by namespace. */
export const PREFIXES: Record<string, string> = {
  'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2': 'cac:',
  'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2': 'cbc:',
  'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2': 'ext:',
};

/** What locations are told from. */
interface Tree {
  readonly count: number;
  readonly vocabulary: Vocabulary;
  path(node: number): number;
  parent(node: number): number;
  uri(node: number): string;
  localName(node: number): string;
}

/** XPath of elements with UBL's customary prefixes, and a number where several siblings share the name. */
export class Locations {
  readonly #tree: Tree;
  /** Place among siblings of the same name, and how many they are at the first of them; made on demand. */
  #ordinals: Int32Array | undefined;
  #isAlone: Uint8Array | undefined;
  /** The parent of the element that was asked for last, and its XPath: findings come in crowds of siblings. */
  #lastParent = -1;
  #above = '';

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  xpath(node: number): string {
    const parent = this.#tree.parent(node);
    if (parent !== this.#lastParent) {
      this.#above = this.#steps(parent);
      this.#lastParent = parent;
    }
    return this.#above + this.#step(node);
  }

  #steps(node: number): string {
    const steps: string[] = [];
    for (let at = node; at >= 0; at = this.#tree.parent(at)) steps.push(this.#step(at));
    return steps.reverse().join('');
  }

  #step(node: number): string {
    const ordinal = this.#count()[node] ?? 1;
    const place = this.#isAlone?.[node] === 1 ? '' : `[${ordinal}]`;
    return `/${PREFIXES[this.#tree.uri(node)] ?? ''}${this.#tree.localName(node)}${place}`;
  }

  /** Siblings of one name share parent and path, and none of another parent stands between them. */
  #count(): Int32Array {
    if (this.#ordinals) return this.#ordinals;
    const tree = this.#tree;
    const ordinals = new Int32Array(tree.count);
    const alone = new Uint8Array(tree.count).fill(1);
    const last = new Int32Array(tree.vocabulary.pathCount).fill(-1);
    for (let node = 0; node < tree.count; node++) {
      const path = tree.path(node);
      const before = last[path] ?? -1;
      const isSibling = before >= 0 && tree.parent(before) === tree.parent(node);
      ordinals[node] = isSibling ? (ordinals[before] ?? 0) + 1 : 1;
      if (isSibling) alone[before] = alone[node] = 0;
      last[path] = node;
    }
    this.#ordinals = ordinals;
    this.#isAlone = alone;
    return ordinals;
  }
}
