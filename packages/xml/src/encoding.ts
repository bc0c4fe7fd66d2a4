import { isUtf8 } from 'node:buffer';
import { readXmlDeclaration } from './declaration.ts';
import { positionOf } from './position.ts';
import { XmlError } from './xml-error.ts';

const UTF8 = new Set(['utf-8', 'utf8']);
const UTF16 = new Set(['utf-16', 'utf-16le', 'utf-16be']);
const ASCII = new Set(['us-ascii', 'ascii']);
const LATIN1 = new Set(['iso-8859-1', 'latin1']);

/**
 * The document as UTF-8 without byte order mark; the XML declaration, if any, stays and may name another encoding.
 * UTF-16 and ISO-8859-1 are taken by byte order mark or declaration [XML 1.0 appendix F]. UTF-8 is not copied.
 *
 * @throws XmlError ENCODING_UNSUPPORTED for any other encoding, for bytes that are not what they say, and for a
 *   declaration that contradicts the byte order mark [XML 1.0 4.3.3]
 */
export function toUtf8(bytes: Uint8Array): Uint8Array {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const utf16 = start === 0 ? utf16Of(bytes) : undefined;
  if (utf16) return transcoded(bytes, utf16);
  const declaration = readXmlDeclaration(bytes.subarray(start));
  const encoding = (typeof declaration === 'object' && declaration.encoding) || 'utf-8';
  if (start > 0 && !UTF8.has(encoding)) throw contradiction('UTF-8', encoding);
  if (UTF8.has(encoding)) return checked(bytes.subarray(start));
  if (ASCII.has(encoding)) return ascii(bytes);
  if (LATIN1.has(encoding)) return latin1(bytes);
  throw new XmlError('ENCODING_UNSUPPORTED', `The encoding ${encoding} is not supported`, 1, 1);
}

const contradiction = (found: string, declared: string): XmlError =>
  new XmlError('ENCODING_UNSUPPORTED', `The bytes are ${found}, the declaration says ${declared}`, 1, 1);

interface Utf16 {
  label: 'utf-16le' | 'utf-16be';
  marked: boolean;
}

/** By byte order mark, or by `<?` in 16-bit units, which only a declaration can be. */
function utf16Of(bytes: Uint8Array): Utf16 | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return { label: 'utf-16le', marked: true };
  if (a === 0xfe && b === 0xff) return { label: 'utf-16be', marked: true };
  if (a === 0x3c && b === 0x00 && c === 0x3f && d === 0x00) return { label: 'utf-16le', marked: false };
  if (a === 0x00 && b === 0x3c && c === 0x00 && d === 0x3f) return { label: 'utf-16be', marked: false };
  return undefined;
}

function transcoded(bytes: Uint8Array, { label, marked }: Utf16): Uint8Array {
  const text = decoded(bytes.subarray(marked ? 2 : 0), label);
  const declaration = readXmlDeclaration(text);
  const declared = typeof declaration === 'object' ? declaration.encoding : undefined;
  if (declared !== undefined && !UTF16.has(declared)) throw contradiction(label, declared);
  if (declared === undefined && !marked) throw contradiction(label, 'utf-8');
  return text;
}

function decoded(bytes: Uint8Array, label: string): Uint8Array {
  try {
    return Buffer.from(new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes), 'utf8');
  } catch {
    throw new XmlError('ENCODING_UNSUPPORTED', `The bytes are not ${label}`, 1, 1);
  }
}

function ascii(bytes: Uint8Array): Uint8Array {
  const beyond = bytes.findIndex((byte) => byte >= 0x80);
  if (beyond < 0) return bytes;
  const { line, column } = positionOf(bytes, beyond);
  throw new XmlError('ENCODING_UNSUPPORTED', 'The bytes are not US-ASCII', line, column);
}

function latin1(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'), 'utf8');
}

function checked(bytes: Uint8Array): Uint8Array {
  if (isUtf8(bytes)) return bytes;
  const { line, column } = positionOf(bytes, firstInvalid(bytes));
  throw new XmlError('ENCODING_UNSUPPORTED', 'The bytes are not UTF-8', line, column);
}

const WINDOW = 65536;

/** Offset of the first character that is not UTF-8: the window it is in, then the character. */
function firstInvalid(bytes: Uint8Array): number {
  let at = 0;
  for (;;) {
    let end = Math.min(at + WINDOW, bytes.length);
    for (let back = 0; end < bytes.length && back < 3 && isContinuation(bytes[end]); back++) end--;
    if (!isUtf8(bytes.subarray(at, end))) break;
    at = end;
  }
  for (;;) {
    const length = sequenceLength(bytes[at]);
    if (length === 0 || !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
}

const isContinuation = (byte = 0): boolean => (byte & 0xc0) === 0x80;

function sequenceLength(lead = 0): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}
