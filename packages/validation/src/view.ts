import { NONE, type Node, type Tape } from './tape/tape.ts';
import type { Vocabulary } from './tape/vocabulary.ts';
import { expandName } from './ubl.ts';
import { type Decimal, decimal } from './values/decimal.ts';
import { normalised } from './values/space.ts';

/** A value that a rule cannot compute with: kills the rule that asked, at this element, and nothing else. */
export class NotEvaluable extends Error {}

export { normalised };

interface Memory {
  value?: unknown;
  problem?: NotEvaluable;
}

/** Paths and attributes as name numbers, once for all documents that share a vocabulary. */
const compiled = new WeakMap<Vocabulary, Names>();

interface Names {
  paths: Map<string, Int32Array>;
  attributes: Map<string, number>;
}

/**
 * What rules see of a document: elements by paths such as `cac:Party/cbc:Name`, made of child steps. Nothing is read
 * before a rule asks for it; what is asked of the whole document is computed once ({@link once}).
 */
export class DocumentView {
  readonly tape: Tape;
  readonly root: Node = 0;
  /** Local name of the root element, such as `Invoice`. */
  readonly rootName: string;
  readonly #paths: Map<string, Int32Array>;
  readonly #attributes: Map<string, number>;
  readonly #memory = new Map<unknown, Memory>();

  constructor(tape: Tape) {
    this.tape = tape;
    this.rootName = tape.localName(0);
    const names = compiled.get(tape.vocabulary) ?? { paths: new Map(), attributes: new Map() };
    compiled.set(tape.vocabulary, names);
    this.#paths = names.paths;
    this.#attributes = names.attributes;
  }

  /** A value of the whole document, computed when it is first asked for. @throws NotEvaluable as `compute` does */
  once<T>(compute: (doc: DocumentView) => T): T {
    const known = this.#memory.get(compute) ?? this.#attempt(compute);
    this.#memory.set(compute, known);
    if (known.problem) throw known.problem;
    return known.value as T;
  }

  /** That a value cannot be evaluated is remembered as well. */
  #attempt(compute: (doc: DocumentView) => unknown): Memory {
    try {
      return { value: compute(this) };
    } catch (error) {
      if (!(error instanceof NotEvaluable)) throw error;
      return { problem: error };
    }
  }

  #steps(path: string): Int32Array {
    const known = this.#paths.get(path);
    if (known) return known;
    const names = path.split('/').map((step) => {
      const { uri, localName } = expandName(step);
      return this.tape.vocabulary.name(uri, localName);
    });
    const steps = Int32Array.from(names);
    this.#paths.set(path, steps);
    return steps;
  }

  /** Every element that a path leads to, in document order. */
  all(from: Node, path: string): Node[] {
    const found: Node[] = [];
    const steps = this.#steps(path);
    if (from === this.root) this.#collectFromRoot(steps, found);
    else this.#collect(from, steps, 0, found);
    return found;
  }

  /** The elements on one path from the root are chained in the tape: no need to pass by thousands of lines. */
  #collectFromRoot(steps: Int32Array, found: Node[]): void {
    for (let at = this.#firstFromRoot(steps); at !== NONE; at = this.tape.nextOn(at)) found.push(at);
  }

  #firstFromRoot(steps: Int32Array): Node {
    let path = this.tape.path(this.root);
    for (const name of steps) {
      path = this.tape.vocabulary.find(path, name);
      if (path === 0) return NONE;
    }
    return this.tape.firstOn(path);
  }

  #collect(from: Node, steps: Int32Array, index: number, found: Node[]): void {
    const { tape } = this;
    const name = steps[index];
    const isLast = index === steps.length - 1;
    for (let child = tape.firstChild(from); child !== NONE; child = tape.nextSibling(child)) {
      if (tape.name(child) !== name) continue;
      if (isLast) found.push(child);
      else this.#collect(child, steps, index + 1, found);
    }
  }

  /** The first of them, or NONE. */
  first(from: Node, path: string): Node {
    const steps = this.#steps(path);
    return from === this.root ? this.#firstFromRoot(steps) : this.#firstBelow(from, steps, 0);
  }

  #firstBelow(from: Node, steps: Int32Array, index: number): Node {
    const { tape } = this;
    const name = steps[index];
    const isLast = index === steps.length - 1;
    for (let child = tape.firstChild(from); child !== NONE; child = tape.nextSibling(child)) {
      if (tape.name(child) !== name) continue;
      const found = isLast ? child : this.#firstBelow(child, steps, index + 1);
      if (found !== NONE) return found;
    }
    return NONE;
  }

  has(from: Node, path: string): boolean {
    return this.first(from, path) !== NONE;
  }

  /** String value of an element, as it stands. */
  string(node: Node): string {
    return this.tape.text(node);
  }

  /** String values of all elements of a path, as they stand. */
  strings(from: Node, path: string): string[] {
    return this.all(from, path).map((node) => this.tape.text(node));
  }

  /** Normalised text of the first element of a path, empty when there is none. */
  text(from: Node, path: string): string {
    const node = this.first(from, path);
    return node === NONE ? '' : normalised(this.tape.text(node));
  }

  /** The element at a path, or NONE. @throws NotEvaluable when there are several */
  only(from: Node, path: string): Node {
    const first = this.first(from, path);
    if (first !== NONE && this.hasFurther(from, path, first))
      throw new NotEvaluable(`${path} stands there more than once`);
    return first;
  }

  /** Whether a path leads to more elements than the first one that it was found to lead to. */
  hasFurther(from: Node, path: string, first: Node): boolean {
    if (from === this.root) return this.tape.nextOn(first) !== NONE;
    return path.includes('/') ? this.all(from, path).length > 1 : this.tape.nextLike(first) !== NONE;
  }

  /** Its text as it stands, empty when there is none. @throws NotEvaluable when there are several */
  onlyString(from: Node, path: string): string {
    const node = this.only(from, path);
    return node === NONE ? '' : this.tape.text(node);
  }

  /** Its normalised text, empty when there is none. @throws NotEvaluable when there are several */
  onlyText(from: Node, path: string): string {
    return normalised(this.onlyString(from, path));
  }

  /** Value of an attribute in no namespace, undefined when the element has none. */
  attribute(node: Node, name: string): string | undefined {
    let id = this.#attributes.get(name);
    if (id === undefined) {
      id = this.tape.vocabulary.name('', name);
      this.#attributes.set(name, id);
    }
    return this.tape.attribute(node, id);
  }

  /** The exact decimal in an element. @throws NotEvaluable when it holds none */
  decimal(node: Node): Decimal {
    const value = decimal(this.tape.text(node));
    if (!value) throw new NotEvaluable(`"${normalised(this.tape.text(node))}" is not a number`);
    return value;
  }

  /** The decimal at a path; undefined when nothing stands there. @throws NotEvaluable when several do, or no number */
  decimalAt(from: Node, path: string): Decimal | undefined {
    const node = this.only(from, path);
    return node === NONE ? undefined : this.decimal(node);
  }
}
