import { CLASS, TEXT_STOP } from './characters.ts';
import type { Cursor } from './cursor.ts';
import { reference } from './text.ts';
import { lookupPrefix, type XmlAttribute, type XmlDeclaration, type XmlElement } from './tree.ts';

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
const NONE: never[] = [];

export interface Tag {
  prefix: string;
  localName: string;
  namespace: string;
  attributes: readonly XmlAttribute[];
  declarations: readonly XmlDeclaration[];
}

interface Raw {
  name: string;
  value: string;
}

/** Reads to the end of a start tag and resolves its names [Namespaces in XML 1.0]. */
export function readAttributes(reader: Cursor, name: string, parent: XmlElement | undefined): Tag {
  const raw = rawAttributes(reader);
  const declarations = raw.length === 0 ? NONE : raw.flatMap((attribute) => declaration(reader, attribute));
  const resolve = (prefix: string): string => {
    const own = declarations.find((candidate) => candidate.prefix === prefix);
    const uri = own?.uri ?? (parent ? lookupPrefix(parent, prefix) : builtIn(prefix));
    if (uri === undefined) reader.fail(`The prefix ${prefix} is not declared`);
    return uri;
  };
  const { prefix, localName } = split(reader, name);
  const attributes = raw.length === declarations.length ? NONE : resolved(reader, raw, resolve);
  return { prefix, localName, namespace: resolve(prefix), attributes, declarations };
}

function builtIn(prefix: string): string | undefined {
  if (prefix === 'xml') return XML_NAMESPACE;
  return prefix === '' ? '' : undefined;
}

function rawAttributes(reader: Cursor): Raw[] {
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
    if (found.some((other) => other.name === name)) reader.fail(`The attribute ${name} is given twice`);
    found.push({ name, value });
    if (found.length > reader.limits.attributes)
      reader.fail('An element has too many attributes', 'LIMIT_EXCEEDED');
  }
}

function attributeValue(reader: Cursor): string {
  const { bytes } = reader;
  const quote = bytes[reader.pos];
  if (quote !== 0x22 && quote !== 0x27) reader.fail('An attribute value must be quoted');
  let start = ++reader.pos;
  let value = '';
  for (let byte = bytes[start]; byte !== quote; byte = bytes[reader.pos]) {
    const replaced = special(reader, byte);
    if (replaced === undefined) reader.pos++;
    else {
      value += reader.slice(start, replaced.from) + replaced.text;
      start = reader.pos;
    }
  }
  value += reader.slice(start, reader.pos);
  reader.pos++;
  return value;
}

/** White space becomes a space, a reference to white space stays what it is [XML 1.0 3.3.3]. */
function special(reader: Cursor, byte: number | undefined): { from: number; text: string } | undefined {
  const from = reader.pos;
  if (byte === undefined) reader.fail('An attribute value is not closed');
  if (byte === 0x3c) reader.fail('< is not allowed in an attribute value');
  if (byte === 0x26) return { from, text: reference(reader) };
  if (byte === 0x09 || byte === 0x0a || byte === 0x0d) {
    reader.pos += byte === 0x0d && reader.bytes[from + 1] === 0x0a ? 2 : 1;
    return { from, text: ' ' };
  }
  if ((CLASS[byte] ?? 0) & TEXT_STOP) reader.checkCharacter(from);
  return undefined;
}

function declaration(reader: Cursor, { name, value: uri }: Raw): XmlDeclaration[] {
  if (name !== 'xmlns' && !name.startsWith('xmlns:')) return NONE;
  const prefix = name === 'xmlns' ? '' : name.slice(6);
  const reserved =
    prefix === 'xmlns' || uri === XMLNS_NAMESPACE || (prefix === 'xml') !== (uri === XML_NAMESPACE);
  if (reserved) reader.fail(`${name} may not be declared so`);
  if (prefix.includes(':') || (prefix === '' && name !== 'xmlns'))
    reader.fail(`${name} is not a declaration`);
  if (prefix !== '' && uri === '') reader.fail('A prefix cannot be undeclared');
  return [{ prefix, uri }];
}

function resolved(reader: Cursor, raw: Raw[], resolve: (prefix: string) => string): XmlAttribute[] {
  const attributes: XmlAttribute[] = [];
  for (const { name, value } of raw) {
    if (name === 'xmlns' || name.startsWith('xmlns:')) continue;
    const { prefix, localName } = split(reader, name);
    const namespace = prefix === '' ? '' : resolve(prefix);
    const twice = attributes.some((other) => other.localName === localName && other.namespace === namespace);
    if (twice) reader.fail(`The attribute ${localName} is given twice`);
    attributes.push({ prefix, localName, namespace, value });
  }
  return attributes;
}

function split(reader: Cursor, name: string): { prefix: string; localName: string } {
  const colon = name.indexOf(':');
  if (colon < 0) return { prefix: '', localName: name };
  const wrong =
    colon === 0 ||
    colon === name.length - 1 ||
    name.includes(':', colon + 1) ||
    /^[0-9.-]/.test(name.slice(colon + 1));
  if (wrong || name.startsWith('xmlns:')) reader.fail(`${name} is not a qualified name`);
  return { prefix: name.slice(0, colon), localName: name.slice(colon + 1) };
}
