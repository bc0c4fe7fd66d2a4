import type { Labels } from '../labels/en.ts';
import { TERMS } from '../terms.ts';
import type { Group } from '../view.ts';
import { type Html, html } from './escape.ts';
import { valuesHtml } from './terms.ts';

/** Groups of the same terms, such as the VAT breakdown (BG-23), as a table. */
export function tableHtml(heading: string, groups: readonly Group[], labels: Labels): Html {
  if (groups.length === 0) return { html: '' };
  const columns = [...new Set(groups.flatMap((group) => group.terms.map((term) => term.id)))];
  const heads = columns.map((id) => html`<th scope="col">${labels[TERMS[id]]}</th>`);
  const rows = groups.map((group) => {
    const cells = columns.map(
      (id) => html`<td>${valuesHtml(group.terms.find((term) => term.id === id)?.values ?? [])}</td>`,
    );
    return html`<tr>${cells}</tr>`;
  });
  return html`<section><h2>${heading}</h2><table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></section>`;
}

/** Document totals (BG-22), what is to be paid last. */
export function totalsHtml(groups: readonly Group[], labels: Labels): Html {
  const rows = groups.flatMap((group) =>
    group.terms.map((term) => {
      const name = term.id === 'BT-115' ? 'payable' : 'total';
      return html`<tr class="${name}"><td>${labels[TERMS[term.id]]}</td><td class="amount">${valuesHtml(term.values)}</td></tr>`;
    }),
  );
  if (rows.length === 0) return { html: '' };
  return html`<section class="totals"><h2>${labels.totals}</h2><table><tbody>${rows}</tbody></table></section>`;
}
