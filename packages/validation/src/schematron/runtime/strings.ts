import { raise } from './dynamic-error.ts';

/** String functions of XPath; positions and lengths count characters, not UTF-16 units. */

const SURROGATE = /[\uD800-\uDFFF]/;

export function normalizeSpace(text: string): string {
  if (isNormal(text)) return text;
  return text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '');
}

/** Whether only single spaces stand inside, and none at the ends. */
function isNormal(text: string): boolean {
  let wasSpace = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isSpace = code === 32;
    if (code === 10 || code === 9 || code === 13 || (isSpace && wasSpace)) return false;
    wasSpace = isSpace;
  }
  return !wasSpace || text === '';
}

export function stringLength(text: string): number {
  return SURROGATE.test(text) ? Array.from(text).length : text.length;
}

/** `start` and `length` are rounded; positions from 1 [F&O 7.4.3]. */
export function substring(text: string, start: number, length = Number.POSITIVE_INFINITY): string {
  const from = Math.round(start);
  const to = from + Math.round(length);
  if (Number.isNaN(from) || Number.isNaN(to)) return '';
  const first = Math.max(from, 1) - 1;
  const end = to - 1;
  if (end <= first) return '';
  return SURROGATE.test(text) ? Array.from(text).slice(first, end).join('') : text.slice(first, end);
}

export function substringBefore(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at <= 0 ? '' : text.slice(0, at);
}

export function substringAfter(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(at + mark.length);
}

export function translate(text: string, from: string, to: string): string {
  const search = Array.from(from);
  const replacement = Array.from(to);
  let result = '';
  for (const character of text) {
    const at = search.indexOf(character);
    result += at < 0 ? character : (replacement[at] ?? '');
  }
  return result;
}

export const codepoints = (text: string): number[] => Array.from(text, (part) => part.codePointAt(0) ?? 0);

export function fromCodepoints(points: readonly unknown[]): string {
  let text = '';
  for (const point of points) {
    const isValid = typeof point === 'number' && isCharacter(point);
    text += isValid ? String.fromCodePoint(point) : raise('FOCH0001', 'A number is not that of a character');
  }
  return text;
}

const isCharacter = (point: number): boolean =>
  point === 9 ||
  point === 10 ||
  point === 13 ||
  (point >= 0x20 && point < 0xd800) ||
  (point > 0xdfff && point < 0xfffe) ||
  (point > 0xffff && point < 0x110000);

/** In the order of code points; negative, zero or positive. */
export function compareStrings(a: string, b: string): number {
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return a < b ? -1 : a > b ? 1 : 0;
  const [left, right] = [codepoints(a), codepoints(b)];
  for (let at = 0; at < left.length && at < right.length; at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** `contains(list, concat(' ', word, ' '))`, answered by a set unless the word has a space in it. */
export function isListed(word: string, words: ReadonlySet<string>, list: string): boolean {
  return word.includes(' ') ? list.includes(` ${word} `) : words.has(word);
}
