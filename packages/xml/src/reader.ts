import { readAttributes } from './attributes.ts';
import { CLASS, isXmlName, NAME, NAME_START, SPACE } from './characters.ts';
import type { Cursor } from './cursor.ts';
import type { XmlLimits } from './limits.ts';
import { readText, skipText } from './text.ts';
import type { XmlElement, XmlNode } from './tree.ts';
import { XmlError, type XmlErrorCode } from './xml-error.ts';

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;

/** One pass over the bytes of a document. A loop with its own stack: depth costs memory, not the call stack. */
export class Reader implements Cursor {
  readonly bytes: Uint8Array;
  readonly limits: XmlLimits;
  pos = 0;
  readonly #buffer: Buffer;
  readonly #shallow: (element: XmlElement) => boolean;
  readonly #names = new Map<number, { text: string; start: number; end: number }[]>();
  #root: XmlElement | undefined;
  #open: XmlElement | undefined;
  #qualifiedNames: string[] = [];
  /** Depth at which an element began whose content is not kept; 0 when all is kept. */
  #droppedSince = 0;
  #elements = 0;

  constructor(bytes: Uint8Array, limits: XmlLimits, shallow: (element: XmlElement) => boolean) {
    this.bytes = bytes;
    this.limits = limits;
    this.#shallow = shallow;
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (bytes.length > limits.bytes) this.fail('The document is too large', 'LIMIT_EXCEEDED');
  }

  document(): XmlElement {
    if (this.startsWith('<?xml') && (CLASS[this.bytes[5] ?? 0] ?? 0) & SPACE) this.pos = this.#endOf('?>');
    while (this.pos < this.bytes.length) {
      if (this.bytes[this.pos] === LT) this.#markup();
      else this.#text();
    }
    if (this.#open) this.fail(`<${this.#qualifiedNames.at(-1)}> is not closed`);
    if (!this.#root) this.fail('There is no root element');
    return this.#root;
  }

  #markup(): void {
    const next = this.bytes[this.pos + 1];
    if (next === SLASH) this.#endTag();
    else if (next === BANG) this.#declaration();
    else if (next === QUESTION) this.#instruction();
    else this.#startTag();
  }

  #startTag(): void {
    const start = this.pos++;
    const name = this.name();
    if (this.#root && !this.#open) this.fail('There is more than one root element');
    const { attributes, declarations, prefix, localName, namespace } = readAttributes(this, name, this.#open);
    const element: XmlElement = {
      kind: 'element',
      prefix,
      localName,
      namespace,
      attributes,
      declarations,
      parent: this.#open,
      children: [],
      start,
      end: 0,
      source: this.bytes,
    };
    this.#root ??= element;
    if (++this.#elements > this.limits.elements) this.fail('There are too many elements', 'LIMIT_EXCEEDED');
    this.#keep(element);
    if (this.bytes[this.pos] === SLASH) {
      this.pos++;
      this.expect(GT, 'Expected > after /');
      element.end = this.pos;
      return;
    }
    this.expect(GT, 'Expected > at the end of a tag');
    this.#open = element;
    this.#qualifiedNames.push(name);
    const depth = this.#qualifiedNames.length;
    if (depth > this.limits.depth)
      this.fail(`Elements are nested deeper than ${this.limits.depth}`, 'LIMIT_EXCEEDED');
    if (this.#droppedSince === 0 && this.#shallow(element)) this.#droppedSince = depth;
  }

  #keep(node: XmlNode): void {
    if (this.#open && this.#droppedSince === 0) this.#open.children.push(node);
  }

  #endTag(): void {
    this.pos += 2;
    const name = this.name();
    this.skipSpace();
    this.expect(GT, 'Expected > at the end of a tag');
    const open = this.#open;
    if (!open || this.#qualifiedNames.at(-1) !== name) this.fail(`</${name}> closes nothing that is open`);
    open.end = this.pos;
    if (this.#droppedSince === this.#qualifiedNames.length) this.#droppedSince = 0;
    this.#qualifiedNames.pop();
    this.#open = open.parent;
  }

  #declaration(): void {
    if (this.startsWith('<!--')) {
      const end = this.#buffer.indexOf('--', this.pos + 4);
      if (end < 0 || this.bytes[end + 2] !== GT) this.fail('A comment is not closed, or has -- inside');
      this.#checkCharacters(this.pos + 4, end);
      this.pos = end + 3;
    } else if (this.startsWith('<![CDATA[') && this.#open) {
      const start = this.pos + 9;
      const end = this.#endOf(']]>') - 3;
      this.#checkCharacters(start, end);
      if (this.#droppedSince === 0) this.#addText(this.slice(start, end).replace(/\r\n?/g, '\n'));
      this.pos = end + 3;
    } else if (this.startsWith('<!DOCTYPE')) this.fail('A DOCTYPE is not allowed', 'DTD_FORBIDDEN');
    else this.fail('This is not markup');
  }

  #instruction(): void {
    const end = this.#endOf('?>');
    this.pos += 2;
    const target = this.name();
    if (/^xml$/i.test(target)) this.fail('An XML declaration may stand only at the beginning');
    if (this.pos < end - 2 && !((CLASS[this.bytes[this.pos] ?? 0] ?? 0) & SPACE))
      this.fail('A space must follow the target');
    this.skipSpace();
    this.#checkCharacters(this.pos, end - 2);
    const data = this.slice(this.pos, end - 2).replace(/\r\n?/g, '\n');
    this.#keep({ kind: 'instruction', target, data });
    this.pos = end;
  }

  #text(): void {
    if (!this.#open) {
      this.skipSpace();
      if (this.pos < this.bytes.length && this.bytes[this.pos] !== LT)
        this.fail('There is text outside the root element');
    } else if (this.#droppedSince > 0) skipText(this);
    else this.#addText(readText(this));
  }

  /** Text, references and CDATA that touch are one node. */
  #addText(value: string): void {
    const siblings = this.#open?.children;
    const last = siblings?.at(-1);
    if (siblings && last?.kind === 'text')
      siblings[siblings.length - 1] = { kind: 'text', value: last.value + value };
    else if (value !== '') siblings?.push({ kind: 'text', value });
  }

  /** A name at the present position. The same bytes give the same string again, without decoding. */
  name(): string {
    const { bytes } = this;
    const start = this.pos;
    let hash = 0;
    let beyondAscii = 0;
    let at = start;
    for (let byte = bytes[at] ?? 0; (CLASS[byte] ?? 0) & NAME; byte = bytes[++at] ?? 0) {
      hash = (hash * 31 + byte) | 0;
      beyondAscii |= byte & 0x80;
    }
    if (at === start || !((CLASS[bytes[start] ?? 0] ?? 0) & NAME_START)) this.fail('Expected a name');
    if (at - start > this.limits.nameBytes) this.fail('A name is too long', 'LIMIT_EXCEEDED');
    this.pos = at;
    const known = this.#names.get(hash)?.find((entry) => this.#sameBytes(entry, start, at));
    if (known) return known.text;
    const text = this.slice(start, at);
    if (beyondAscii && !isXmlName(text)) this.fail(`${text} is not a name`);
    const bucket = this.#names.get(hash);
    if (bucket) bucket.push({ text, start, end: at });
    else this.#names.set(hash, [{ text, start, end: at }]);
    return text;
  }

  #sameBytes(entry: { start: number; end: number }, start: number, end: number): boolean {
    if (entry.end - entry.start !== end - start) return false;
    for (let i = 0; i < end - start; i++)
      if (this.bytes[entry.start + i] !== this.bytes[start + i]) return false;
    return true;
  }

  skipSpace(): boolean {
    const start = this.pos;
    while ((CLASS[this.bytes[this.pos] ?? 0] ?? 0) & SPACE) this.pos++;
    return this.pos > start;
  }

  expect(byte: number, otherwise: string): void {
    if (this.bytes[this.pos] !== byte) this.fail(otherwise);
    this.pos++;
  }

  slice(start: number, end: number): string {
    return this.#buffer.toString('utf8', start, end);
  }

  startsWith(text: string): boolean {
    for (let i = 0; i < text.length; i++) if (this.bytes[this.pos + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  #endOf(text: string): number {
    const found = this.#buffer.indexOf(text, this.pos);
    if (found < 0) this.fail(`Expected ${text}`);
    return found + text.length;
  }

  #checkCharacters(start: number, end: number): void {
    for (let at = start; at < end; at++) this.checkCharacter(at);
  }

  /** Control characters, U+FFFE and U+FFFF are not allowed, written plainly or not. */
  checkCharacter(at: number): void {
    const byte = this.bytes[at] ?? 0;
    const isControl = byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d;
    const isNonCharacter = byte === 0xef && this.bytes[at + 1] === 0xbf && (this.bytes[at + 2] ?? 0) >= 0xbe;
    if (isControl || isNonCharacter) {
      this.pos = at;
      this.fail('A character is not allowed in XML');
    }
  }

  fail(message: string, code: XmlErrorCode = 'NOT_WELL_FORMED'): never {
    let line = 1;
    let lineStart = 0;
    const until = Math.min(this.pos, this.bytes.length);
    for (let at = this.#buffer.indexOf(10); at >= 0 && at < until; at = this.#buffer.indexOf(10, at + 1)) {
      line++;
      lineStart = at + 1;
    }
    throw new XmlError(code, message, line, until - lineStart + 1);
  }
}
