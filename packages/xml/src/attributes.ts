import { classAt, VALUE_STOP } from './characters.ts';
import type { Cursor } from './cursor.ts';
import type { Name } from './names.ts';
import { checkLength, reference } from './text.ts';
import { XML_NAMESPACE, type XmlAttribute, type XmlDeclaration } from './tree.ts';

const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance';
const NONE: readonly never[] = [];

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const AMPERSAND = 0x26;
const LT = 0x3c;
const CR = 0x0d;
const LF = 0x0a;
const TAB = 0x09;

export interface Tag {
  namespace: string;
  attributes: readonly XmlAttribute[];
  declarations: readonly XmlDeclaration[];
}

interface Raw {
  name: Name;
  value: string;
}

/** Reads to the end of a start tag, brings its declarations into scope and resolves its names [Namespaces 1.0]. */
export function readAttributes(reader: Cursor, name: Name): Tag {
  if (name.prefix === 'xmlns') reader.fail('An element may not have the prefix xmlns');
  const raw = rawAttributes(reader);
  if (raw.length === 0)
    return { namespace: reader.namespaceOf(name.prefix), attributes: NONE, declarations: NONE };
  refuseTwice(reader, raw, (attribute) => attribute.name.text);
  const declarations = readDeclarations(reader, raw);
  const namespace = reader.namespaceOf(name.prefix);
  const attributes = raw.length === declarations.length ? NONE : resolved(reader, raw);
  return { namespace, attributes, declarations };
}

function rawAttributes(reader: Cursor): readonly Raw[] {
  let found: Raw[] | undefined;
  for (;;) {
    const spaced = reader.skipSpace();
    const byte = reader.bytes[reader.pos];
    if (byte === 0x3e || byte === 0x2f) return found ?? NONE;
    if (!spaced) reader.fail('Expected a space before an attribute');
    const name = reader.name();
    reader.skipSpace();
    reader.expect(0x3d, 'Expected = after an attribute name');
    reader.skipSpace();
    const value = attributeValue(reader);
    found ??= [];
    found.push({ name, value });
    if (found.length > reader.limits.attributes)
      reader.fail('An element has too many attributes', 'LIMIT_EXCEEDED');
  }
}

/** White space becomes a space, a reference to white space stays what it is [XML 1.0 3.3.3]. */
function attributeValue(reader: Cursor): string {
  const { bytes } = reader;
  const quote = bytes[reader.pos];
  if (quote !== QUOTE && quote !== APOSTROPHE) reader.fail('An attribute value must be quoted');
  let start = ++reader.pos;
  const first = start;
  let value = '';
  for (;;) {
    const from = runToStop(reader);
    if (reader.keeping) checkLength(reader, first, from);
    const byte = bytes[from];
    if (byte === quote) break;
    const text = byte === AMPERSAND ? reference(reader) : space(reader, byte);
    if (text !== '') {
      value += reader.slice(start, from) + text;
      start = reader.pos;
    }
  }
  const end = reader.pos++;
  return value === '' ? reader.slice(start, end) : value + reader.slice(start, end);
}

function runToStop(reader: Cursor): number {
  const { bytes } = reader;
  const { length } = bytes;
  let at = reader.pos;
  while (at < length && (classAt(bytes, at) & VALUE_STOP) === 0) at++;
  reader.pos = at;
  if (at >= length) reader.fail('An attribute value is not closed');
  return at;
}

/** A space for tab, LF, CR and CR LF; nothing for what stays as it is, such as the other quote. */
function space(reader: Cursor, byte: number | undefined): ' ' | '' {
  if (byte === LT) reader.fail('< is not allowed in an attribute value');
  if (byte === TAB || byte === LF || byte === CR) {
    reader.pos += byte === CR && reader.bytes[reader.pos + 1] === LF ? 2 : 1;
    return ' ';
  }
  reader.checkCharacter(reader.pos++);
  return '';
}

const isDeclaration = ({ text, prefix }: Name): boolean => prefix === 'xmlns' || text === 'xmlns';

function readDeclarations(reader: Cursor, raw: readonly Raw[]): readonly XmlDeclaration[] {
  let found: XmlDeclaration[] | undefined;
  for (const { name, value: uri } of raw) {
    if (!isDeclaration(name)) continue;
    const prefix = name.prefix === '' ? '' : name.localName;
    const reserved =
      prefix === 'xmlns' || uri === XMLNS_NAMESPACE || (prefix === 'xml') !== (uri === XML_NAMESPACE);
    if (reserved) reader.fail(`${name.text} may not be declared so`);
    if (prefix !== '' && uri === '') reader.fail('A prefix cannot be undeclared');
    const declaration = { prefix, uri };
    reader.declare(declaration);
    found ??= [];
    found.push(declaration);
  }
  return found ?? NONE;
}

function resolved(reader: Cursor, raw: readonly Raw[]): readonly XmlAttribute[] {
  const attributes: XmlAttribute[] = [];
  let prefixed = 0;
  for (const { name, value } of raw) {
    if (isDeclaration(name)) continue;
    const { prefix, localName } = name;
    const namespace = prefix === '' ? '' : reader.namespaceOf(prefix);
    if (prefix !== '') prefixed++;
    attributes.push({ prefix, localName, namespace, value });
    // A type is a name inside a value: its prefix is in use too [XML Schema 1 2.6.1].
    if (namespace === XSI_NAMESPACE && localName === 'type') useTypePrefix(reader, value);
  }
  if (prefixed > 1) refuseTwice(reader, attributes, (one) => `${one.localName} ${one.namespace}`);
  return attributes;
}

/** Of a schema type that is no qualified name, or an unknown one, nothing follows: that is not for a parser to judge. */
function useTypePrefix(reader: Cursor, value: string): void {
  const colon = value.indexOf(':');
  if (!reader.keeping) reader.usePrefix(colon < 0 ? '' : value.slice(0, colon).trim());
}

const FEW = 8;

function refuseTwice<T>(reader: Cursor, list: readonly T[], keyOf: (item: T) => string): void {
  if (list.length < 2) return;
  if (list.length > FEW) {
    if (new Set(list.map(keyOf)).size < list.length) reader.fail('An attribute is given twice');
    return;
  }
  const keys: string[] = [];
  for (const item of list) {
    const key = keyOf(item);
    if (keys.includes(key)) reader.fail('An attribute is given twice');
    keys.push(key);
  }
}
