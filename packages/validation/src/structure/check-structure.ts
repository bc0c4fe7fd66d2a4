import type { Hit } from '../hit.ts';
import { NONE, type Node, type Tape } from '../tape/tape.ts';
import { nameId } from '../tape/vocabulary.ts';
import { isBase64 } from '../values/base64.ts';
import type { Aggregate, Grammar, Leaf, Step } from './notation.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const LOCATIONS = new Set([nameId(XSI, 'schemaLocation'), nameId(XSI, 'noNamespaceSchemaLocation')]);
const SHOWN = 60;

/**
 * Holds a document against the structure of its type: order, number and kind of its elements, data types, attributes.
 * What an unexpected element holds is not looked into.
 */
export function checkStructure(tape: Tape, grammar: Grammar): Hit[] {
  return new Checker(tape, grammar).run();
}

class Checker {
  readonly #tape: Tape;
  readonly #hits: Hit[] = [];
  /** What each element should hold, set when its parent is checked. */
  readonly #contents: (Step['content'] | undefined)[] = [];

  constructor(tape: Tape, grammar: Grammar) {
    this.#tape = tape;
    this.#contents[0] = grammar.documents.get(tape.name(0));
  }

  run(): Hit[] {
    if (this.#contents[0] === undefined)
      this.#report(0, `"${this.#label(0)}" is no document of this standard.`);
    for (let node = 0; node < this.#tape.count; node++) {
      const content = this.#contents[node];
      if (content === undefined || content === 'any') continue;
      if ('steps' in content) this.#aggregate(node, content);
      else this.#leaf(node, content);
    }
    return this.#hits;
  }

  #report(node: Node, message: string): void {
    this.#hits.push({ code: 'XSD', severity: 'ERROR', message, node });
  }

  #label(node: Node): string {
    return this.#tape
      .xpath(node)
      .replace(/^.*\//, '')
      .replace(/\[\d+\]$/, '');
  }

  #aggregate(node: Node, { steps, byName }: Aggregate): void {
    const tape = this.#tape;
    let at = 0;
    let count = 0;
    this.#attributes(node, undefined);
    if (tape.hasTextBetweenChildren(node))
      this.#report(node, `"${this.#label(node)}" must not hold text of its own.`);
    for (let child = tape.firstChild(node); child !== NONE; child = tape.nextSibling(child)) {
      const place = byName.get(tape.name(child));
      const step = place === undefined ? undefined : steps[place];
      if (place === undefined || step === undefined) {
        this.#report(child, `"${this.#label(child)}" is not known inside "${this.#label(node)}".`);
        continue;
      }
      this.#contents[child] = step.content;
      if (place < at) {
        this.#report(child, `"${step.label}" stands too late: it belongs before "${steps[at]?.label}".`);
        continue;
      }
      if (place > at) {
        this.#missing(node, steps, at + (count > 0 ? 1 : 0), place);
        count = 0;
      }
      at = place;
      if (++count === 2 && !step.repeats) this.#report(child, `"${step.label}" may stand here only once.`);
    }
    this.#missing(node, steps, at + (count > 0 ? 1 : 0), steps.length);
  }

  /** Reports what is required among the steps that were passed over. */
  #missing(node: Node, steps: readonly Step[], from: number, to: number): void {
    for (let place = from; place < to; place++) {
      const step = steps[place];
      if (step?.required)
        this.#report(node, `"${step.label}" is missing in "${this.#label(node)}", or stands too late.`);
    }
  }

  #leaf(node: Node, { type, attributes, required }: Leaf): void {
    const tape = this.#tape;
    this.#attributes(node, attributes);
    if (required !== undefined && tape.attribute(node, required) === undefined)
      this.#report(node, `"${this.#label(node)}" needs the attribute "${type.required}".`);
    if (tape.hasChildren(node)) this.#report(node, `"${this.#label(node)}" must hold a value, not elements.`);
    else if (!this.#accepts(node, type)) {
      const found = tape.text(node).slice(0, SHOWN);
      this.#report(node, `"${this.#label(node)}" must be ${type.expected}, found "${found}".`);
    }
  }

  #accepts(node: Node, type: Leaf['type']): boolean {
    if (!type.isBinary) return type.accepts(this.#tape.text(node));
    return isBase64(this.#tape.plainBytes(node) ?? Buffer.from(this.#tape.text(node)));
  }

  #attributes(node: Node, allowed: ReadonlySet<number> | undefined): void {
    const tape = this.#tape;
    const end = tape.endOfAttributes(node);
    for (let row = tape.firstAttribute(node); row < end; row++) {
      const name = tape.attributeName(row);
      if (allowed?.has(name) || LOCATIONS.has(name)) continue;
      this.#report(
        node,
        `"${this.#label(node)}" must not have the attribute "${tape.vocabulary.localName(name)}".`,
      );
    }
  }
}
