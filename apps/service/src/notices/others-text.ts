const LONGEST = 120;

/** What a mail program would make a link of: nothing that others write may lead a reader somewhere. */
const LINK = /:\/\/|@|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}/iu;

/**
 * What others wrote, for one line of a mail: without line breaks, invisible and direction-turning characters, cut, and
 * left out altogether where it would become a link. [NTC-8]
 */
export function othersText(text: string | undefined): string | undefined {
  const line = (text ?? '')
    .slice(0, LONGEST * 8)
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (line === '' || LINK.test(line)) return undefined;
  const letters = [...line];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : line;
}
