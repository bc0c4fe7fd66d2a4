const LONGEST = 12;
const SLOTS = 4096;
const AMPERSAND = 0x26;

/** Texts that were read lately, one a slot: most values of a document are codes, units and amounts that return. */
const lately: string[] = new Array(SLOTS).fill('');

/**
 * The text of a few bytes, mostly without making a new string. Undefined when they are many, or have something to
 * decode: references, line ends, characters beyond ASCII.
 */
export function shortText(source: Uint8Array, from: number, to: number): string | undefined {
  const length = to - from;
  if (length > LONGEST) return undefined;
  let hash = length;
  for (let at = from; at < to; at++) {
    const byte = source[at] ?? 0;
    if (byte < 0x20 || byte > 0x7e || byte === AMPERSAND) return undefined;
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  const slot = (hash ^ (hash >>> 12)) & (SLOTS - 1);
  const known = lately[slot] ?? '';
  if (known.length === length && isSame(known, source, from)) return known;
  const text = String.fromCharCode(...source.subarray(from, to));
  lately[slot] = text;
  return text;
}

function isSame(text: string, source: Uint8Array, from: number): boolean {
  for (let index = 0; index < text.length; index++)
    if (text.charCodeAt(index) !== source[from + index]) return false;
  return true;
}
