import { attributeOf, textOf, type XmlElement } from '@pappel/xml/tree';
import { type Inclusion, type Placed, SCHEMATRON } from './include.ts';
import {
  type Assertion,
  type Let,
  type MessagePart,
  type Pattern,
  type Rule,
  SchemaError,
} from './schema.ts';

/** What patterns take from elsewhere in the schema. */
export interface Shared {
  inclusion: Inclusion;
  abstractPatterns: Map<string, Placed>;
  abstractRules: Map<string, Placed>;
}

const WARNING_FLAGS = ['warning', 'warn', 'information', 'info'];
const MAX_EXTENSIONS = 20;
/** Characters that the parameters of an abstract pattern may make of one expression. */
const MAX_EXPANSION = 400_000;

type Substitute = (text: string) => string;

/** Reads a pattern; an instance of an abstract one is that pattern with its parameters put in [ISO 19757-3, 5.4.10]. */
export function readPattern(placed: Placed, shared: Shared): Pattern {
  const id = attributeOf(placed.element, 'id') ?? '';
  const abstractId = attributeOf(placed.element, 'is-a');
  if (abstractId === undefined) return new PatternReader(shared, (text) => text).read(placed, id);
  const template = shared.abstractPatterns.get(abstractId);
  if (!template)
    throw new SchemaError({ message: `There is no abstract pattern ${abstractId}`, file: placed.file });
  return new PatternReader(shared, substitution(placed, shared)).read(template, id);
}

/** Longer names first, so that `$a` does not take the beginning of `$ab`. */
function substitution(placed: Placed, { inclusion }: Shared): Substitute {
  const parameters = new Map<string, string>();
  for (const { element } of inclusion.children(placed))
    if (element.localName === 'param')
      parameters.set(`$${attributeOf(element, 'name') ?? ''}`, attributeOf(element, 'value') ?? '');
  const names = [...parameters.keys()].sort((a, b) => b.length - a.length);
  if (names.length === 0) return (text) => text;
  const any = new RegExp(names.map((name) => name.replace(/[^A-Za-z0-9_]/g, '\\$&')).join('|'), 'g');
  return (text) => {
    const expanded = text.replace(any, (name) => parameters.get(name) ?? name);
    if (expanded.length > MAX_EXPANSION)
      throw new SchemaError({ message: 'A parameter makes an expression too long', file: placed.file });
    return expanded;
  };
}

export function readLet({ element, file }: Placed, substitute: Substitute = (text) => text): Let {
  const name = attributeOf(element, 'name') ?? '';
  const value = attributeOf(element, 'value');
  if (value !== undefined) return { name, value: substitute(value), file };
  return { name, value: `'${textOf(element).replaceAll("'", "''")}'`, file };
}

class PatternReader {
  readonly #shared: Shared;
  readonly #substitute: Substitute;

  constructor(shared: Shared, substitute: Substitute) {
    this.#shared = shared;
    this.#substitute = substitute;
  }

  read(placed: Placed, id: string): Pattern {
    const lets: Let[] = [];
    const rules: Rule[] = [];
    for (const child of this.#shared.inclusion.children(placed)) {
      if (child.element.namespace !== SCHEMATRON) continue;
      if (child.element.localName === 'let') lets.push(readLet(child, this.#substitute));
      const isRule = child.element.localName === 'rule' && attributeOf(child.element, 'abstract') !== 'true';
      if (isRule) rules.push(this.#rule(child, id));
    }
    return { id, lets, rules };
  }

  #rule(placed: Placed, patternId: string): Rule {
    const { element, file } = placed;
    const context = attributeOf(element, 'context');
    if (context === undefined) throw new SchemaError({ message: 'A rule has no context', file });
    const rule: Rule = { context: this.#substitute(context), lets: [], assertions: [], file };
    this.#addContent(rule, placed, attributeOf(element, 'id') ?? patternId, 0);
    return rule;
  }

  #addContent(rule: Rule, placed: Placed, ruleId: string, depth: number): void {
    for (const child of this.#shared.inclusion.children(placed)) {
      if (child.element.namespace !== SCHEMATRON) continue;
      if (child.element.localName === 'let') rule.lets.push(readLet(child, this.#substitute));
      else if (child.element.localName === 'assert' || child.element.localName === 'report')
        rule.assertions.push(this.#assertion(child, placed.element, ruleId));
      else if (child.element.localName === 'extends')
        this.#addContent(rule, this.#extended(child, depth), ruleId, depth + 1);
    }
  }

  #extended(placed: Placed, depth: number): Placed {
    const { element, file } = placed;
    if (depth === MAX_EXTENSIONS)
      throw new SchemaError({ message: 'Rules extend one another without end', file });
    const id = attributeOf(element, 'rule');
    if (id === undefined) return this.#shared.inclusion.target(placed);
    const found = this.#shared.abstractRules.get(id);
    if (!found) throw new SchemaError({ message: `There is no abstract rule ${id}`, file });
    return found;
  }

  #assertion({ element, file }: Placed, rule: XmlElement, ruleId: string): Assertion {
    const flag = (of: XmlElement): string | undefined => attributeOf(of, 'flag') ?? attributeOf(of, 'role');
    const test = attributeOf(element, 'test');
    const message = this.#message(element);
    const id = attributeOf(element, 'id') ?? idInText(element) ?? ruleId;
    if (test === undefined) throw new SchemaError({ message: 'A test is missing', file, ruleId: id });
    const severity = (flag(element) ?? flag(rule) ?? '').trim().toLowerCase();
    return {
      id,
      isReport: element.localName === 'report',
      test: this.#substitute(test),
      severity: WARNING_FLAGS.includes(severity) ? 'WARNING' : 'ERROR',
      message,
    };
  }

  /** Text with `value-of` and `name` to be evaluated; other elements are only dress. */
  #message(element: XmlElement): MessagePart[] {
    return element.children.flatMap((node): MessagePart[] => {
      if (node.kind === 'text') return [{ kind: 'text', text: this.#substitute(node.value) }];
      if (node.kind !== 'element') return [];
      if (node.localName === 'value-of')
        return [{ kind: 'value', select: this.#substitute(attributeOf(node, 'select') ?? '.') }];
      if (node.localName === 'name')
        return [{ kind: 'value', select: `name(${this.#substitute(attributeOf(node, 'path') ?? '.')})` }];
      return this.#message(node);
    });
  }
}

/** Where asserts have no id, their text often begins with one: `[BR-01]-…`. */
const idInText = (element: XmlElement): string | undefined => /^\s*\[([\w.-]+)\]/.exec(textOf(element))?.[1];
