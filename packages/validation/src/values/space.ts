const RUNS = /[ \t\r\n]+/g;
const IS_LOOSE = /^ | $|[\t\r\n]| {2}/;

/** As XPath's normalize-space(): white space of XML only. Takes time proportional to the text, whatever is in it. */
export function normalised(text: string): string {
  return IS_LOOSE.test(text) ? text.replace(RUNS, ' ').replace(/^ | $/g, '') : text;
}

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

/** Without white space of XML at both ends. */
export function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}
