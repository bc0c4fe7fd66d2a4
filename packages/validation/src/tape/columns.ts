/**
 * One row an element, in document order: parallel typed arrays in one piece of memory. When the first guess is too small
 * there is a second piece, for as many rows as there can be: the system lends memory when it is written to, so rows that
 * nobody fills cost nothing, while growing step by step would need what it grows out of beside it.
 */
export class ElementColumns {
  count = 0;
  readonly #most: number;
  #memory: ArrayBuffer;
  path: Int32Array;
  /** Row of the parent, -1 for the root element. */
  parent: Int32Array;
  /** Row after the last descendant. */
  end: Int32Array;
  /** Byte offset of the start tag, and of the content between the tags. */
  open: Int32Array;
  from: Int32Array;
  to: Int32Array;
  /** First of its attributes. */
  attributes: Int32Array;
  flags: Uint8Array;

  constructor(guess: number, most: number) {
    this.#most = most;
    ({
      memory: this.#memory,
      columns: [this.path, this.parent, this.end, this.open, this.from, this.to, this.attributes],
      flags: this.flags,
    } = elementMemory(guess));
  }

  /** Makes room for one more. */
  reserve(): void {
    if (this.count === this.flags.length) this.#grow();
  }

  #grow(): void {
    const { memory, columns, flags } = elementMemory(this.#most);
    const [path, parent, end, open, from, to, attributes] = columns;
    path.set(this.path);
    parent.set(this.parent);
    end.set(this.end);
    open.set(this.open);
    from.set(this.from);
    to.set(this.to);
    attributes.set(this.attributes);
    flags.set(this.flags);
    Object.assign(this, { path, parent, end, open, from, to, attributes, flags });
    this.#memory.transfer(0);
    this.#memory = memory;
  }
}

type Seven<T> = [T, T, T, T, T, T, T];

/** Memory for so many elements, with one row more of the last column, which tells where the attributes end. */
function elementMemory(rows: number): { memory: ArrayBuffer; columns: Seven<Int32Array>; flags: Uint8Array } {
  const memory = new ArrayBuffer(rows * (7 * 4 + 1) + 4);
  const column = (place: number, length = rows): Int32Array =>
    new Int32Array(memory, place * rows * 4, length);
  return {
    memory,
    columns: [column(0), column(1), column(2), column(3), column(4), column(5), column(6, rows + 1)],
    flags: new Uint8Array(memory, 7 * rows * 4 + 4, rows),
  };
}

/** One row an attribute, likewise; namespace declarations are not among them. */
export class AttributeColumns {
  count = 0;
  readonly #most: number;
  #memory: ArrayBuffer;
  name: Int32Array;
  /** Byte offsets of the value between its quotes. */
  from: Int32Array;
  to: Int32Array;

  constructor(guess: number, most: number) {
    this.#most = most;
    [this.#memory, this.name, this.from, this.to] = attributeMemory(guess);
  }

  add(name: number, from: number, to: number): void {
    if (this.count === this.name.length) this.#grow();
    this.name[this.count] = name;
    this.from[this.count] = from;
    this.to[this.count] = to;
    this.count++;
  }

  #grow(): void {
    const [memory, name, from, to] = attributeMemory(this.#most);
    name.set(this.name);
    from.set(this.from);
    to.set(this.to);
    Object.assign(this, { name, from, to });
    this.#memory.transfer(0);
    this.#memory = memory;
  }
}

function attributeMemory(rows: number): [ArrayBuffer, Int32Array, Int32Array, Int32Array] {
  const memory = new ArrayBuffer(rows * 3 * 4);
  const column = (place: number): Int32Array => new Int32Array(memory, place * rows * 4, rows);
  return [memory, column(0), column(1), column(2)];
}

/** The content has references, CDATA, comments, instructions or carriage returns: it must be decoded. */
export const CODED = 1;
export const HAS_CHILDREN = 2;
/** Written as `<name/>`. */
export const EMPTY_TAG = 4;
/** Something other than white space as it stands and markup is directly inside, or CDATA, which may be no more than that. */
export const HAS_TEXT = 8;
