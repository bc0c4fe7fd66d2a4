import { isSpace } from './bytes.ts';
import { withoutReferences } from './references.ts';

/** Text of a range of markup that has been scanned before: without tags, comments and instructions, references replaced. */
export function contentText(source: Buffer, from: number, to: number): string {
  return contentTexts(source, from, to).join('');
}

/** The same in pieces: what stands between two tags, comments or instructions, where that is anything. */
export function contentTexts(source: Buffer, from: number, to: number): string[] {
  const texts: string[] = [];
  let text = '';
  for (let at = from; at < to; ) {
    const less = source.indexOf(0x3c, at);
    const end = less < 0 || less > to ? to : less;
    if (end > at) text += withoutReferences(withLineFeeds(source.toString('utf8', at, end)));
    if (end === to) break;
    const markup = markupAt(source, end);
    if (markup.isData) text += withLineFeeds(source.toString('utf8', end + 9, markup.end - 3));
    else {
      if (text !== '') texts.push(text);
      text = '';
    }
    at = markup.end;
  }
  if (text !== '') texts.push(text);
  return texts;
}

/** End-of-line handling [XML 1.0 2.11]. */
const withLineFeeds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

function markupAt(source: Buffer, at: number): { end: number; isData: boolean } {
  const second = source[at + 1];
  if (second === 0x3f) return { end: source.indexOf('?>', at) + 2, isData: false };
  if (second !== 0x21) return { end: endOfTag(source, at), isData: false };
  if (source[at + 2] === 0x2d) return { end: source.indexOf('-->', at + 4) + 3, isData: false };
  return { end: source.indexOf(']]>', at + 9) + 3, isData: true };
}

function endOfTag(source: Buffer, from: number): number {
  let quote = 0;
  for (let at = from + 1; at < source.length; at++) {
    const here = source[at] ?? 0;
    if (quote !== 0) {
      if (here === quote) quote = 0;
    } else if (here === 0x22 || here === 0x27) quote = here;
    else if (here === 0x3e) return at + 1;
  }
  return source.length;
}

/** Whether a range holds nothing but white space, comments and instructions. */
export function isBlank(source: Buffer, from: number, to: number): boolean {
  let at = from;
  while (at < to && isSpace(source[at])) at++;
  const isMarkup = source[at] === 0x3c || source[at] === 0x26;
  return at === to || (isMarkup && /^[ \t\r\n]*$/.test(contentText(source, at, to)));
}
