import {
  lookupPrefix,
  type XmlAttribute,
  type XmlDeclaration,
  type XmlElement,
  type XmlNode,
} from './tree.ts';
import { escapeAttribute, escapeText } from './write.ts';

/** What ancestors in the output have declared, by prefix. */
type Rendered = ReadonlyMap<string, string>;

/** The namespace declarations to write on an element, given what is rendered already. */
type Namespaces = (element: XmlElement, rendered: Rendered, isApex: boolean) => XmlDeclaration[];

/**
 * Exclusive C14N 1.0 without comments of an element as it stands in its document.
 *
 * @param inclusivePrefixes the PrefixList: prefixes treated as inclusive C14N does; `#default` for the default namespace
 * @returns UTF-8 bytes
 */
export function canonicalizeExclusive(
  element: XmlElement,
  inclusivePrefixes: readonly string[] = [],
): Uint8Array {
  const listed = inclusivePrefixes.map((prefix) => (prefix === '#default' ? '' : prefix));
  const namespaces: Namespaces = (at, rendered) => {
    const prefixes = new Set([at.prefix, ...listed]);
    for (const { prefix } of at.attributes) if (prefix !== '') prefixes.add(prefix);
    return toWrite(at, prefixes, rendered);
  };
  return serialize(element, { namespaces, inheritXml: false });
}

/**
 * Inclusive C14N 1.0 without comments of an element: every namespace in scope is rendered, and the xml: attributes of
 * ancestors are inherited by the apex.
 *
 * @param omit a descendant to leave out, as the enveloped-signature transform does
 * @returns UTF-8 bytes
 */
export function canonicalizeInclusive(element: XmlElement, omit?: XmlElement): Uint8Array {
  const namespaces: Namespaces = (at, rendered, isApex) => {
    const prefixes = new Set<string>();
    for (let scope: XmlElement | undefined = at; scope; scope = isApex ? scope.parent : undefined) {
      for (const { prefix } of scope.declarations) prefixes.add(prefix);
    }
    return toWrite(at, prefixes, rendered);
  };
  return serialize(element, { namespaces, inheritXml: true, omit });
}

function toWrite(element: XmlElement, prefixes: Iterable<string>, rendered: Rendered): XmlDeclaration[] {
  const found: XmlDeclaration[] = [];
  for (const prefix of prefixes) {
    const uri = prefix === 'xml' ? undefined : lookupPrefix(element, prefix);
    // An empty default namespace is written only to undo one that an output ancestor declared.
    if (uri !== undefined && uri !== (rendered.get(prefix) ?? (prefix === '' ? '' : undefined)))
      found.push({ prefix, uri });
  }
  return found.sort((a, b) => compare(a.prefix, b.prefix));
}

interface Frame {
  node: XmlNode | string;
  rendered: Rendered;
}

interface Method {
  namespaces: Namespaces;
  /** Inclusive C14N alone inherits xml:lang and its like [C14N 2.4]. */
  inheritXml: boolean;
  omit?: XmlElement;
}

/** Writes the tree with a stack of its own; strings on the stack are end tags. */
function serialize(apex: XmlElement, method: Method): Uint8Array {
  const out: string[] = [];
  const stack: Frame[] = [{ node: apex, rendered: new Map() }];
  for (let frame = stack.pop(); frame; frame = stack.pop()) {
    const { node, rendered } = frame;
    if (typeof node === 'string') out.push(node);
    else if (node.kind === 'text') out.push(escapeText(node.value));
    else if (node.kind === 'instruction') out.push(instruction(node.target, node.data));
    else if (node !== method.omit) open(node, node === apex, rendered, method, out, stack);
  }
  return Buffer.from(out.join(''), 'utf8');
}

function open(
  element: XmlElement,
  isApex: boolean,
  rendered: Rendered,
  method: Method,
  out: string[],
  stack: Frame[],
): void {
  const declarations = method.namespaces(element, rendered, isApex);
  const name = element.prefix === '' ? element.localName : `${element.prefix}:${element.localName}`;
  const attributes = isApex && method.inheritXml ? withInheritedXml(element) : element.attributes;
  out.push(startTag(name, declarations, attributes));
  stack.push({ node: `</${name}>`, rendered });
  const inside = declarations.length === 0 ? rendered : extended(rendered, declarations);
  for (let i = element.children.length - 1; i >= 0; i--) {
    stack.push({ node: element.children[i] as XmlNode, rendered: inside });
  }
}

function extended(rendered: Rendered, declarations: XmlDeclaration[]): Rendered {
  const inside = new Map(rendered);
  for (const { prefix, uri } of declarations) inside.set(prefix, uri);
  return inside;
}

function startTag(name: string, declarations: XmlDeclaration[], attributes: readonly XmlAttribute[]): string {
  let tag = `<${name}`;
  for (const { prefix, uri } of declarations) {
    tag += prefix === '' ? ` xmlns="${escapeAttribute(uri)}"` : ` xmlns:${prefix}="${escapeAttribute(uri)}"`;
  }
  const sorted = [...attributes].sort(
    (a, b) => compare(a.namespace, b.namespace) || compare(a.localName, b.localName),
  );
  for (const { prefix, localName, value } of sorted) {
    tag += ` ${prefix === '' ? localName : `${prefix}:${localName}`}="${escapeAttribute(value)}"`;
  }
  return `${tag}>`;
}

const instruction = (target: string, data: string): string =>
  data === '' ? `<?${target}?>` : `<?${target} ${data.replaceAll('\r', '&#xD;')}?>`;

/** By code point, as the standard sorts; JavaScript's own order is by UTF-16 unit. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

function withInheritedXml(apex: XmlElement): readonly XmlAttribute[] {
  const attributes = [...apex.attributes];
  for (let scope = apex.parent; scope; scope = scope.parent) {
    for (const attribute of scope.attributes) {
      const inherited = attribute.namespace === XML_NAMESPACE;
      if (
        inherited &&
        !attributes.some((own) => own.namespace === XML_NAMESPACE && own.localName === attribute.localName)
      ) {
        attributes.push(attribute);
      }
    }
  }
  return attributes;
}
