import type { Labels } from '../labels/en.ts';
import { GROUPS, TERMS, type TermId } from '../terms.ts';
import type { Group, Term, Value } from '../view.ts';
import { type Html, html } from './escape.ts';

/** A value with its unit, currency or scheme, as it stands in the document. */
export function valueHtml(value: Value): Html {
  const qualifier = value.qualifier ? ` ${value.qualifier}` : '';
  const name = value.name ? ` (${value.name})` : '';
  return html`${value.text}${qualifier}${name}`;
}

export function valuesHtml(values: readonly Value[]): Html {
  return { html: values.map((value) => valueHtml(value).html).join('<br>') };
}

/** Terms as label and values; the parts of an address stand together under one label. */
export function termsHtml(terms: readonly Term[], labels: Labels): Html {
  if (terms.length === 0) return { html: '' };
  const rows = joined(terms).map(
    ({ id, values }) => html`<dt>${labels[TERMS[id]]}</dt><dd>${valuesHtml(values)}</dd>`,
  );
  return html`<dl>${rows}</dl>`;
}

/** A group without a layout of its own: heading, terms, and the groups inside. */
export function groupHtml(group: Group, labels: Labels, level: 2 | 3 = 2): Html {
  const heading = { html: `h${level}` };
  const inner = group.groups.map((each) => groupHtml(each, labels, 3));
  return html`<section><${heading}>${labels[GROUPS[group.id]]}</${heading}>${termsHtml(group.terms, labels)}${inner}</section>`;
}

interface Row {
  readonly id: TermId;
  values: Value[];
}

function joined(terms: readonly Term[]): Row[] {
  const rows: Row[] = [];
  for (const term of terms) {
    const last = rows.at(-1);
    const continues = last && TERMS[term.id] === 'address' && TERMS[last.id] === 'address';
    if (continues) last.values = last.values.concat(term.values);
    else rows.push({ id: term.id, values: [...term.values] });
  }
  return rows;
}
