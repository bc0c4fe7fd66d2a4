import type { Severity } from '../hit.ts';
import type { Node } from '../tape/tape.ts';
import type { DocumentView } from '../view.ts';
import type { Reason } from './mismatch.ts';

/** True when in order; a reason is not, and says what was found and what was expected. */
export type Answer = boolean | Reason;
export type Test = (doc: DocumentView, node: Node) => Answer;

export interface Rule {
  id: string;
  severity: Severity;
  /** Business terms that it is about, such as `BT-112`; empty when it is about none. */
  terms: string;
  /** Our own sentence for people; a test's reason is added to it. */
  message: string;
  holds: Test;
}

/** Rules that look at the same elements. */
export interface Block {
  /**
   * Paths of elements: `cac:Price` wherever it stands, `/Invoice/cac:InvoiceLine` from the root; `*` is any name, and
   * `//` anything between.
   */
  at: readonly string[];
  /** Only elements for which this is true. */
  where?: (doc: DocumentView, node: Node) => boolean;
  rules: readonly Rule[];
}

/** Blocks of which the first one that takes an element is the only one to see it, as in a pattern of Schematron. */
export type Pattern = readonly Block[];

/** Something that must not be there. It is reported once for each `context` element, at the first offender. */
export interface Absence {
  id: string;
  severity: Severity;
  message: string;
  /** Paths as in {@link Block}. */
  context: readonly string[];
  /**
   * Paths of child steps below the context, to an element or at last an attribute (`cbc:ID/@schemeID`); when the context is
   * a root element also `//cac:Country`, anywhere in it.
   */
  paths: readonly string[];
}

/** Rules that belong together and stand in one file. */
export interface Family {
  name: string;
  patterns?: readonly Pattern[];
  absences?: readonly Absence[];
}

/** A rule as a row of a family's table. */
export type Row = [id: string, terms: string, message: string, holds: Test];

/** Rules of one severity from rows. */
export const rules = (severity: Severity, rows: readonly Row[]): Rule[] =>
  rows.map(([id, terms, message, holds]) => ({ id, severity, terms, message, holds }));
export const errors = (...rows: Row[]): Rule[] => rules('ERROR', rows);
export const warnings = (...rows: Row[]): Rule[] => rules('WARNING', rows);
