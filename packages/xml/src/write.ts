/** Escapes text so that it reads back the same and is already in canonical form [C14N 2.3]. */
export function escapeText(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (character) => TEXT[character] ?? character) : text;
}

/** Escapes an attribute value, to stand between double quotes, in canonical form [C14N 2.3]. */
export function escapeAttribute(value: string): string {
  return /[&<"\t\n\r]/.test(value)
    ? value.replace(/[&<"\t\n\r]/g, (character) => VALUE[character] ?? character)
    : value;
}

const TEXT: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };
const VALUE: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};
