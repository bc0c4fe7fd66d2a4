import { attributeOf, textOf } from '@pappel/xml/tree';
import { readFunction } from './functions.ts';
import { Inclusion, type Placed, SCHEMATRON, type SchemaFiles, XSLT } from './include.ts';
import { readLet, readPattern, type Shared } from './pattern.ts';
import { type Let, type Schema, SchemaError, type SchemaProblem } from './schema.ts';

const QUERY_BINDINGS = ['xslt2', 'xslt3', 'xpath2', 'xpath3', 'xpath31'];

export interface LoadOptions {
  /** Id of a phase, `#DEFAULT` or `#ALL`; all patterns by default. */
  phase?: string;
}

/**
 * Reads a Schematron schema [ISO/IEC 19757-3]: includes, abstract patterns and rules, lets, phases, `xsl:key` and
 * `xsl:function`. Diagnostics and properties are left out.
 *
 * @param files by path; inclusions are relative to the file they stand in and must stay inside the folder
 * @param main path of the file with the element `schema`
 */
export function loadSchematron(
  files: SchemaFiles,
  main: string,
  options: LoadOptions = {},
): { ok: true; schema: Schema } | { ok: false; problem: SchemaProblem } {
  try {
    return { ok: true, schema: new Loader(files).load(main, options.phase ?? '#ALL') };
  } catch (error) {
    if (error instanceof SchemaError) return { ok: false, problem: error.problem };
    throw error;
  }
}

class Loader {
  readonly #inclusion: Inclusion;
  readonly #schema: Schema & { namespaces: Map<string, string> } = {
    title: '',
    namespaces: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]),
    lets: [],
    keys: [],
    functions: [],
    patterns: [],
  };
  readonly #patterns: Placed[] = [];
  readonly #phases = new Map<string, { active: string[]; lets: Let[] }>();
  readonly #shared: Shared;

  constructor(files: SchemaFiles) {
    this.#inclusion = new Inclusion(files);
    this.#shared = { inclusion: this.#inclusion, abstractPatterns: new Map(), abstractRules: new Map() };
  }

  load(main: string, phase: string): Schema {
    const root = this.#inclusion.root(main);
    if (root.element.localName !== 'schema' || root.element.namespace !== SCHEMATRON)
      throw new SchemaError({ message: 'The root element is not a Schematron schema', file: main });
    const binding = attributeOf(root.element, 'queryBinding')?.toLowerCase() ?? 'xslt';
    if (!QUERY_BINDINGS.includes(binding))
      throw new SchemaError({
        message: `The query language ${binding} is not supported, only XPath 2 (xslt2)`,
        file: main,
        construct: `queryBinding="${binding}"`,
      });
    this.#visit(root);
    this.#addPatterns(this.#activePatterns(phase, attributeOf(root.element, 'defaultPhase'), main));
    return this.#schema;
  }

  #visit(parent: Placed): void {
    for (const child of this.#inclusion.children(parent)) {
      if (child.element.namespace === SCHEMATRON) this.#schematronElement(child);
      else if (child.element.namespace === XSLT) this.#xsltElement(child);
    }
  }

  #schematronElement(placed: Placed): void {
    const { element } = placed;
    switch (element.localName) {
      case 'ns':
        this.#schema.namespaces.set(attributeOf(element, 'prefix') ?? '', attributeOf(element, 'uri') ?? '');
        break;
      case 'title':
        this.#schema.title ||= textOf(element).trim();
        break;
      case 'let':
        this.#schema.lets.push(readLet(placed));
        break;
      case 'phase':
        this.#addPhase(placed);
        break;
      case 'pattern':
        this.#patterns.push(placed);
        break;
      case 'rules':
        this.#collectAbstractRules(placed);
        break;
      case 'schema':
        this.#visit(placed);
        break;
      default: // title, p, diagnostics and properties say nothing that is evaluated
    }
  }

  #xsltElement(placed: Placed): void {
    const { element, file } = placed;
    if (element.localName === 'function') this.#schema.functions.push(readFunction(placed));
    else if (element.localName === 'key')
      this.#schema.keys.push({
        name: attributeOf(element, 'name') ?? '',
        match: attributeOf(element, 'match') ?? '',
        use: attributeOf(element, 'use') ?? '',
        file,
      });
    else if (!['output', 'decimal-format', 'strip-space', 'preserve-space'].includes(element.localName))
      throw new SchemaError({
        message: `xsl:${element.localName} is not supported`,
        file,
        construct: `xsl:${element.localName}`,
      });
  }

  #addPhase(placed: Placed): void {
    const active: string[] = [];
    const lets: Let[] = [];
    for (const child of this.#inclusion.children(placed)) {
      if (child.element.localName === 'active') active.push(attributeOf(child.element, 'pattern') ?? '');
      if (child.element.localName === 'let') lets.push(readLet(child));
    }
    this.#phases.set(attributeOf(placed.element, 'id') ?? '', { active, lets });
  }

  #collectAbstractRules(parent: Placed): void {
    for (const child of this.#inclusion.children(parent))
      if (child.element.localName === 'rule' && attributeOf(child.element, 'abstract') === 'true')
        this.#shared.abstractRules.set(attributeOf(child.element, 'id') ?? '', child);
  }

  #activePatterns(phase: string, defaultPhase: string | undefined, file: string): Placed[] {
    const wanted = phase === '#DEFAULT' ? (defaultPhase ?? '#ALL') : phase;
    if (wanted === '#ALL') return this.#patterns;
    const chosen = this.#phases.get(wanted);
    if (!chosen) throw new SchemaError({ message: `There is no phase ${wanted}`, file });
    this.#schema.lets.push(...chosen.lets);
    return this.#patterns.filter(({ element }) => chosen.active.includes(attributeOf(element, 'id') ?? ''));
  }

  #addPatterns(active: Placed[]): void {
    for (const pattern of this.#patterns) {
      if (attributeOf(pattern.element, 'abstract') === 'true')
        this.#shared.abstractPatterns.set(attributeOf(pattern.element, 'id') ?? '', pattern);
      this.#collectAbstractRules(pattern);
    }
    for (const pattern of active)
      if (attributeOf(pattern.element, 'abstract') !== 'true')
        this.#schema.patterns.push(readPattern(pattern, this.#shared));
  }
}
