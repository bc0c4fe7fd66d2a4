import { IllFormed } from './ill-formed.ts';
import type { Vocabulary } from './vocabulary.ts';

const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const START =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const PART = `[${START}][${START}.0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040-]*`;
/** QName [Namespaces in XML 1.0, 3]. */
const NAME = new RegExp(`^(?:(${PART}):)?(${PART})$`, 'u');

interface Scope {
  parent: number;
  prefixes: Map<string, string>;
}

/**
 * From names as written to name numbers. A written name is decoded and checked once for a document and namespace scope;
 * after that its bytes are compared.
 */
export class NameTable {
  readonly #source: Buffer;
  readonly #vocabulary: Vocabulary;
  readonly #limit: number;
  readonly #scopes: Scope[] = [{ parent: -1, prefixes: new Map([['', '']]) }];
  readonly #scopeIds = new Map<string, number>();
  /** Open addressing; five numbers an entry: hash, offset, length, scope, name. */
  #entries = new Int32Array(5 * 256);
  #count = 0;

  constructor(source: Buffer, vocabulary: Vocabulary, nameBytes: number) {
    this.#source = source;
    this.#vocabulary = vocabulary;
    this.#limit = nameBytes;
  }

  /** The name number of the name at `offset`. Attributes without a prefix are in no namespace. */
  resolve(offset: number, length: number, hash: number, scope: number, isAttribute: boolean): number {
    const key = isAttribute ? ~scope : scope;
    const mixed = (hash ^ Math.imul(key, 0x9e3779b1)) | 1;
    let entry = this.#find(mixed, offset, length, key);
    if (this.#entries[entry] !== 0) return this.#entries[entry + 4] ?? 0;
    const name = this.#read(offset, length, scope, isAttribute);
    if (++this.#count * 10 > this.#entries.length) {
      this.#rehash();
      entry = this.#find(mixed, offset, length, key);
    }
    this.#entries.set([mixed, offset, length, key, name], entry);
    return name;
  }

  #find(hash: number, offset: number, length: number, key: number): number {
    const mask = this.#entries.length / 5 - 1;
    for (let slot = (hash >>> 1) & mask; ; slot = (slot + 1) & mask) {
      const entry = slot * 5;
      const found = this.#entries[entry];
      if (found === 0) return entry;
      if (found === hash && this.#isSame(entry, offset, length, key)) return entry;
    }
  }

  #isSame(entry: number, offset: number, length: number, key: number): boolean {
    if (this.#entries[entry + 2] !== length || this.#entries[entry + 3] !== key) return false;
    const other = this.#entries[entry + 1] ?? 0;
    for (let at = 0; at < length; at++)
      if (this.#source[other + at] !== this.#source[offset + at]) return false;
    return true;
  }

  #rehash(): void {
    const old = this.#entries;
    this.#entries = new Int32Array(old.length * 2);
    const mask = this.#entries.length / 5 - 1;
    for (let entry = 0; entry < old.length; entry += 5) {
      const hash = old[entry] ?? 0;
      if (hash === 0) continue;
      let slot = (hash >>> 1) & mask;
      while (this.#entries[slot * 5] !== 0) slot = (slot + 1) & mask;
      this.#entries.set(old.subarray(entry, entry + 5), slot * 5);
    }
  }

  #read(offset: number, length: number, scope: number, isAttribute: boolean): number {
    if (length === 0) throw new IllFormed('A name is missing here', offset);
    if (length > this.#limit) throw new IllFormed('This name is too long', offset);
    const written = this.#source.toString('utf8', offset, offset + length);
    const parts = NAME.exec(written);
    if (!parts) throw new IllFormed(`"${written.slice(0, 40)}" is no XML name`, offset);
    const [, prefix = '', localName = ''] = parts;
    if (prefix === '' && isAttribute) return this.#vocabulary.name('', localName);
    const uri = this.#uriOf(prefix, scope);
    if (uri === undefined) throw new IllFormed(`The prefix "${prefix}" is not declared`, offset);
    return this.#vocabulary.name(uri, localName);
  }

  #uriOf(prefix: string, scope: number): string | undefined {
    if (prefix === 'xml') return XML;
    for (let at = this.#scopes[scope]; at; at = this.#scopes[at.parent]) {
      const uri = at.prefixes.get(prefix);
      if (uri !== undefined) return uri;
    }
    return undefined;
  }

  /** The scope inside `parent` with these declarations; equal ones are the same scope. */
  scope(parent: number, prefixes: Map<string, string>, offset: number): number {
    for (const [prefix, uri] of prefixes) checkDeclaration(prefix, uri, offset);
    const key = `${parent} ${[...prefixes].flat().join('\u0000')}`;
    const found = this.#scopeIds.get(key);
    if (found !== undefined) return found;
    const id = this.#scopes.length;
    this.#scopes.push({ parent, prefixes });
    this.#scopeIds.set(key, id);
    return id;
  }
}

/** [Namespaces in XML 1.0, 3 and 5]. */
function checkDeclaration(prefix: string, uri: string, offset: number): void {
  if (prefix !== '' && uri === '')
    throw new IllFormed(`The prefix "${prefix}" is declared as nothing`, offset);
  if (prefix === 'xmlns' || uri === XMLNS || (prefix === 'xml') !== (uri === XML))
    throw new IllFormed(`The prefix "${prefix}" must not be declared so`, offset);
}
