/**
 * Names and element paths as small numbers, shared by the documents of this process, so that "which rules look here" is
 * answered once for a path and not once for a document.
 *
 * Names that code asks for ({@link nameId}) keep their number for ever. What a document brings along lives in a
 * vocabulary, which is replaced when strangers have filled it.
 */
const SEPARATOR = '\u0000';
const known = new Map<string, number>();
const knownLocals: string[] = [];
const knownUris: string[] = [];

/** The number of an expanded name, the same in every document. */
export function nameId(uri: string, localName: string): number {
  const key = uri + SEPARATOR + localName;
  const found = known.get(key);
  if (found !== undefined) return found;
  const id = knownLocals.length;
  known.set(key, id);
  knownLocals.push(localName);
  knownUris.push(uri);
  current = undefined;
  return id;
}

/** Numbers from here on are a vocabulary's own, so that code may ask for further names at any time. */
const FIRST_OWN = 1 << 20;
/** Above this many paths of strangers the next document starts with an empty trie. */
const RENEW_PATHS = 16_384;
const RENEW_NAMES = 8_192;
/** What one document may bring. */
const MAX_PATHS = 65_536;

export class Vocabulary {
  readonly #ids = new Map(known);
  readonly #locals: string[] = [];
  readonly #uris: string[] = [];
  #parents = new Int32Array(1024);
  #names = new Int32Array(1024);
  #slots = new Int32Array(2048);
  /** Path 0 is the document itself, above its root element. */
  pathCount = 1;

  get isFull(): boolean {
    return this.pathCount > RENEW_PATHS || this.#locals.length > RENEW_NAMES;
  }

  name(uri: string, localName: string): number {
    const key = uri + SEPARATOR + localName;
    const found = this.#ids.get(key);
    if (found !== undefined) return found;
    const id = FIRST_OWN + this.#locals.length;
    this.#ids.set(key, id);
    this.#locals.push(localName);
    this.#uris.push(uri);
    return id;
  }

  localName(name: number): string {
    return (name < FIRST_OWN ? knownLocals[name] : this.#locals[name - FIRST_OWN]) ?? '';
  }

  uri(name: number): string {
    return (name < FIRST_OWN ? knownUris[name] : this.#uris[name - FIRST_OWN]) ?? '';
  }

  parentOf(path: number): number {
    return this.#parents[path] ?? 0;
  }

  nameOf(path: number): number {
    return this.#names[path] ?? -1;
  }

  /** The path that leads from `parent` to a child called `name`; undefined when a document brings too many. */
  path(parent: number, name: number): number | undefined {
    return this.find(parent, name) || this.#add(parent, name);
  }

  /** The same when it is known, 0 otherwise. */
  find(parent: number, name: number): number {
    let slot = this.#slotOf(parent, name);
    for (;;) {
      const path = this.#slots[slot] ?? 0;
      if (path === 0 || (this.#parents[path] === parent && this.#names[path] === name)) return path;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
  }

  #add(parent: number, name: number): number | undefined {
    if (this.pathCount >= MAX_PATHS) return undefined;
    const path = this.pathCount++;
    if (path === this.#parents.length) this.#grow();
    this.#parents[path] = parent;
    this.#names[path] = name;
    if (this.pathCount * 2 > this.#slots.length) this.#rehash();
    else this.#take(path);
    return path;
  }

  #slotOf(parent: number, name: number): number {
    const hash = Math.imul(parent, 0x9e3779b1) ^ Math.imul(name, 0x85ebca6b);
    return (hash ^ (hash >>> 15)) & (this.#slots.length - 1);
  }

  #grow(): void {
    const [parents, names] = [this.#parents, this.#names];
    this.#parents = new Int32Array(parents.length * 2);
    this.#names = new Int32Array(names.length * 2);
    this.#parents.set(parents);
    this.#names.set(names);
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let path = 1; path < this.pathCount; path++) this.#take(path);
  }

  #take(path: number): void {
    let slot = this.#slotOf(this.parentOf(path), this.nameOf(path));
    while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
    this.#slots[slot] = path;
  }
}

let current: Vocabulary | undefined;

/** The vocabulary for the next document. */
export function vocabulary(): Vocabulary {
  if (!current || current.isFull) current = new Vocabulary();
  return current;
}
