import { excerpt } from '../excerpt.ts';
import type { Hits } from '../hit.ts';
import { PREFIXES } from '../tape/positions.ts';
import { NONE, type Node, type Tape } from '../tape/tape.ts';
import { nameId } from '../tape/vocabulary.ts';
import type { Aggregate, Content, Grammar, Leaf, Step } from './grammar.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const SCHEMA_LOCATION = nameId(XSI, 'schemaLocation');
const NO_NAMESPACE_LOCATION = nameId(XSI, 'noNamespaceSchemaLocation');
const XSI_TYPE = nameId(XSI, 'type');
const LANGUAGE_ID = nameId('', 'languageID');
const LANGUAGE = /^[ \t\r\n]*[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*[ \t\r\n]*$/;
const EXTENSIONS = 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2';

/**
 * Holds a document against the structure of its type, as XSD validation would: order, number and kind of its elements,
 * data types, attributes. Reports in document order of the aggregates that it is about, until there are too many hits.
 * What stands inside an unknown element is not looked into, unless it is of UBL again.
 */
export function checkStructure(tape: Tape, grammar: Grammar, hits: Hits): void {
  new Checker(tape, grammar, hits).run();
}

class Checker {
  readonly #tape: Tape;
  readonly #grammar: Grammar;
  readonly #hits: Hits;

  constructor(tape: Tape, grammar: Grammar, hits: Hits) {
    this.#tape = tape;
    this.#grammar = grammar;
    this.#hits = hits;
  }

  run(): void {
    const { root, contents } = this.#grammar;
    const tape = this.#tape;
    if (tape.name(0) !== root) {
      this.#wrongRoot();
      return;
    }
    for (let node = 0; node < tape.count; node++) {
      const content = contents[tape.name(node)];
      if (content === undefined) continue;
      if (content.kind === 'leaf') this.#leaf(node, content);
      else this.#branch(node, content);
      if (this.#hits.isFull) return;
    }
  }

  #report(node: Node, message: string, found?: string, expected?: string): void {
    this.#hits.add(`XSD ${message}`, { code: 'XSD', severity: 'ERROR', node }, () => ({
      message,
      found,
      expected,
    }));
  }

  #wrongRoot(): void {
    const { root, rootLabel } = this.#grammar;
    const tape = this.#tape;
    const localName = excerpt(tape.localName(0));
    const [found, expected] = [namespaceLabel(tape.uri(0)), tape.vocabulary.uri(root)];
    if (tape.localName(0) === rootLabel)
      this.#report(
        0,
        `"${rootLabel}" is in the wrong namespace. Found ${found}, expected "${expected}".`,
        found,
        expected,
      );
    else {
      const message = `The document must be "${rootLabel}" in the namespace "${expected}", found "${localName}" in ${found}.`;
      this.#report(0, message, localName, rootLabel);
    }
  }

  /** As the document's reader knows it: `cbc:ID`. */
  #label(node: Node): string {
    const prefix = PREFIXES[this.#tape.uri(node)] ?? '';
    return prefix + excerpt(this.#tape.localName(node));
  }

  #branch(node: Node, content: Exclude<Content, Leaf>): void {
    if (this.#tape.hasTextBetweenChildren(node))
      this.#report(node, `"${this.#label(node)}" must not hold text of its own, only elements.`);
    this.#noAttributes(node, content);
    if (content.kind === 'any') this.#wildcard(node);
    else this.#aggregate(node, content);
  }

  #aggregate(node: Node, { steps }: Aggregate): void {
    const tape = this.#tape;
    /** The step that is expected, and how often it has been seen. */
    let at = 0;
    let count = 0;
    for (let child = tape.firstChild(node); child !== NONE; child = tape.nextSibling(child)) {
      const name = tape.name(child);
      let place = at;
      while (place < steps.length && steps[place]?.name !== name) place++;
      const step = steps[place];
      if (step === undefined) {
        this.#misplaced(node, child, steps, at);
        continue;
      }
      if (place > at) {
        this.#missing(node, steps, count > 0 ? at + 1 : at, place);
        at = place;
        count = 0;
      }
      if (++count > 1 && !step.repeats) this.#report(child, `"${step.label}" may stand here only once.`);
    }
    this.#missing(node, steps, count > 0 ? at + 1 : at, steps.length);
  }

  #misplaced(node: Node, child: Node, steps: readonly Step[], at: number): void {
    if (this.#hits.isFull) return;
    const name = this.#tape.name(child);
    const step = steps.find((known) => known.name === name);
    if (step) {
      const before = steps[at]?.label ?? '';
      this.#report(
        child,
        `"${step.label}" stands too late: it belongs before "${before}".`,
        step.label,
        before,
      );
    } else this.#unknown(node, child, steps);
  }

  /** An element that may only be in the wrong namespace. */
  #unknown(node: Node, child: Node, steps: readonly Step[]): void {
    const localName = this.#tape.localName(child);
    const meant = steps.find(({ label }) => label.slice(label.indexOf(':') + 1) === localName);
    const message = `"${this.#label(child)}" is not known inside "${this.#label(node)}".`;
    if (!meant) {
      this.#report(child, message);
      return;
    }
    const [found, expected] = [namespaceLabel(this.#tape.uri(child)), this.#tape.vocabulary.uri(meant.name)];
    const where = `It is in the wrong namespace: found ${found}, expected "${expected}", the one of "${meant.label}".`;
    this.#report(child, `${message} ${where}`, found, expected);
  }

  /** Reports what is required among the steps that were passed over, unless it is found too late. */
  #missing(node: Node, steps: readonly Step[], from: number, to: number): void {
    for (let place = from; place < to; place++) {
      const step = steps[place];
      if (step?.required && this.#tape.child(node, step.name) === NONE)
        this.#report(node, `"${step.label}" is missing in "${this.#label(node)}".`);
    }
  }

  /** [UBL 2.1, ExtensionContentType]: one element, neither of the extension namespace nor of none. */
  #wildcard(node: Node): void {
    const tape = this.#tape;
    const first = tape.firstChild(node);
    if (first === NONE || tape.nextSibling(first) !== NONE) {
      this.#report(node, `"${this.#label(node)}" must hold exactly one element.`);
      return;
    }
    const uri = tape.uri(first);
    if (uri === '' || uri === EXTENSIONS)
      this.#report(first, `What stands in "${this.#label(node)}" must be in a namespace of its own.`);
  }

  #leaf(node: Node, { type, attributes, required }: Leaf): void {
    const tape = this.#tape;
    let isComplete = required === undefined;
    for (let row = tape.firstAttribute(node); row < tape.endOfAttributes(node); row++) {
      const name = tape.attributeName(row);
      if (name === required) isComplete = true;
      else if (!attributes.has(name)) this.#foreignAttribute(node, row, tape.localName(node));
      else if (name === LANGUAGE_ID && !LANGUAGE.test(tape.attributeValue(row)))
        this.#report(node, `The attribute "languageID" must be a language such as "en".`);
    }
    if (!isComplete) this.#report(node, `"${this.#label(node)}" needs the attribute "${type.required}".`);
    if (tape.hasChildren(node)) this.#report(node, `"${this.#label(node)}" must hold a value, not elements.`);
    else if (!this.#accepts(node, type)) this.#refuse(node, type);
  }

  #accepts(node: Node, { accepts }: Leaf['type']): boolean {
    const tape = this.#tape;
    if (!accepts) return true;
    if (tape.isPlain(node)) return accepts(tape.source, tape.contentStart(node), tape.contentEnd(node));
    const bytes = Buffer.from(tape.text(node));
    return accepts(bytes, 0, bytes.length);
  }

  #refuse(node: Node, { expected }: Leaf['type']): void {
    const text = excerpt(this.#tape.text(node).trim());
    const label = this.#label(node);
    if (text === '') this.#report(node, `"${label}" is empty: it must be ${expected}.`, text, expected);
    else this.#report(node, `"${label}" must be ${expected}, found "${text}".`, text, expected);
  }

  #noAttributes(node: Node, content: Exclude<Content, Leaf>): void {
    const tape = this.#tape;
    const end = tape.endOfAttributes(node);
    for (let row = tape.firstAttribute(node); row < end; row++)
      this.#foreignAttribute(node, row, content.kind === 'aggregate' ? content.name : tape.localName(node));
  }

  /** Where a schema lies may be said at any element, and its type as long as it is the one it has anyway [XSD 2.6]. */
  #foreignAttribute(node: Node, row: number, typeName: string): void {
    const tape = this.#tape;
    const name = tape.attributeName(row);
    if (name === SCHEMA_LOCATION || name === NO_NAMESPACE_LOCATION) return;
    if (name === XSI_TYPE && tape.attributeValue(row).trim().replace(/^.*:/, '') === `${typeName}Type`)
      return;
    const localName = excerpt(tape.vocabulary.localName(name));
    this.#report(node, `"${this.#label(node)}" must not have the attribute "${localName}".`);
  }
}

/** As a finding names a namespace. */
export const namespaceLabel = (uri: string): string => (uri === '' ? 'no namespace' : `"${excerpt(uri)}"`);
