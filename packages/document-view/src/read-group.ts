import type { XmlElement } from '@pappel/xml/tree';
import type { Source } from './source.ts';
import type { GroupId, TermId } from './terms.ts';
import type { Group, Term } from './view.ts';

/** Where the terms of a group stand in UBL. Paths are local names, from the element of the group downwards. */
export interface GroupSpec {
  readonly id: GroupId;
  /** Where the element of the group stands, from that of the group around it; empty when it is the same. */
  readonly at: string;
  /** Only elements whose child has one of these texts. */
  readonly where?: { readonly child: string; readonly isOneOf: readonly string[] };
  /** In the order in which they are shown. A term may stand at several paths. */
  readonly terms: Partial<Record<TermId, string | readonly string[]>>;
  readonly groups?: readonly GroupSpec[];
}

/** Lines are the one thing there may be very many of. */
export interface LineBudget {
  left: number;
  /** Those beyond the budget. */
  beyond: number;
}

/** Reads a group wherever it stands below an element. Groups in which nothing stands are left out. */
export function readGroups(source: Source, from: XmlElement, spec: GroupSpec, budget: LineBudget): Group[] {
  return source.at(from, spec.at).flatMap((element) => {
    if (!chosen(source, element, spec)) return [];
    if (spec.id === 'BG-25' && budget.left === 0) {
      budget.beyond += 1;
      source.pass(element);
      return [];
    }
    if (spec.id === 'BG-25') budget.left -= 1;
    const terms = readTerms(source, element, spec);
    const groups = (spec.groups ?? []).flatMap((inner) => readGroups(source, element, inner, budget));
    return terms.length + groups.length > 0 ? [{ id: spec.id, terms, groups }] : [];
  });
}

function chosen(source: Source, element: XmlElement, spec: GroupSpec): boolean {
  if (!spec.where) return true;
  const { child, isOneOf } = spec.where;
  const [found] = source.at(element, child);
  const text = found?.children.map((node) => (node.kind === 'text' ? node.value : '')).join('') ?? '';
  const fits = found !== undefined && isOneOf.includes(text.trim());
  if (fits) source.pass(found);
  return fits;
}

function readTerms(source: Source, element: XmlElement, spec: GroupSpec): Term[] {
  const entries = Object.entries(spec.terms) as [TermId, string | readonly string[]][];
  return entries.flatMap(([id, paths]) => {
    const values = [paths].flat().flatMap((path) => source.take(element, path));
    return values.length > 0 ? [{ id, values }] : [];
  });
}
