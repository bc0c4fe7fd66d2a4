/** Characters that neither JSON of PostgreSQL nor a terminal should be given: controls other than white space, halves of pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

/** How much of a value, a location or a message a finding shows. */
const LONGEST_VALUE = 100;
export const LONGEST_LOCATION = 1_000;
export const LONGEST_MESSAGE = 1_000;

/** The beginning of a text that may hold anything and be as long as its document, fit to be shown and stored. */
export function excerpt(text: string, longest = LONGEST_VALUE): string {
  const start = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return start.toWellFormed().replace(UNPRINTABLE, '\ufffd');
}
