/** Characters that XML or a database cannot hold, among them U+0000. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNWANTED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

/**
 * Prose of others as it may be kept and shown: at most `most` UTF-16 units, of which the last is an ellipsis where more
 * was said; control characters and halves of characters become U+FFFD.
 */
export function cutText(text: string, most: number): string {
  const kept = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  return kept.toWellFormed().replace(UNWANTED, '\ufffd');
}
