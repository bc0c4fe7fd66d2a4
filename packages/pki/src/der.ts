/** One element of DER: its tag, its content, and the whole of it. Views of the bytes it was read from. */
export interface DerElement {
  tag: number;
  content: Uint8Array;
  whole: Uint8Array;
}

export const DER = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  sequence: 0x30,
  utcTime: 0x17,
  generalizedTime: 0x18,
} as const;

/**
 * The elements that follow one another in some bytes, without a look inside: for what is too large to
 * be read into objects, or not known yet to be worth it. Cost and memory are those of what is asked for.
 *
 * @throws RangeError where a tag has several bytes, a length is indefinite or longer than it must be, or bytes are missing
 */
export function* derElements(bytes: Uint8Array): Generator<DerElement, undefined> {
  for (let at = 0; at < bytes.length; ) {
    const { start, end } = contentAt(bytes, at);
    if (end > bytes.length) throw new RangeError('DER ends within an element');
    yield { tag: bytes[at] ?? 0, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) };
    at = end;
  }
  return undefined;
}

function contentAt(bytes: Uint8Array, at: number): { start: number; end: number } {
  const tag = bytes[at] ?? 0;
  const first = bytes[at + 1] ?? 0x80;
  if ((tag & 0x1f) === 0x1f || first === 0x80 || first > 0x84) throw new RangeError('This is no DER');
  if (first < 0x80) return { start: at + 2, end: at + 2 + first };
  const start = at + 2 + (first & 0x7f);
  let length = 0;
  for (const byte of bytes.subarray(at + 2, start)) length = length * 256 + byte;
  const isShortest = length >= (first === 0x81 ? 0x80 : 256 ** ((first & 0x7f) - 1));
  if (!isShortest) throw new RangeError('A length of DER is longer than it must be');
  return { start, end: start + length };
}

/** A SEQUENCE of these elements. */
export function derSequence(elements: readonly DerElement[]): Uint8Array {
  const content = Buffer.concat(elements.map(({ whole }) => whole));
  const length: number[] = [];
  for (let rest = content.length; rest > 0; rest = Math.floor(rest / 256)) length.unshift(rest % 256);
  const written = content.length < 0x80 ? [content.length] : [0x80 | length.length, ...length];
  return Buffer.concat([Buffer.from([DER.sequence, ...written]), content]);
}
