/** What a byte stands for: six bits, or one of the others below. */
const MEANING = new Int8Array(256).fill(-1);
const PADDING = -2;
const SPACE = -3;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let value = 0; value < ALPHABET.length; value++) MEANING[ALPHABET.charCodeAt(value)] = value;
MEANING[0x3d] = PADDING;
for (const space of [0x20, 0x09, 0x0a, 0x0d]) MEANING[space] = SPACE;

/**
 * Whether bytes are an xs:base64Binary: groups of four, filled up at the end, white space anywhere, no bits left over
 * in the last group [XSD 3.2.16]. Nothing at all is base64 too.
 */
export function isBase64(bytes: Uint8Array, from = 0, to = bytes.length): boolean {
  let count = 0;
  let padding = 0;
  let last = 0;
  for (let at = from; at < to; at++) {
    const meaning = MEANING[bytes[at] ?? 0] ?? -1;
    if (meaning >= 0) {
      if (padding > 0) return false;
      last = meaning;
      count++;
    } else if (meaning === PADDING) padding++;
    else if (meaning !== SPACE) return false;
  }
  return (count + padding) % 4 === 0 && isFilledUp(padding, last);
}

/** The last symbol before one or two fillers gives away its low bits. */
function isFilledUp(padding: number, last: number): boolean {
  if (padding === 0) return true;
  return padding === 1 ? (last & 0b11) === 0 : padding === 2 && (last & 0b1111) === 0;
}
