import { isUtf8 } from 'node:buffer';
import { IllFormed } from './ill-formed.ts';

/**
 * A document as UTF-8 without byte order mark, sharing memory with the input where it was UTF-8 already. UTF-16 is
 * taken by its byte order mark or its first bytes, ISO-8859-1 by declaration [XML 1.0 appendix F].
 */
export function toUtf8(bytes: Uint8Array): Buffer {
  const [a, b, c] = bytes;
  if (a === 0xff && b === 0xfe) return fromUtf16(bytes.subarray(2), 'utf-16le');
  if (a === 0xfe && b === 0xff) return fromUtf16(bytes.subarray(2), 'utf-16be');
  if (a === 0x3c && b === 0) return fromUtf16(bytes, 'utf-16le');
  if (a === 0 && b === 0x3c) return fromUtf16(bytes, 'utf-16be');
  if (a === 0xef && b === 0xbb && c === 0xbf) return checkedUtf8(bytes.subarray(3));
  return byDeclaration(bytes);
}

function byDeclaration(bytes: Uint8Array): Buffer {
  const declared = declaredEncoding(bytes);
  if (declared === 'utf-8' || declared === 'us-ascii') return checkedUtf8(bytes);
  if (declared === 'iso-8859-1') return Buffer.from(view(bytes).toString('latin1'), 'utf8');
  throw new IllFormed(`The encoding ${declared} is not supported; use UTF-8`, 0);
}

const view = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

function declaredEncoding(bytes: Uint8Array): string {
  if (bytes[0] !== 0x3c || bytes[1] !== 0x3f) return 'utf-8';
  const head = view(bytes.subarray(0, 256)).toString('latin1');
  const found = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(head);
  return found?.[1]?.toLowerCase() ?? 'utf-8';
}

function fromUtf16(bytes: Uint8Array, encoding: string): Buffer {
  try {
    return Buffer.from(new TextDecoder(encoding, { fatal: true }).decode(bytes), 'utf8');
  } catch {
    throw new IllFormed(`The bytes are not ${encoding.toUpperCase()}`, 0);
  }
}

function checkedUtf8(bytes: Uint8Array): Buffer {
  if (isUtf8(bytes)) return view(bytes);
  throw new IllFormed('This byte is not UTF-8; the document says or implies UTF-8', firstBadByte(bytes));
}

/** Offset of the first byte that no UTF-8 text has there: the longest good prefix, found by halving. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 8) {
    const middle = startOfCharacter(bytes, (good + bad) >> 1, good);
    if (isUtf8(bytes.subarray(good, middle))) {
      if (middle === good) break;
      good = middle;
    } else bad = middle;
  }
  while (good < bad && isUtf8(bytes.subarray(good, good + lengthOfCharacter(bytes[good] ?? 0))))
    good += lengthOfCharacter(bytes[good] ?? 0);
  return good;
}

function startOfCharacter(bytes: Uint8Array, offset: number, from: number): number {
  for (let at = offset; at > from && at > offset - 4; at--) if (((bytes[at] ?? 0) & 0xc0) !== 0x80) return at;
  return offset;
}

const lengthOfCharacter = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);
