import { createHash } from 'node:crypto';
import { type Html, html } from './html/escape.ts';
import { linesHtml } from './html/lines.ts';
import { STYLE } from './html/style.ts';
import { groupHtml, termsHtml, valueHtml } from './html/terms.ts';
import { tableHtml, totalsHtml } from './html/totals.ts';
import type { Labels } from './labels/en.ts';
import { LABELS, type Language } from './labels/language.ts';
import type { GroupId } from './terms.ts';
import { type DocumentView, type Group, groupsOf, valuesOf } from './view.ts';

/** Groups that stand side by side at the top. */
const PARTIES: readonly GroupId[] = ['BG-4', 'BG-7', 'sender', 'receiver', 'originator', 'payer', 'issuer'];
/** Groups with a layout of their own. */
const LAID_OUT: readonly GroupId[] = [
  ...PARTIES,
  'BG-25',
  'BG-20',
  'BG-21',
  'BG-22',
  'BG-23',
  'answer',
  'answered',
];

/** What a Content-Security-Policy must allow for a written view, and all it needs. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/**
 * Writes a view as a whole HTML page: no script, no link, no image, nothing loaded. All that comes from the document is
 * text, whatever it holds. Its look is inside; STYLE_SOURCE lets a strict policy allow just that.
 *
 * @returns HTML, to be sent as UTF-8
 */
export function writeHtml(view: DocumentView, language: Language): string {
  const labels = LABELS[language];
  const title = titleOf(view, labels);
  const style: Html = { html: STYLE };
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>
${bodyHtml(view, labels)}
<p class="aid">${labels.readingAid}</p></main></body></html>
`.html;
}

function titleOf(view: DocumentView, labels: Labels): string {
  const kind = view.kind === 'other' ? view.root : labels[view.kind];
  const [number] = valuesOf(view.group, 'BT-1');
  return number ? `${kind} ${number.text}` : kind;
}

function bodyHtml(view: DocumentView, labels: Labels): readonly Html[] {
  const { group } = view;
  const some = (...ids: GroupId[]) => ids.flatMap((id) => groupsOf(group, id));
  const remaining = group.groups.filter(({ id }) => !LAID_OUT.includes(id));
  return [
    ...some('answer', 'answered').map((each) => groupHtml(each, labels)),
    partiesHtml(some(...PARTIES), labels),
    html`<section><h2>${labels.document}</h2>${termsHtml(group.terms, labels)}</section>`,
    linesHtml(groupsOf(group, 'BG-25'), labels),
    leftHtml(labels.moreLines, view.left.lines),
    tableHtml(labels.allowance, groupsOf(group, 'BG-20'), labels),
    tableHtml(labels.charge, groupsOf(group, 'BG-21'), labels),
    tableHtml(labels.vatBreakdown, groupsOf(group, 'BG-23'), labels),
    totalsHtml(groupsOf(group, 'BG-22'), labels),
    ...remaining.map((each) => groupHtml(each, labels)),
    filesHtml(view, labels),
    furtherHtml(view, labels),
    leftHtml(labels.moreFields, view.left.fields),
  ];
}

function partiesHtml(parties: readonly Group[], labels: Labels): Html {
  if (parties.length === 0) return { html: '' };
  return html`<div class="parties">${parties.map((party) => groupHtml(party, labels))}</div>`;
}

function filesHtml(view: DocumentView, labels: Labels): Html {
  if (view.files.length === 0) return { html: '' };
  const rows = view.files.map(
    (file) =>
      html`<dt>${file.name || labels.unnamedFile}</dt><dd>${file.mediaType ?? ''} ${sizeOf(file.bytes)}</dd>`,
  );
  return html`<section><h2>${labels.attachments}</h2><dl>${rows}</dl></section>`;
}

function furtherHtml(view: DocumentView, labels: Labels): Html {
  if (view.further.length === 0) return { html: '' };
  const rows = view.further.map(
    ({ path, value }) => html`<dt>${path.join(' › ')}</dt><dd>${valueHtml(value)}</dd>`,
  );
  return html`<section><h2>${labels.further}</h2><dl>${rows}</dl></section>`;
}

function leftHtml(label: string, count: number): Html {
  return count > 0 ? html`<p>${label}: ${count}</p>` : { html: '' };
}

function sizeOf(bytes: number): string {
  return bytes < 10_240 ? `${bytes} B` : `${Math.round(bytes / 1024)} KiB`;
}
