import type { Mail } from './mailer.ts';

/** One mail: paragraphs, and one button whose address also stands in the text. */
export interface Letter {
  to: Mail['to'];
  subject: string;
  before: string[];
  /** A list between them. */
  items?: string[];
  button: { label: string; url: string };
  after: string[];
  /** Why it comes, and where that is stopped: for mails that one may do without. */
  unsubscribe?: { why: string; url: string };
}

/** The letter as text and as HTML that says the same. Names come from people: they are escaped. */
export function compose(letter: Letter): Mail {
  const { to, subject, before, items = [], button, after, unsubscribe } = letter;
  const list = items.length > 0 ? [items.map((item) => `- ${item}`).join('\n')] : [];
  const end = unsubscribe ? [`${unsubscribe.why} Stop these mails:\n${unsubscribe.url}`] : [];
  const text = [...before, ...list, `${button.label}:\n${button.url}`, ...after, ...end].join('\n\n');
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="font:16px/1.5 system-ui,sans-serif;color:#1d2733;max-width:34em;margin:2em auto;padding:0 1em">',
    ...before.map(paragraph),
    ...(items.length > 0
      ? [`<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('\n')}</ul>`]
      : []),
    `<p><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:.6em 1.2em;border-radius:6px;`,
    `background:#1f5f4a;color:#fff;text-decoration:none">${escapeHtml(button.label)}</a></p>`,
    `<p style="font-size:13px;word-break:break-all">${escapeHtml(button.url)}</p>`,
    ...after.map(paragraph),
    ...(unsubscribe ? [lastLine(unsubscribe)] : []),
    '</body></html>',
  ].join('\n');
  return { to, subject: oneLine(subject), text: `${text}\n`, html, unsubscribeUrl: unsubscribe?.url };
}

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
const lastLine = ({ why, url }: { why: string; url: string }): string =>
  `<p style="font-size:13px">${escapeHtml(why)} <a href="${escapeHtml(url)}">Stop these mails</a></p>`;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
