/** The XML schemas of UBL, as far as UBL uses what XML Schema offers: sequences of elements, and simple types. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseXml } from '../../packages/xml/src/parse.ts';
import { attributeOf, child, childElements, findAll, type XmlElement } from '../../packages/xml/src/tree.ts';
import { SCHEMAS } from './read-official.ts';

const XSD = 'http://www.w3.org/2001/XMLSchema';

/** `{namespace}local name` of an element or a type. */
export type Name = string;

export interface Particle {
  name: Name;
  /** As the notation has it: `?`, `*`, `+`, or nothing for exactly one. */
  occurrence: string;
}

export interface SimpleType {
  /** Type of XML Schema, such as `decimal`. */
  primitive: string;
  /** By name; true for one that must be there. */
  attributes: ReadonlyMap<string, boolean>;
}

interface Declared {
  element: XmlElement;
  /** The schema that it stands in. */
  root: XmlElement;
}

const OCCURRENCES: Readonly<Record<string, string>> = {
  '1 1': '',
  '0 1': '?',
  '0 unbounded': '*',
  '1 unbounded': '+',
};

/** One version of UBL. */
export class Schemas {
  readonly #elements = new Map<Name, Declared>();
  readonly #types = new Map<Name, Declared>();

  constructor(version: string) {
    for (const folder of [join(SCHEMAS, version), join(SCHEMAS, 'cct')])
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
        if (file.endsWith('.xsd')) this.#read(parseXml(readFileSync(join(folder, file))));
  }

  #read(root: XmlElement): void {
    const namespace = attributeOf(root, 'targetNamespace') ?? '';
    for (const element of childElements(root)) {
      const name = `{${namespace}}${attributeOf(element, 'name')}`;
      if (element.localName === 'element') this.#elements.set(name, { element, root });
      if (element.localName === 'complexType') this.#types.set(name, { element, root });
    }
  }

  /** The type of an element. @throws Error for an element that there is not */
  typeOf(element: Name): Name {
    const { element: declared, root } = this.#elements.get(element) ?? missing(element);
    return expanded(root, attributeOf(declared, 'type') ?? missing(element));
  }

  /** What stands in a type, in order; undefined for a simple type, and for one of any element. */
  particlesOf(type: Name): Particle[] | undefined {
    const { element, root } = this.#types.get(type) ?? missing(type);
    const sequence = child(element, XSD, 'sequence');
    const parts = sequence && childElements(sequence).filter(({ localName }) => localName !== 'annotation');
    if (!parts || (parts.length === 1 && parts[0]?.localName === 'any')) return undefined;
    return parts.map((part) => {
      const occurs = `${attributeOf(part, 'minOccurs') ?? 1} ${attributeOf(part, 'maxOccurs') ?? 1}`;
      return {
        name: expanded(root, attributeOf(part, 'ref') ?? missing(`${type}, ${part.localName}`)),
        occurrence: OCCURRENCES[occurs] ?? missing(`${type}, ${occurs}`),
      };
    });
  }

  /** A simple type with the attributes of those that it is made of; undefined for one of elements. */
  simpleTypeOf(type: Name): SimpleType | undefined {
    const { element, root } = this.#types.get(type) ?? missing(type);
    const content = child(element, XSD, 'simpleContent');
    const made = content && (child(content, XSD, 'extension') ?? child(content, XSD, 'restriction'));
    if (!made) return undefined;
    const base = expanded(root, attributeOf(made, 'base') ?? missing(type));
    const own = findAll(made, XSD, 'attribute').map((attribute): [string, boolean] => [
      attributeOf(attribute, 'name') ?? missing(type),
      attributeOf(attribute, 'use') === 'required',
    ]);
    if (base.startsWith(`{${XSD}}`))
      return { primitive: base.slice(XSD.length + 2), attributes: new Map(own) };
    const inherited = this.simpleTypeOf(base) ?? missing(base);
    return {
      primitive: inherited.primitive,
      attributes: new Map([...inherited.attributes, ...own]),
    };
  }
}

/** A name with its prefix, or the default namespace, as the schema's root declares it. */
function expanded(root: XmlElement, name: string): Name {
  const [prefix, local] = name.includes(':') ? name.split(':') : ['', name];
  const uri = root.declarations.find((declaration) => declaration.prefix === prefix)?.uri;
  return `{${uri ?? missing(name)}}${local}`;
}

function missing(what: string): never {
  throw new Error(`The schemas do not say what ${what} is`);
}
