import { isNcName } from './characters.ts';

/** A qualified name as it is written, and where it was first seen. */
export interface Name {
  readonly text: string;
  readonly prefix: string;
  readonly localName: string;
  readonly start: number;
  readonly end: number;
}

const SLOTS = 1024;
/** Of a document up to so many bytes, which has few names. */
const SMALL = 16_384;
const FEW_SLOTS = 128;

/**
 * Names of a document by their bytes, so that a name seen before is neither decoded nor checked again. A fixed table
 * in which a newcomer takes the slot: names chosen to collide cost what unknown names cost, never more.
 */
export class NameTable {
  readonly #bytes: Uint8Array;
  readonly #slots: (Name | undefined)[];
  readonly #mask: number;

  constructor(bytes: Uint8Array) {
    const slots = bytes.length <= SMALL ? FEW_SLOTS : SLOTS;
    this.#bytes = bytes;
    this.#slots = new Array(slots).fill(undefined);
    this.#mask = slots - 1;
  }

  find(hash: number, start: number, end: number): Name | undefined {
    const known = this.#slots[hash & this.#mask];
    return known && known.end - known.start === end - start && this.isAt(known, start) ? known : undefined;
  }

  /** Undefined when the text is no qualified name [Namespaces in XML 1.0 production 7]. */
  add(hash: number, text: string, start: number, end: number): Name | undefined {
    const colon = text.indexOf(':');
    const prefix = colon < 0 ? '' : text.slice(0, colon);
    const localName = text.slice(colon + 1);
    if (!isNcName(localName) || (colon >= 0 && !isNcName(prefix))) return undefined;
    const name = { text, prefix, localName, start, end };
    this.#slots[hash & this.#mask] = name;
    return name;
  }

  /** Whether the bytes of the name stand at this position, whatever follows. */
  isAt(name: Name, at: number): boolean {
    const bytes = this.#bytes;
    for (let i = name.start, j = at; i < name.end; i++, j++) if (bytes[i] !== bytes[j]) return false;
    return true;
  }
}
