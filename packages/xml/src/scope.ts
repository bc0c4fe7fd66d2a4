import type { XmlDeclaration } from './tree.ts';

export interface Binding {
  readonly uri: string;
  /** Of the element that declares it; the root's is 1. */
  readonly depth: number;
  readonly outer: Binding | undefined;
}

/** The prefixes in scope. A lookup costs the same however deep the document is and however much it declares. */
export class Scope {
  readonly #bindings = new Map<string, Binding | undefined>();

  find(prefix: string): Binding | undefined {
    return this.#bindings.get(prefix);
  }

  declare({ prefix, uri }: XmlDeclaration, depth: number): void {
    this.#bindings.set(prefix, { uri, depth, outer: this.#bindings.get(prefix) });
  }

  /** Brings all declarations of an element into scope, where its depth is of no interest. */
  enter(declarations: readonly XmlDeclaration[]): void {
    for (const declaration of declarations) this.declare(declaration, 0);
  }

  /** Undoes what an element declared. */
  leave(declarations: readonly XmlDeclaration[]): void {
    for (const { prefix } of declarations) {
      const outer = this.#bindings.get(prefix)?.outer;
      if (outer) this.#bindings.set(prefix, outer);
      else this.#bindings.delete(prefix);
    }
  }
}
