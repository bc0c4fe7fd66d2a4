/** One row an element, in document order: parallel typed arrays, in one piece of memory until they grow by doubling. */
export class ElementColumns {
  count = 0;
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

  constructor(capacity: number) {
    const memory = new ArrayBuffer(capacity * (7 * 4 + 1) + 4);
    const column = (place: number): Int32Array => new Int32Array(memory, place * capacity * 4, capacity);
    this.path = column(0);
    this.parent = column(1);
    this.end = column(2);
    this.open = column(3);
    this.from = column(4);
    this.to = column(5);
    this.attributes = new Int32Array(memory, 6 * capacity * 4, capacity + 1);
    this.flags = new Uint8Array(memory, 7 * capacity * 4 + 4, capacity);
  }

  /** Makes room for one more. */
  reserve(): void {
    const capacity = this.flags.length;
    if (this.count < capacity) return;
    this.path = grown(this.path, capacity * 2);
    this.parent = grown(this.parent, capacity * 2);
    this.end = grown(this.end, capacity * 2);
    this.open = grown(this.open, capacity * 2);
    this.from = grown(this.from, capacity * 2);
    this.to = grown(this.to, capacity * 2);
    this.attributes = grown(this.attributes, capacity * 2 + 1);
    const flags = new Uint8Array(capacity * 2);
    flags.set(this.flags);
    this.flags = flags;
  }
}

/** One row an attribute; namespace declarations are not among them. */
export class AttributeColumns {
  count = 0;
  name: Int32Array;
  /** Byte offsets of the value between its quotes. */
  from: Int32Array;
  to: Int32Array;

  constructor(capacity: number) {
    const memory = new ArrayBuffer(capacity * 3 * 4);
    this.name = new Int32Array(memory, 0, capacity);
    this.from = new Int32Array(memory, capacity * 4, capacity);
    this.to = new Int32Array(memory, 2 * capacity * 4, capacity);
  }

  add(name: number, from: number, to: number): void {
    if (this.count === this.name.length) {
      this.name = grown(this.name, this.count * 2);
      this.from = grown(this.from, this.count * 2);
      this.to = grown(this.to, this.count * 2);
    }
    this.name[this.count] = name;
    this.from[this.count] = from;
    this.to[this.count] = to;
    this.count++;
  }
}

/** The content has references, CDATA, comments, instructions or carriage returns: it must be decoded. */
export const CODED = 1;
export const HAS_CHILDREN = 2;
/** Written as `<name/>`. */
export const EMPTY_TAG = 4;
/** Something other than white space as it stands and markup is directly inside, or CDATA, which may be no more than that. */
export const HAS_TEXT = 8;

function grown(array: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(capacity);
  larger.set(array);
  return larger;
}
