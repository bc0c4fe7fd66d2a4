import { randomInt } from 'node:crypto';
import * as byte from './bytes.ts';
import { IllFormed, LIMITS, type TapeLimits } from './ill-formed.ts';
import { checkReference, withoutReferences } from './references.ts';

/** Where the hash of a name begins: of this process alone, so that nobody can prepare names that collide. */
const HASH_SEED = randomInt(2 ** 32) | 0;
const HASH_PRIME = 0x01000193;

/** Lent from one document to the next, as they are read one after the other. */
const usualPending = new Int32Array(5 * LIMITS.attributes);

/** Reads start tags, one after the other: where name and attributes stand, and what the tag declares. */
export class StartTag {
  nameLength = 0;
  nameHash = 0;
  isEmpty = false;
  /** Namespaces that the tag declares, by prefix. */
  declared: Map<string, string> | undefined;
  /** Of each attribute: offset, length and hash of its name, offset and end of its value. */
  readonly pending: Int32Array;
  pendingCount = 0;
  readonly #source: Buffer;
  readonly #limits: TapeLimits;
  #at = 0;

  constructor(source: Buffer, limits: TapeLimits) {
    this.#source = source;
    this.#limits = limits;
    this.pending =
      limits.attributes > LIMITS.attributes ? new Int32Array(5 * limits.attributes) : usualPending;
  }

  /** Reads the tag that opens at `open`; answers where it ends. */
  read(open: number): number {
    this.#at = open + 1;
    this.nameHash = this.#name();
    this.nameLength = this.#at - open - 1;
    this.isEmpty = this.#attributes();
    return this.#at;
  }

  #fail(message: string, offset = this.#at): never {
    throw new IllFormed(message, offset);
  }

  /** Moves behind a name and answers the hash of its bytes. */
  #name(): number {
    const source = this.#source;
    let at = this.#at;
    let hash = HASH_SEED;
    for (; at < source.length; at++) {
      const here = source[at] ?? 0;
      if (byte.ENDS_NAME[here] === 1) break;
      hash = Math.imul(hash ^ here, HASH_PRIME);
    }
    if (at === this.#at) this.#fail('A name is missing here');
    if (at - this.#at > this.#limits.nameBytes) this.#fail('This name is too long');
    this.#at = at;
    return hash;
  }

  /** Moves behind the tag; answers whether it is an empty element. */
  #attributes(): boolean {
    const source = this.#source;
    this.pendingCount = 0;
    let declared: Map<string, string> | undefined;
    for (;;) {
      const before = this.#at;
      while (byte.isSpace(source[this.#at])) this.#at++;
      const here = source[this.#at];
      if (here === byte.GREATER || here === byte.SLASH) break;
      if (here === undefined) this.#fail('The document ends inside a tag');
      if (this.#at === before) this.#fail('A space is needed here, or the end of the tag');
      declared = this.#attribute(declared);
    }
    this.declared = declared;
    const isEmpty = source[this.#at] === byte.SLASH;
    if (isEmpty) this.#at++;
    if (source[this.#at] !== byte.GREATER) this.#fail('">" is missing here');
    this.#at++;
    return isEmpty;
  }

  #attribute(declared: Map<string, string> | undefined): Map<string, string> | undefined {
    const from = this.#at;
    const hash = this.#name();
    const length = this.#at - from;
    const value = this.#attributeValue();
    if (this.pendingCount + (declared?.size ?? 0) >= this.#limits.attributes)
      this.#fail('This element has too many attributes', from);
    const prefix = this.#declaredPrefix(from, length);
    if (prefix === undefined) {
      this.#postpone(from, length, hash, value);
      return declared;
    }
    if (declared?.has(prefix)) this.#fail('The same prefix is declared twice', from);
    return (declared ?? new Map<string, string>()).set(prefix, this.#decodedValue(value, this.#at - 1));
  }

  /** Names of attributes have a meaning only when all declarations of the tag are known. */
  #postpone(from: number, length: number, hash: number, value: number): void {
    const entry = 5 * this.pendingCount++;
    this.pending[entry] = from;
    this.pending[entry + 1] = length;
    this.pending[entry + 2] = hash;
    this.pending[entry + 3] = value;
    this.pending[entry + 4] = this.#at - 1;
  }

  #declaredPrefix(from: number, length: number): string | undefined {
    if (
      length < 5 ||
      this.#source[from] !== 0x78 ||
      this.#source.toString('latin1', from, from + 5) !== 'xmlns'
    )
      return undefined;
    if (length === 5) return '';
    if (length === 6 && this.#source[from + 5] === byte.COLON) this.#fail('A prefix is missing here', from);
    return this.#source[from + 5] === byte.COLON
      ? this.#source.toString('utf8', from + 6, from + length)
      : undefined;
  }

  #decodedValue(from: number, to: number): string {
    return withoutReferences(this.#source.toString('utf8', from, to).replace(/[\t\r\n]/g, ' '));
  }

  /** Moves behind the closing quote; answers where the value begins. */
  #attributeValue(): number {
    const source = this.#source;
    while (byte.isSpace(source[this.#at])) this.#at++;
    if (source[this.#at] !== byte.EQUALS) this.#fail('"=" is missing after the name of an attribute');
    this.#at++;
    while (byte.isSpace(source[this.#at])) this.#at++;
    const quote = source[this.#at];
    if (quote !== byte.QUOTE && quote !== byte.APOSTROPHE)
      this.#fail('The value of an attribute must stand in quotes');
    const from = ++this.#at;
    let at = from;
    for (; at < source.length; at++) {
      const here = source[at] ?? 0;
      if (here === quote) break;
      if (byte.SPECIAL[here] === 1) this.#specialInValue(here, at);
    }
    if (at >= source.length) this.#fail('The document ends inside the value of an attribute', at);
    this.#at = at + 1;
    return from;
  }

  #specialInValue(here: number, at: number): void {
    if (here === byte.AMPERSAND) checkReference(this.#source, at);
    else if (here === byte.LESS) this.#fail('"<" must not stand in the value of an attribute', at);
    else if (here !== byte.GREATER && here !== byte.RETURN) checkCharacter(this.#source, at);
  }
}

/** Refuses the character at `at`, of which the first byte is known to be special, unless XML allows it. */
export function checkCharacter(source: Buffer, at: number): void {
  const here = source[at] ?? 0;
  if (here < byte.SPACE) throw new IllFormed('A control character stands here', at);
  if (here === 0xef && source[at + 1] === 0xbf && (source[at + 2] ?? 0) >= 0xbe)
    throw new IllFormed('A character stands here that XML does not allow', at);
}
