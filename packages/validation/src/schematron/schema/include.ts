import { parseXml } from '@pappel/xml/parse';
import { attributeOf, childElements, elementsOf, type XmlElement } from '@pappel/xml/tree';
import { XmlError } from '@pappel/xml/xml-error';
import { SchemaError } from './schema.ts';

export const SCHEMATRON = 'http://purl.oclc.org/dsdl/schematron';
export const XSLT = 'http://www.w3.org/1999/XSL/Transform';
const XINCLUDE = 'http://www.w3.org/2001/XInclude';

/** Files of a schema: by path, or a function that answers one or undefined. */
export type SchemaFiles = ReadonlyMap<string, Uint8Array> | ((path: string) => Uint8Array | undefined);

/** An element and the file it stands in. */
export interface Placed {
  element: XmlElement;
  file: string;
}

const MAX_DEPTH = 20;
const MAX_FILES = 2_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** Reads the files of one schema and answers elements as if `sch:include` and `xi:include` were carried out. */
export class Inclusion {
  readonly #files: SchemaFiles;
  readonly #parsed = new Map<string, XmlElement>();
  readonly #depths = new Map<XmlElement, number>();
  #bytes = 0;
  #inclusions = 0;

  constructor(files: SchemaFiles) {
    this.#files = files;
  }

  /** The root element of a file. */
  root(file: string): Placed {
    const known = this.#parsed.get(file);
    if (known) return { element: known, file };
    const bytes = typeof this.#files === 'function' ? this.#files(file) : this.#files.get(file);
    if (!bytes) throw new SchemaError({ message: `The file ${file} is missing`, file });
    this.#bytes += bytes.length;
    if (this.#bytes > MAX_BYTES)
      throw new SchemaError({ message: `The files are larger than ${MAX_BYTES} bytes`, file });
    const element = parsed(bytes, file);
    this.#parsed.set(file, element);
    return { element, file };
  }

  /** Child elements, with what is included in place of the including element. */
  children(parent: Placed): Placed[] {
    return childElements(parent.element).flatMap((element) => {
      const placed = { element, file: parent.file };
      const isInclude =
        element.localName === 'include' &&
        (element.namespace === SCHEMATRON || element.namespace === XINCLUDE);
      return isInclude ? this.#included(placed) : [placed];
    });
  }

  #included(include: Placed): Placed[] {
    if (++this.#inclusions > MAX_FILES)
      throw new SchemaError({ message: `There are more than ${MAX_FILES} inclusions`, file: include.file });
    const depth = this.#depthOf(include.element) + 1;
    if (depth > MAX_DEPTH)
      throw new SchemaError({ message: 'The files include one another without end', file: include.file });
    const target = this.target(include);
    this.#depths.set(target.element, Math.max(depth, this.#depths.get(target.element) ?? 0));
    return [target];
  }

  #depthOf(element: XmlElement): number {
    for (let at: XmlElement | undefined = element; at; at = at.parent) {
      const depth = this.#depths.get(at);
      if (depth !== undefined) return depth;
    }
    return 0;
  }

  /** What the attribute `href` of an element refers to: the root of another file, or an element in it by its id. */
  target({ element, file }: Placed): Placed {
    const href = attributeOf(element, 'href') ?? '';
    if (attributeOf(element, 'parse') === 'text')
      throw new SchemaError({
        message: 'Text cannot be included',
        file,
        construct: 'xi:include parse="text"',
      });
    const [path = '', fragment = ''] = href.split('#');
    const root = this.root(path === '' ? file : resolve(file, path));
    if (fragment === '') return root;
    for (const candidate of elementsOf(root.element))
      if (attributeOf(candidate, 'id') === fragment) return { element: candidate, file: root.file };
    throw new SchemaError({ message: `${href} is missing`, file });
  }
}

function parsed(bytes: Uint8Array, file: string): XmlElement {
  try {
    return parseXml(bytes);
  } catch (error) {
    if (error instanceof XmlError) throw new SchemaError({ message: error.message, file });
    throw error;
  }
}

/** A path relative to a file, inside the folder of the schema. */
function resolve(file: string, path: string): string {
  if (/^([a-z][a-z0-9+.-]*:|\/|\\)/i.test(path))
    throw new SchemaError({ message: `${path} is not a relative path`, file });
  const parts = file.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined)
      throw new SchemaError({ message: `${path} leads out of the folder of the schema`, file });
    if (part !== '..' && part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
