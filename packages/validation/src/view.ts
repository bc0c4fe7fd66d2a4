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

/**
 * A path such as `cac:Party/cbc:Name`, and the element paths that it leads along. It is asked for many elements of one path
 * in a row, so where it leads to from there is remembered.
 */
class Steps {
  /** The element path behind each step; 0 where no document has had one. */
  readonly paths: Int32Array;
  last = 0;
  readonly #names: readonly number[];
  readonly #vocabulary: Vocabulary;
  #from = 0;
  /** How many paths there were when the answer was found. */
  #pathCount = 0;

  constructor(path: string, vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#names = path.split('/').map((step) => {
      const { uri, localName } = expandName(step);
      return vocabulary.name(uri, localName);
    });
    this.paths = new Int32Array(this.#names.length);
  }

  /** The element path that the last step leads to from another one, 0 when there is none. */
  leadFrom(path: number): number {
    if (path !== this.#from || this.#pathCount !== this.#vocabulary.pathCount) this.#follow(path);
    return this.last;
  }

  #follow(from: number): void {
    this.#from = from;
    this.#pathCount = this.#vocabulary.pathCount;
    this.last = from;
    for (let index = 0; index < this.#names.length; index++) {
      this.last = this.last === 0 ? 0 : this.#vocabulary.find(this.last, this.#names[index] ?? 0);
      this.paths[index] = this.last;
    }
  }
}

/** Paths and attributes as name numbers, once for all documents that share a vocabulary. */
const compiled = new WeakMap<Vocabulary, Names>();

interface Names {
  steps: Map<string, Steps>;
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
  readonly #known: Map<string, Steps>;
  readonly #attributes: Map<string, number>;
  readonly #memory = new Map<unknown, Memory>();

  constructor(tape: Tape) {
    this.tape = tape;
    this.rootName = tape.localName(0);
    const names = compiled.get(tape.vocabulary) ?? { steps: new Map(), attributes: new Map() };
    compiled.set(tape.vocabulary, names);
    this.#known = names.steps;
    this.#attributes = names.attributes;
  }

  /** A value of the whole document, computed when it is first asked for. @throws NotEvaluable as `compute` does */
  once<T>(compute: (doc: DocumentView) => T): T {
    let known = this.#memory.get(compute);
    if (!known) {
      known = this.#attempt(compute);
      this.#memory.set(compute, known);
    }
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

  /** The steps of a path, made ready for elements such as `from`; undefined when this document has nothing there. */
  #stepsFrom(from: Node, path: string): Steps | undefined {
    let steps = this.#known.get(path);
    if (!steps) {
      steps = new Steps(path, this.tape.vocabulary);
      this.#known.set(path, steps);
    }
    const last = steps.leadFrom(this.tape.path(from));
    return last !== 0 && this.tape.firstOn(last) !== NONE ? steps : undefined;
  }

  /** Every element that a path leads to, in document order. */
  all(from: Node, path: string): Node[] {
    const { tape } = this;
    const first = this.first(from, path);
    if (first === NONE) return [];
    const found = [first];
    const end = tape.end(from);
    for (let at = tape.nextOn(first); at !== NONE && at < end; at = tape.nextOn(at)) found.push(at);
    return found;
  }

  /** The first of them, or NONE. */
  first(from: Node, path: string): Node {
    const steps = this.#stepsFrom(from, path);
    if (!steps) return NONE;
    return from === this.root ? this.tape.firstOn(steps.last) : this.#firstBelow(from, steps.paths, 0);
  }

  #firstBelow(from: Node, paths: Int32Array, index: number): Node {
    const { tape } = this;
    let at = tape.childOn(from, paths[index] ?? 0);
    if (index === paths.length - 1) return at;
    for (; at !== NONE; at = tape.nextLike(at)) {
      const found = this.#firstBelow(at, paths, index + 1);
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
    if (first !== NONE && this.hasFurther(from, first))
      throw new NotEvaluable(`${path} stands there more than once`);
    return first;
  }

  /** Whether a path leads from an element to more than the first one that it was found to lead to. */
  hasFurther(from: Node, first: Node): boolean {
    const next = this.tape.nextOn(first);
    return next !== NONE && next < this.tape.end(from);
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
