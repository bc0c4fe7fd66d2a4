import { Scope } from './scope.ts';
import {
  XML_NAMESPACE,
  type XmlAttribute,
  type XmlDeclaration,
  type XmlElement,
  type XmlNode,
} from './tree.ts';
import { escapeAttribute, escapeText } from './write.ts';

/** The prefixes whose declarations an element may have to show; those it has shown already are passed over. */
type Candidates = (element: XmlElement, isApex: boolean) => Iterable<string>;

/**
 * Exclusive C14N 1.0 without comments of an element as it stands in its document. Takes time in proportion to what the
 * element, its ancestors' start tags and the list hold together.
 *
 * @param inclusivePrefixes the PrefixList: prefixes treated as inclusive C14N does; `#default` for the default namespace
 * @returns UTF-8 bytes
 */
export function canonicalizeExclusive(
  element: XmlElement,
  inclusivePrefixes: readonly string[] = [],
): Uint8Array {
  const listed = new Set(inclusivePrefixes.map((prefix) => (prefix === '#default' ? '' : prefix)));
  const candidates: Candidates = (at, isApex) => {
    if (!at.attributes.some(hasPrefix) && (listed.size === 0 || (!isApex && at.declarations.length === 0)))
      return [at.prefix];
    // Below the apex a listed prefix can only change where it is declared anew.
    const prefixes = isApex ? new Set(listed) : intersection(listed, at.declarations);
    prefixes.add(at.prefix);
    for (const { prefix } of at.attributes) if (prefix !== '') prefixes.add(prefix);
    return prefixes;
  };
  return new Canonicalizer(element, { candidates, inheritXml: false }).bytes();
}

const hasPrefix = ({ prefix }: XmlAttribute): boolean => prefix !== '';

const intersection = (listed: ReadonlySet<string>, declarations: readonly XmlDeclaration[]): Set<string> =>
  new Set(declarations.map(({ prefix }) => prefix).filter((prefix) => listed.has(prefix)));

/**
 * Inclusive C14N 1.0 without comments of an element: every namespace in scope is rendered, and the xml: attributes of
 * ancestors are inherited by the apex. Takes time in proportion to what the element and its ancestors' start tags hold.
 *
 * @param omit a descendant to leave out, as the enveloped-signature transform does
 * @returns UTF-8 bytes
 */
export function canonicalizeInclusive(element: XmlElement, omit?: XmlElement): Uint8Array {
  const candidates: Candidates = (at, isApex) => {
    const prefixes = new Set<string>();
    for (let scope: XmlElement | undefined = at; scope; scope = isApex ? scope.parent : undefined) {
      for (const { prefix } of scope.declarations) prefixes.add(prefix);
    }
    return prefixes;
  };
  return new Canonicalizer(element, { candidates, inheritXml: true, omit }).bytes();
}

interface Method {
  candidates: Candidates;
  /** Inclusive C14N alone inherits xml:lang and its like [C14N 2.4]. */
  inheritXml: boolean;
  omit?: XmlElement | undefined;
}

/** What is to be done when all children of an element are written. */
interface End {
  kind: 'end';
  tag: string;
  declared: readonly XmlDeclaration[];
  rendered: readonly XmlDeclaration[];
}

/** Writes the tree with a stack of its own, and keeps what is declared and what is rendered in one place for all depths. */
class Canonicalizer {
  readonly #apex: XmlElement;
  readonly #method: Method;
  readonly #out: string[] = [];
  readonly #declared = new Scope();
  readonly #rendered = new Scope();
  readonly #stack: (XmlNode | End)[] = [];

  constructor(apex: XmlElement, method: Method) {
    this.#apex = apex;
    this.#method = method;
    const ancestors: XmlElement[] = [];
    for (let at = apex.parent; at; at = at.parent) ancestors.push(at);
    for (const { declarations } of ancestors.reverse()) this.#declared.enter(declarations);
  }

  bytes(): Uint8Array {
    this.#stack.push(this.#apex);
    for (let next = this.#stack.pop(); next; next = this.#stack.pop()) {
      if (next.kind === 'text') this.#out.push(escapeText(next.value));
      else if (next.kind === 'instruction') this.#out.push(instruction(next.target, next.data));
      else if (next.kind === 'end') this.#close(next);
      else if (next !== this.#method.omit) this.#open(next);
    }
    return Buffer.from(this.#out.join(''), 'utf8');
  }

  #open(element: XmlElement): void {
    const isApex = element === this.#apex;
    this.#declared.enter(element.declarations);
    const rendered = this.#toRender(this.#method.candidates(element, isApex));
    this.#rendered.enter(rendered);
    const name = element.prefix === '' ? element.localName : `${element.prefix}:${element.localName}`;
    const attributes = isApex && this.#method.inheritXml ? withInheritedXml(element) : element.attributes;
    this.#out.push(startTag(name, rendered, attributes));
    this.#stack.push({ kind: 'end', tag: `</${name}>`, declared: element.declarations, rendered });
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i];
      if (child) this.#stack.push(child);
    }
  }

  #close({ tag, declared, rendered }: End): void {
    this.#out.push(tag);
    this.#declared.leave(declared);
    this.#rendered.leave(rendered);
  }

  #toRender(prefixes: Iterable<string>): readonly XmlDeclaration[] {
    let found: XmlDeclaration[] | undefined;
    for (const prefix of prefixes) {
      if (prefix === 'xml') continue;
      const uri = this.#declared.find(prefix)?.uri ?? (prefix === '' ? '' : undefined);
      // An empty default namespace is written only to undo one that an output ancestor declared.
      const shown = this.#rendered.find(prefix)?.uri ?? (prefix === '' ? '' : undefined);
      if (uri === undefined || uri === shown) continue;
      found ??= [];
      found.push({ prefix, uri });
    }
    return found?.sort((a, b) => compare(a.prefix, b.prefix)) ?? NONE;
  }
}

const NONE: readonly never[] = [];

function startTag(
  name: string,
  declarations: readonly XmlDeclaration[],
  attributes: readonly XmlAttribute[],
): string {
  let tag = `<${name}`;
  for (const { prefix, uri } of declarations) {
    tag += prefix === '' ? ` xmlns="${escapeAttribute(uri)}"` : ` xmlns:${prefix}="${escapeAttribute(uri)}"`;
  }
  for (const { prefix, localName, value } of attributes.length > 1 ? sorted(attributes) : attributes) {
    tag += ` ${prefix === '' ? localName : `${prefix}:${localName}`}="${escapeAttribute(value)}"`;
  }
  return `${tag}>`;
}

const sorted = (attributes: readonly XmlAttribute[]): readonly XmlAttribute[] =>
  attributes.toSorted((a, b) => compare(a.namespace, b.namespace) || compare(a.localName, b.localName));

const instruction = (target: string, data: string): string =>
  data === '' ? `<?${target}?>` : `<?${target} ${data.replaceAll('\r', '&#xD;')}?>`;

const SURROGATE = /[\ud800-\udfff]/;

/** By code point, as the standard sorts; JavaScript's own order, by UTF-16 unit, differs only where surrogates stand. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

function withInheritedXml(apex: XmlElement): readonly XmlAttribute[] {
  const inherited = new Map<string, XmlAttribute>();
  for (let scope: XmlElement | undefined = apex; scope; scope = scope.parent) {
    for (const attribute of scope.attributes) {
      const { namespace, localName } = attribute;
      if (namespace === XML_NAMESPACE && !inherited.has(localName)) inherited.set(localName, attribute);
    }
  }
  return [...apex.attributes.filter(({ namespace }) => namespace !== XML_NAMESPACE), ...inherited.values()];
}
