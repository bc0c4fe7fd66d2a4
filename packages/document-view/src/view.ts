import type { GroupId, TermId } from './terms.ts';

/** What kinds of documents have a view of their own; every other one shows its fields by name, as `other`. */
export type DocumentKind =
  | 'invoice'
  | 'creditNote'
  | 'order'
  | 'orderChange'
  | 'orderCancellation'
  | 'orderResponse'
  | 'applicationResponse'
  | 'catalogue'
  | 'despatchAdvice'
  | 'other';

/** A value as it stands in the document, white space at its ends aside; never recomputed, never rounded. */
export interface Value {
  readonly text: string;
  /** What qualifies it: the currency of an amount, the unit of a quantity, the scheme of an identifier. */
  readonly qualifier?: string;
  /** A name that the document itself gives to a code. */
  readonly name?: string;
}

/** All values of one term, in document order; never empty. */
export interface Term {
  readonly id: TermId;
  readonly values: readonly Value[];
}

/** A group of terms, such as the seller (BG-4) or one line (BG-25). */
export interface Group {
  readonly id: GroupId;
  readonly terms: readonly Term[];
  readonly groups: readonly Group[];
}

/** A file inside the document, or a link to one: listed, never opened by itself. */
export interface AttachedFile {
  readonly name: string;
  readonly mediaType?: string;
  /** About how many bytes the file has, from the length of its base64. */
  readonly bytes: number;
}

/** Something that stands in the document and that no term of ours names. */
export interface Field {
  /** Element names from the root downwards, without prefixes. */
  readonly path: readonly string[];
  readonly value: Value;
}

/** A business document as people read it. */
export interface DocumentView {
  readonly kind: DocumentKind;
  /** Local name of the root element. */
  readonly root: string;
  readonly group: Group;
  readonly files: readonly AttachedFile[];
  readonly further: readonly Field[];
  /** How many lines and further fields there are beyond the bounds of a view; 0 when it is whole. */
  readonly left: { readonly lines: number; readonly fields: number };
}

/** The values of a term that stands directly in a group; empty when it does not. */
export function valuesOf(group: Group, id: TermId): readonly Value[] {
  return group.terms.find((term) => term.id === id)?.values ?? [];
}

/** The groups of that id directly inside a group, in document order. */
export function groupsOf(group: Group, id: GroupId): readonly Group[] {
  return group.groups.filter((inner) => inner.id === id);
}
