/** Numbers, sizes and names as people read them; the locale is the browser's. */

const NUMBER = new Intl.NumberFormat();

export const number = (value: number): string => NUMBER.format(value);

/** `62 k` for what stands beside a word and need not be exact. */
export const short = (value: number): string =>
  value < 10_000 ? number(value) : `${number(Math.round(value / 1000))} k`;

/** `3 documents`, `1 document`. */
export const count = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`;

const MIB = 1_048_576;

export function bytes(count: number): string {
  if (count < 10_000) return `${number(count)} bytes`;
  if (count < MIB) return `${number(Math.round(count / 1024))} KiB`;
  return count < 1024 * MIB
    ? `${(count / MIB).toFixed(1)} MiB`
    : `${number(Math.round(count / 1024 / MIB))} GiB`;
}

/** The middle of a long id is left out; it copies whole. */
export const shortId = (id: string): string => (id.length > 22 ? `${id.slice(0, 13)}…${id.slice(-4)}` : id);

/** `self-billing-invoice` as `Self-billing invoice`. */
export function typeName(type: string | undefined): string {
  if (!type) return 'Document';
  const words = type.replaceAll('-', ' ').replace(/^self billing/, 'self-billing');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `MS` for Maja Sandberg. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('');
