import type { DataType } from './data-types.ts';

/** What the elements of one document type may hold. */
export interface Grammar {
  /** Name number of the root element. */
  root: number;
  rootLabel: string;
  /**
   * What an element holds, by name number. In UBL that follows from its name alone, wherever it stands; elements that no
   * such document has are not in it.
   */
  contents: readonly (Content | undefined)[];
}

export type Content = Aggregate | Leaf | Wildcard;

/** Elements in a fixed order. */
export interface Aggregate {
  kind: 'aggregate';
  /** As UBL calls it, `Party`. */
  name: string;
  steps: readonly Step[];
}

export interface Step {
  name: number;
  /** As a finding writes it, `cbc:ID`. */
  label: string;
  required: boolean;
  repeats: boolean;
}

/** A value. */
export interface Leaf {
  kind: 'leaf';
  type: DataType;
  /** By the name numbers of the attributes it may have. */
  attributes: ReadonlySet<number>;
  required: number | undefined;
}

/** One element of a namespace of its own; UBL elements inside it are checked, others are not looked into. */
export interface Wildcard {
  kind: 'any';
}
