import { readAttributes } from './attributes.ts';
import { classAt, isForbiddenAt, NAME, NAME_START, SPACE } from './characters.ts';
import type { Cursor } from './cursor.ts';
import { readXmlDeclaration } from './declaration.ts';
import type { XmlLimits } from './limits.ts';
import { type Name, NameTable } from './names.ts';
import { positionOf } from './position.ts';
import { Scope } from './scope.ts';
import { checkLength, readText, skipText } from './text.ts';
import { XML_NAMESPACE, type XmlDeclaration, type XmlElement, type XmlInstruction } from './tree.ts';
import { XmlError, type XmlErrorCode } from './xml-error.ts';

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;

/** Up to this many bytes a document is decoded at once and cut; above, cutting would keep it all in memory. */
const SMALL = 65536;

/** One pass over the bytes of a document. A loop with its own stack: depth costs memory, not the call stack. */
export class Reader implements Cursor {
  readonly bytes: Uint8Array;
  readonly limits: XmlLimits;
  pos = 0;
  readonly #buffer: Buffer;
  readonly #latin1: string | undefined;
  readonly #shallow: (element: XmlElement) => boolean;
  readonly #names: NameTable;
  readonly #scope = new Scope();
  readonly #outside: { before: XmlInstruction[]; after: XmlInstruction[] } = { before: [], after: [] };
  #root: XmlElement | undefined;
  /** The innermost open element that is kept. */
  #open: XmlElement | undefined;
  /** Names and declarations of all open elements, kept or not. */
  readonly #openNames: Name[] = [];
  readonly #openDeclarations: (readonly XmlDeclaration[])[] = [];
  /** Depth of the element whose content is not kept; 0 when all is kept. */
  #unkeptSince = 0;
  #inherited = new Set<string>();
  #nodes = 0;

  constructor(bytes: Uint8Array, limits: XmlLimits, shallow: (element: XmlElement) => boolean) {
    this.bytes = bytes;
    this.limits = limits;
    this.#shallow = shallow;
    this.#names = new NameTable(bytes);
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#latin1 = bytes.length <= SMALL ? this.#buffer.toString('latin1') : undefined;
    if (bytes.length > limits.bytes) this.fail('The document is too large', 'LIMIT_EXCEEDED');
  }

  get keeping(): boolean {
    return this.#unkeptSince === 0;
  }

  document(): XmlElement {
    const declaration = readXmlDeclaration(this.bytes);
    if (declaration === 'malformed') this.fail('The XML declaration is malformed');
    this.pos = declaration?.length ?? 0;
    while (this.pos < this.bytes.length) {
      if (this.bytes[this.pos] === LT) this.#markup();
      else this.#text();
    }
    const open = this.#openNames.at(-1);
    if (open) this.fail(`<${open.text}> is not closed`);
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
    const depth = this.#openNames.length + 1;
    if (this.#root && depth === 1) this.fail('There is more than one root element');
    this.#countNode();
    if (depth > this.limits.depth)
      this.fail(`Elements are nested deeper than ${this.limits.depth}`, 'LIMIT_EXCEEDED');
    const { attributes, declarations, namespace } = readAttributes(this, name);
    const { prefix, localName } = name;
    const empty = this.bytes[this.pos] === SLASH;
    if (empty) this.pos++;
    this.expect(GT, 'Expected > at the end of a tag');
    if (this.keeping) {
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
        end: this.pos,
        source: this.bytes,
        unkept: undefined,
        outside: this.#open ? undefined : this.#outside,
      };
      this.#root ??= element;
      this.#open?.children.push(element);
      if (this.#shallow(element)) this.#keepNothingOf(element, depth);
      if (!empty) this.#open = element;
    }
    if (empty) this.#leave(declarations, depth);
    else {
      this.#openNames.push(name);
      this.#openDeclarations.push(declarations);
    }
  }

  #keepNothingOf(element: XmlElement, depth: number): void {
    this.#unkeptSince = depth;
    this.#inherited = new Set();
    element.unkept = { inheritedPrefixes: this.#inherited };
    this.usePrefix(element.prefix);
    for (const { prefix, localName, value } of element.attributes) {
      if (prefix !== '') this.usePrefix(prefix);
      if (prefix !== '' && localName === 'type')
        this.usePrefix(value.slice(0, Math.max(value.indexOf(':'), 0)));
    }
  }

  #leave(declarations: readonly XmlDeclaration[], depth: number): void {
    if (declarations.length > 0) this.#scope.leave(declarations);
    if (this.#unkeptSince === depth) this.#unkeptSince = 0;
  }

  #endTag(): void {
    const depth = this.#openNames.length;
    const open = this.#openNames.at(-1);
    const start = this.pos + 2;
    this.pos = start;
    const matches = open !== undefined && this.#names.isAt(open, start);
    if (matches) this.pos += open.end - open.start;
    if (!matches || (classAt(this.bytes, this.pos) & NAME) !== 0) {
      this.pos = start;
      this.fail(`</${this.name().text}> closes nothing that is open`);
    }
    this.skipSpace();
    this.expect(GT, 'Expected > at the end of a tag');
    this.#openNames.pop();
    const declarations = this.#openDeclarations.pop() ?? [];
    if (this.#open && (this.keeping || this.#unkeptSince === depth)) {
      this.#open.end = this.pos;
      this.#open = this.#open.parent;
    }
    this.#leave(declarations, depth);
  }

  #declaration(): void {
    if (this.#startsWith('<!--')) {
      const end = this.#buffer.indexOf('--', this.pos + 4);
      if (end < 0 || this.bytes[end + 2] !== GT) this.fail('A comment is not closed, or has -- inside');
      this.#checkCharacters(this.pos + 4, end);
      this.pos = end + 3;
    } else if (this.#startsWith('<![CDATA[') && this.#openNames.length > 0) {
      const start = this.pos + 9;
      const end = this.#endOf(']]>') - 3;
      this.#checkCharacters(start, end);
      if (this.keeping) this.#addText(this.slice(start, end).replace(/\r\n?/g, '\n'));
      this.pos = end + 3;
    } else if (this.#startsWith('<!DOCTYPE')) this.fail('A DOCTYPE is not allowed', 'DTD_FORBIDDEN');
    else this.fail('This is not markup');
  }

  #instruction(): void {
    const end = this.#endOf('?>');
    this.pos += 2;
    const target = this.name();
    this.#countNode();
    if (/^xml$/i.test(target.text)) this.fail('An XML declaration may stand only at the beginning');
    if (target.prefix !== '') this.fail('A colon is not allowed in the target of an instruction');
    if (!this.skipSpace() && this.pos < end - 2) this.fail('A space must follow the target');
    this.#checkCharacters(this.pos, end - 2);
    if (this.keeping) {
      const data = this.slice(this.pos, end - 2).replace(/\r\n?/g, '\n');
      const beside = this.#root ? this.#outside.after : this.#outside.before;
      (this.#open?.children ?? beside).push({ kind: 'instruction', target: target.text, data });
    }
    this.pos = end;
  }

  #text(): void {
    if (this.#openNames.length === 0) {
      this.skipSpace();
      if (this.pos < this.bytes.length && this.bytes[this.pos] !== LT)
        this.fail('There is text outside the root element');
    } else if (this.keeping) this.#addText(readText(this));
    else skipText(this);
  }

  /** Text, references and CDATA that touch are one node. */
  #addText(value: string): void {
    const siblings = this.#open?.children;
    const last = siblings?.at(-1);
    if (siblings && last?.kind === 'text')
      siblings[siblings.length - 1] = { kind: 'text', value: last.value + value };
    else if (value !== '') siblings?.push({ kind: 'text', value });
  }

  #countNode(): void {
    if (++this.#nodes > this.limits.elements)
      this.fail('There are too many elements or instructions', 'LIMIT_EXCEEDED');
  }

  /** A name at the present position. The same bytes give the same name again, without decoding. */
  name(): Name {
    const { bytes, pos: start } = this;
    const { length } = bytes;
    let hash = 0;
    let at = start;
    for (; at < length && (classAt(bytes, at) & NAME) !== 0; at++) hash = (hash * 31 + (bytes[at] ?? 0)) | 0;
    if (at === start || (classAt(bytes, start) & NAME_START) === 0) this.fail('Expected a name');
    if (at - start > this.limits.nameBytes) this.fail('A name is too long', 'LIMIT_EXCEEDED');
    const known = this.#names.find(hash, start, at);
    if (known) {
      this.pos = at;
      return known;
    }
    const text = this.slice(start, at);
    const name = this.#names.add(hash, text, start, at);
    if (!name) this.fail(`${text} is not a qualified name`);
    this.pos = at;
    return name;
  }

  declare(declaration: XmlDeclaration): void {
    this.#scope.declare(declaration, this.#openNames.length + 1);
  }

  namespaceOf(prefix: string): string {
    if (prefix === 'xml') return XML_NAMESPACE;
    const binding = this.#scope.find(prefix);
    if (!binding && prefix !== '') this.fail(`The prefix ${prefix} is not declared`);
    if (binding && this.#unkeptSince > binding.depth) this.usePrefix(prefix);
    return binding?.uri ?? '';
  }

  usePrefix(prefix: string): void {
    const binding = this.#scope.find(prefix);
    if (binding && binding.uri !== '' && binding.depth < this.#unkeptSince && prefix !== 'xml')
      this.#inherited.add(prefix);
  }

  skipSpace(): boolean {
    const start = this.pos;
    const { bytes } = this;
    while (this.pos < bytes.length && (classAt(bytes, this.pos) & SPACE) !== 0) this.pos++;
    return this.pos > start;
  }

  expect(byte: number, otherwise: string): void {
    if (this.bytes[this.pos] !== byte) this.fail(otherwise);
    this.pos++;
  }

  slice(start: number, end: number): string {
    if (this.#latin1 === undefined) return this.#buffer.toString('utf8', start, end);
    for (let at = start; at < end; at++)
      if ((this.bytes[at] ?? 0) >= 0x80) return this.#buffer.toString('utf8', start, end);
    return this.#latin1.substring(start, end);
  }

  #startsWith(text: string): boolean {
    for (let i = 0; i < text.length; i++) if (this.bytes[this.pos + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  #endOf(text: string): number {
    const found = this.#buffer.indexOf(text, this.pos);
    if (found < 0) this.fail(`Expected ${text}`);
    return found + text.length;
  }

  #checkCharacters(start: number, end: number): void {
    if (this.keeping) checkLength(this, start, end);
    for (let at = start; at < end; at++) this.checkCharacter(at);
  }

  checkCharacter(at: number): void {
    if (!isForbiddenAt(this.bytes, at)) return;
    this.pos = at;
    this.fail('A character is not allowed in XML');
  }

  fail(message: string, code: XmlErrorCode = 'NOT_WELL_FORMED'): never {
    const { line, column } = positionOf(this.bytes, this.pos);
    throw new XmlError(code, message, line, column);
  }
}
