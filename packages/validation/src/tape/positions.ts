import { isAscii } from 'node:buffer';
import type { Vocabulary } from './vocabulary.ts';

/** Where an element stands, for people. */
export interface Position {
  /** Counted from 1; columns in characters. */
  line: number;
  column: number;
}

const BLOCK = 256;

/** Line and column of byte offsets, by tables that are made when the first one is asked for. */
export class Lines {
  readonly #source: Buffer;
  readonly #isAscii: boolean;
  #starts: number[] | undefined;
  /** Continuation bytes of UTF-8 before each block. */
  #extra: Uint32Array | undefined;

  constructor(source: Buffer) {
    this.#source = source;
    this.#isAscii = isAscii(source);
  }

  position(offset: number): Position {
    this.#starts ??= this.#findStarts();
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const start = starts[low] ?? 0;
    const extra = this.#extraBefore(offset) - this.#extraBefore(start);
    return { line: low + 1, column: offset - start - extra + 1 };
  }

  #findStarts(): number[] {
    const starts = [0];
    for (let at = this.#source.indexOf(10); at >= 0; at = this.#source.indexOf(10, at + 1))
      starts.push(at + 1);
    return starts;
  }

  #extraBefore(offset: number): number {
    if (this.#isAscii) return 0;
    this.#extra ??= this.#countExtra();
    const block = Math.floor(offset / BLOCK);
    return (this.#extra[block] ?? 0) + continuations(this.#source, block * BLOCK, offset);
  }

  #countExtra(): Uint32Array {
    const blocks = Math.floor(this.#source.length / BLOCK) + 1;
    const extra = new Uint32Array(blocks);
    let sum = 0;
    for (let block = 0; block < blocks; block++) {
      extra[block] = sum;
      sum += continuations(this.#source, block * BLOCK, Math.min((block + 1) * BLOCK, this.#source.length));
    }
    return extra;
  }
}

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
