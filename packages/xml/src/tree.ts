export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

export interface XmlAttribute {
  readonly prefix: string;
  readonly localName: string;
  /** Empty for an attribute without prefix. */
  readonly namespace: string;
  readonly value: string;
}

export interface XmlDeclaration {
  /** Empty for the default namespace. */
  readonly prefix: string;
  readonly uri: string;
}

export interface XmlText {
  readonly kind: 'text';
  readonly value: string;
}

export interface XmlInstruction {
  readonly kind: 'instruction';
  readonly target: string;
  readonly data: string;
}

export type XmlNode = XmlElement | XmlText | XmlInstruction;

/** What is known of an element whose content was checked but not kept. */
export interface Unkept {
  /** Prefixes, empty for the default namespace, that it uses (also in xsi:type) but takes from outside of it. */
  readonly inheritedPrefixes: ReadonlySet<string>;
}

/** What stands beside the root element. */
export interface Outside {
  readonly before: readonly XmlInstruction[];
  readonly after: readonly XmlInstruction[];
}

export interface XmlElement {
  readonly kind: 'element';
  readonly prefix: string;
  readonly localName: string;
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  /** Namespace declarations written on this element. */
  readonly declarations: readonly XmlDeclaration[];
  readonly parent: XmlElement | undefined;
  readonly children: XmlNode[];
  /** Byte offset of `<` in `source`. */
  readonly start: number;
  /** Byte offset after the `>` of the end tag in `source`. */
  end: number;
  /** The UTF-8 bytes that were parsed, after transcoding if there was any. */
  readonly source: Uint8Array;
  /** Set when the option `shallow` chose this element: `children` is empty then, whatever it contains. */
  unkept: Unkept | undefined;
  /** Set on the root element. */
  readonly outside: Outside | undefined;
}

/** The child elements, in document order. */
export function childElements(element: XmlElement): XmlElement[] {
  return element.children.filter((node) => node.kind === 'element');
}

/** The first child element of that name, or undefined. */
export function child(element: XmlElement, namespace: string, localName: string): XmlElement | undefined {
  for (const node of element.children) {
    if (node.kind === 'element' && node.localName === localName && node.namespace === namespace) return node;
  }
  return undefined;
}

/** All child elements of that name, in document order. */
export function childrenNamed(element: XmlElement, namespace: string, localName: string): XmlElement[] {
  return childElements(element).filter(
    (node) => node.localName === localName && node.namespace === namespace,
  );
}

/** The text of an element and all below it; references and CDATA resolved, white space kept. */
export function textOf(element: XmlElement): string {
  let text = '';
  const open: XmlNode[] = element.children.toReversed();
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.kind === 'text') text += node.value;
    else if (node.kind === 'element') for (const child of node.children.toReversed()) open.push(child);
  }
  return text;
}

/** The value of an attribute, or undefined when the element does not have it. */
export function attributeOf(element: XmlElement, localName: string, namespace = ''): string | undefined {
  for (const attribute of element.attributes) {
    if (attribute.localName === localName && attribute.namespace === namespace) return attribute.value;
  }
  return undefined;
}

/** Every element at or below `element`, in document order. Deep documents do not overflow the stack. */
export function* elementsOf(element: XmlElement): Generator<XmlElement> {
  const open: XmlElement[] = [element];
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    for (let i = next.children.length - 1; i >= 0; i--) {
      const node = next.children[i];
      if (node?.kind === 'element') open.push(node);
    }
  }
}

/** Every element of that name at or below `element`. */
export function findAll(element: XmlElement, namespace: string, localName: string): XmlElement[] {
  return [...elementsOf(element)].filter(
    (found) => found.localName === localName && found.namespace === namespace,
  );
}
