import type { CodeList } from './code-list.ts';

/** Codes that are told in full when there are no more. */
const FEW = 8;
/** Longer texts are not a code with a mistake in it. */
const LONGEST = 40;
const SHOWN = 3;

/**
 * What could have been meant by a text that is none of the codes: all of them when they are few, otherwise the nearest
 * ones, otherwise what the list is called.
 */
export function expectedCodes(text: string, lists: readonly CodeList[]): string {
  const titles = lists.map(({ title }) => title).join(', or of ');
  const codes = [...new Set(lists.flatMap((list) => [...list.codes]))].filter((code) => code !== '');
  if (codes.length <= FEW) return either(codes);
  const near = nearest(text.trim(), codes);
  return near.length > 0 ? `${either(near)}, or another code of ${titles}` : `a code of ${titles}`;
}

const either = (codes: readonly string[]): string =>
  codes.length > 1 ? `${codes.slice(0, -1).join(', ')} or ${codes.at(-1)}` : (codes[0] ?? '');

/** Those with the fewest slips of the pen, at most one in a code of up to five characters and two in others. */
function nearest(text: string, codes: readonly string[]): string[] {
  if (text === '' || text.length > LONGEST) return [];
  const wanted = text.toUpperCase();
  const most = text.length > 5 ? 2 : 1;
  const ranked = codes
    .map((code) => ({ code, slips: slips(wanted, code.toUpperCase(), most) }))
    .filter((one) => one.slips <= most);
  const least = Math.min(...ranked.map((one) => one.slips));
  const isLike = (code: string): boolean => code[0]?.toUpperCase() === wanted[0];
  return ranked
    .filter((one) => one.slips === least)
    .sort((a, b) => Number(isLike(b.code)) - Number(isLike(a.code)))
    .slice(0, SHOWN)
    .map(({ code }) => code);
}

/** Characters left out, put in, changed, or swapped with the next one; more than `most` when there are more. */
function slips(text: string, code: string, most: number): number {
  if (Math.abs(text.length - code.length) > most) return most + 1;
  /** Slips between the beginnings of both, by their lengths. */
  const table = [Array.from({ length: code.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= text.length; row++) {
    table.push([row]);
    for (let column = 1; column <= code.length; column++)
      table[row]?.push(cell(table, text, code, row, column));
  }
  return table.at(-1)?.at(-1) ?? 0;
}

function cell(table: number[][], text: string, code: string, row: number, column: number): number {
  const at = (up: number, back: number): number =>
    table[row - up]?.[column - back] ?? Number.POSITIVE_INFINITY;
  const isSame = text[row - 1] === code[column - 1];
  const isSwapped = row > 1 && text[row - 1] === code[column - 2] && text[row - 2] === code[column - 1];
  const swapped = isSwapped ? at(2, 2) + 1 : Number.POSITIVE_INFINITY;
  return Math.min(at(1, 1) + (isSame ? 0 : 1), at(1, 0) + 1, at(0, 1) + 1, swapped);
}
