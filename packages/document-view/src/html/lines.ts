import type { Labels } from '../labels/en.ts';
import { TERMS, type TermId } from '../terms.ts';
import { type Group, valuesOf } from '../view.ts';
import { type Html, html } from './escape.ts';
import { groupHtml, termsHtml, valuesHtml } from './terms.ts';

/** What of a line has a column; everything else stands below its item. */
const COLUMNS: readonly { term: TermId; amount: boolean }[] = [
  { term: 'BT-129', amount: true },
  { term: 'BT-146', amount: true },
  { term: 'BT-152', amount: true },
  { term: 'BT-131', amount: true },
];
const FIRST: readonly TermId[] = ['BT-126', 'lineReference'];
const ITEM: TermId = 'BT-153';

/** The lines (BG-25) of a document as a table. */
export function linesHtml(lines: readonly Group[], labels: Labels): Html {
  if (lines.length === 0) return { html: '' };
  const columns = COLUMNS.filter(({ term }) => lines.some((line) => valuesOf(line, term).length > 0));
  const heads = columns.map(({ term }) => html`<th class="amount" scope="col">${labels[TERMS[term]]}</th>`);
  return html`<section><h2>${labels.lines}</h2><table>
<thead><tr><th scope="col">${labels.line}</th><th scope="col">${labels.item}</th>${heads}</tr></thead>
<tbody>${lines.map((line) => lineHtml(line, columns, labels))}</tbody></table></section>`;
}

function lineHtml(line: Group, columns: typeof COLUMNS, labels: Labels): Html {
  const shown = new Set<TermId>([...FIRST, ITEM, ...columns.map(({ term }) => term)]);
  const below = line.terms.filter((term) => !shown.has(term.id));
  const groups = line.groups.map((group) => groupHtml(group, labels, 3));
  const cells = columns.map(({ term }) => html`<td class="amount">${valuesHtml(valuesOf(line, term))}</td>`);
  const id = FIRST.flatMap((term) => valuesOf(line, term));
  return html`<tr><td>${valuesHtml(id)}</td><td><div class="first">${valuesHtml(valuesOf(line, ITEM))}</div>${termsHtml(below, labels)}${groups}</td>${cells}</tr>
`;
}
