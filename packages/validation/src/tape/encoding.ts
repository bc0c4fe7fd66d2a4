import { isUtf8 } from 'node:buffer';
import { IllFormed } from './ill-formed.ts';

/** How the bytes of a document are to be read: what their first bytes say, and what the XML declaration says. */
interface Encoding {
  /** A label of TextDecoder, in lower case. */
  label: string;
  /** Bytes of a byte order mark. */
  mark: number;
  /** Whether only the declaration says so, of bytes that begin like ASCII. */
  isDeclared?: boolean;
}

/**
 * A document as UTF-8 without byte order mark, sharing memory with the input where it was UTF-8 already. UTF-16 is
 * taken by its byte order mark or its first bytes, what else TextDecoder knows by declaration [XML 1.0 appendix F].
 *
 * @throws IllFormed for an encoding that is not known, and for bytes that are none of their encoding
 */
export function toUtf8(bytes: Uint8Array): Buffer {
  return decoded(bytes, encodingOf(bytes));
}

/**
 * The same as a document that says what it is: an XML declaration that names another encoding names UTF-8 now.
 *
 * @throws IllFormed as {@link toUtf8}
 */
export function asUtf8Document(bytes: Uint8Array): Buffer {
  return declaringUtf8(toUtf8(bytes));
}

const DECLARED = /^(<\?xml[^>]*?\sencoding\s*=\s*["'])([A-Za-z][A-Za-z0-9._-]*)(?=["'])/;
/** An XML declaration is ASCII, and this is more than it can need. */
const LONGEST_DECLARATION = 256;

/** UTF-8 that says so, or says nothing; the same memory where it did before. */
export function declaringUtf8(source: Buffer): Buffer {
  const [whole, before = '', name = ''] =
    DECLARED.exec(source.toString('latin1', 0, LONGEST_DECLARATION)) ?? [];
  if (whole === undefined || isUnicode(name.toLowerCase())) return source;
  return Buffer.concat([Buffer.from(`${before}UTF-8`), source.subarray(whole.length)]);
}

/** ASCII is UTF-8. */
const isUnicode = (label: string): boolean => label === 'utf-8' || label === 'us-ascii';

function encodingOf(bytes: Uint8Array): Encoding {
  const [a, b, c, d] = bytes;
  if (isUtf32(bytes)) return { label: 'utf-32', mark: 0 };
  if (a === 0xff && b === 0xfe) return { label: 'utf-16le', mark: 2 };
  if (a === 0xfe && b === 0xff) return { label: 'utf-16be', mark: 2 };
  if (a === 0x3c && b === 0 && c !== undefined && d === 0) return { label: 'utf-16le', mark: 0 };
  if (a === 0 && b === 0x3c && c === 0 && d !== undefined) return { label: 'utf-16be', mark: 0 };
  if (a === 0xef && b === 0xbb && c === 0xbf) return { label: 'utf-8', mark: 3 };
  const declared = DECLARED.exec(view(bytes.subarray(0, LONGEST_DECLARATION)).toString('latin1'));
  return { label: declared?.[2]?.toLowerCase() ?? 'utf-8', mark: 0, isDeclared: true };
}

/** By its mark, or by the three zeros beside its first character. */
function isUtf32(bytes: Uint8Array): boolean {
  const [first, last] = [view(bytes.subarray(0, 4)).toString('hex'), bytes.length >= 4];
  return last && ['fffe0000', '0000feff', '3c000000', '0000003c'].includes(first);
}

function decoded(bytes: Uint8Array, encoding: Encoding): Buffer {
  const { label, mark } = encoding;
  const content = bytes.subarray(mark);
  if (isUnicode(label)) return checkedUtf8(content);
  // TextDecoder takes it for Windows-1252, which has other characters where ISO has controls.
  if (label === 'iso-8859-1') return Buffer.from(view(content).toString('latin1'), 'utf8');
  const decoder = decoderOf(encoding);
  try {
    return Buffer.from(decoder.decode(content), 'utf8');
  } catch {
    throw new IllFormed(`The bytes are not ${label.toUpperCase()}, which the document says or implies`, 0);
  }
}

/** Bytes that begin like ASCII are not UTF-16, whatever they say. */
const NOT_BY_DECLARATION = /^(utf-16|ucs-2|unicode|csunicode|iso-10646-ucs-2|x-user-defined)/;

function decoderOf({ label, isDeclared }: Encoding): TextDecoder {
  try {
    if (!isDeclared || !NOT_BY_DECLARATION.test(label))
      return new TextDecoder(label, { fatal: true, ignoreBOM: true });
  } catch {
    // Said below.
  }
  throw new IllFormed(`The encoding ${label} is not supported here; save the document as UTF-8`, 0);
}

const view = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

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
