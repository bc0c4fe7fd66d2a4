import anyAscii from 'any-ascii';

/**
 * A text as it is sought: without case, accents and scripts, so that `Ørsted` is found by `orsted` and `Łódź` by `lodz`.
 * What is stored and what is sought go through here, and only ASCII comes out: no locale of any database has a say.
 */
export function folded(text: string): string {
  const plain = anyAscii(text.normalize('NFKC')).toLowerCase();
  return plain.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** More of a text is not sought in. */
const MOST = 10_000;

/** Several texts in one column, a line each: what is sought has no line breaks, and so lies within one of them. */
export const foldedLines = (...texts: (string | null | undefined)[]): string =>
  texts.map((text) => folded((text ?? '').slice(0, MOST))).join('\n');
