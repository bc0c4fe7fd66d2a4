import { IllFormed } from './ill-formed.ts';
import { Scopes } from './scopes.ts';
import type { Vocabulary } from './vocabulary.ts';
import { QUALIFIED_NAME } from './xml-name.ts';

/** Numbers of an entry: hash, place of the bytes, length, key of the scope, name. */
const FIELDS = 5;
/** Above this many the next document starts with an empty table. */
const RENEW_ENTRIES = 16_384;
const RENEW_BYTES = 1_048_576;

const tables = new WeakMap<Vocabulary, NameTable>();

/** The names of a vocabulary as documents write them. */
export function namesOf(vocabulary: Vocabulary): NameTable {
  const known = tables.get(vocabulary);
  if (known && !known.isFull) return known;
  const table = new NameTable(vocabulary);
  tables.set(vocabulary, table);
  return table;
}

/**
 * From names as written to name numbers. A written name is decoded and checked once in a namespace scope, for all
 * documents that write it so; after that its bytes are compared.
 */
class NameTable {
  readonly scopes = new Scopes();
  readonly #vocabulary: Vocabulary;
  /** Open addressing, {@link FIELDS} numbers an entry. */
  #entries = new Int32Array(FIELDS * 512);
  #count = 0;
  #bytes = Buffer.alloc(8192);
  #used = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  get isFull(): boolean {
    return this.#count > RENEW_ENTRIES || this.#used > RENEW_BYTES || this.scopes.isFull;
  }

  /** The number of the name at `offset`. Attributes without a prefix are in no namespace. */
  resolve(
    source: Buffer,
    offset: number,
    length: number,
    hash: number,
    scope: number,
    isAttribute: boolean,
  ): number {
    const key = isAttribute ? ~scope : scope;
    const mixed = mix(hash, key);
    const entry = this.#find(mixed, source, offset, length, key);
    if (this.#entries[entry] !== 0) return this.#entries[entry + 4] ?? 0;
    const name = this.#read(source.toString('utf8', offset, offset + length), offset, scope, isAttribute);
    const place = this.#keep(source, offset, length);
    this.#entries.set([mixed, place, length, key, name], entry);
    if (++this.#count * FIELDS * 2 > this.#entries.length) this.#rehash();
    return name;
  }

  #find(hash: number, source: Buffer, offset: number, length: number, key: number): number {
    const entries = this.#entries;
    const end = entries.length;
    for (let entry = this.#slotOf(hash); ; entry = entry + FIELDS === end ? 0 : entry + FIELDS) {
      const found = entries[entry];
      if (found === 0) return entry;
      if (found !== hash || entries[entry + 2] !== length || entries[entry + 3] !== key) continue;
      if (this.#isSame(entries[entry + 1] ?? 0, source, offset, length)) return entry;
    }
  }

  #slotOf(hash: number): number {
    return FIELDS * ((hash >>> 1) & (this.#entries.length / FIELDS - 1));
  }

  #isSame(place: number, source: Buffer, offset: number, length: number): boolean {
    const bytes = this.#bytes;
    for (let at = 0; at < length; at++) if (bytes[place + at] !== source[offset + at]) return false;
    return true;
  }

  #keep(source: Buffer, offset: number, length: number): number {
    const place = this.#used;
    this.#used += length;
    if (this.#used > this.#bytes.length) {
      const larger = Buffer.alloc(2 * this.#used);
      this.#bytes.copy(larger);
      this.#bytes = larger;
    }
    source.copy(this.#bytes, place, offset, offset + length);
    return place;
  }

  #rehash(): void {
    const old = this.#entries;
    this.#entries = new Int32Array(old.length * 2);
    for (let entry = 0; entry < old.length; entry += FIELDS) {
      const hash = old[entry] ?? 0;
      if (hash === 0) continue;
      let slot = this.#slotOf(hash);
      while (this.#entries[slot] !== 0) slot = (slot + FIELDS) % this.#entries.length;
      this.#entries.set(old.subarray(entry, entry + FIELDS), slot);
    }
  }

  #read(written: string, offset: number, scope: number, isAttribute: boolean): number {
    const parts = QUALIFIED_NAME.exec(written);
    if (!parts) throw new IllFormed(`"${written.slice(0, 40)}" is no XML name`, offset);
    const [, prefix = '', localName = ''] = parts;
    if (prefix === '' && isAttribute) return this.#vocabulary.name('', localName);
    const uri = this.scopes.uriOf(prefix, scope);
    if (uri === undefined) throw new IllFormed(`The prefix "${prefix}" is not declared`, offset);
    return this.#vocabulary.name(uri, localName);
  }
}

export type { NameTable };

/** Never 0, which means that an entry is free. */
function mix(hash: number, key: number): number {
  const mixed = hash ^ Math.imul(key, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) | 1;
}
