import { isUtf8 } from 'node:buffer';
import { XmlError } from './xml-error.ts';

/**
 * The document as UTF-8 without byte order mark. UTF-16 and ISO-8859-1 are taken by byte order mark or declaration
 * [XML 1.0 appendix F]; anything else, and bytes that are not what they say, is ENCODING_UNSUPPORTED.
 */
export function toUtf8(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return transcode(bytes.subarray(2), 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return transcode(bytes.subarray(2), 'utf-16be');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return checked(bytes.subarray(3));
  const declared = declaredEncoding(bytes);
  if (declared === 'utf-8' || declared === 'us-ascii') return checked(bytes);
  if (declared === 'iso-8859-1') return latin1(bytes);
  throw new XmlError('ENCODING_UNSUPPORTED', `The encoding ${declared} is not supported`, 1, 1);
}

function declaredEncoding(bytes: Uint8Array): string {
  if (bytes[0] !== 0x3c || bytes[1] !== 0x3f) return 'utf-8';
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString('latin1');
  const found = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(head);
  return found?.[1]?.toLowerCase() ?? 'utf-8';
}

function checked(bytes: Uint8Array): Uint8Array {
  if (isUtf8(bytes)) return bytes;
  throw new XmlError('ENCODING_UNSUPPORTED', 'The bytes are not UTF-8', 1, 1);
}

function latin1(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'), 'utf8');
}

function transcode(bytes: Uint8Array, encoding: string): Uint8Array {
  try {
    return Buffer.from(new TextDecoder(encoding, { fatal: true }).decode(bytes), 'utf8');
  } catch {
    throw new XmlError('ENCODING_UNSUPPORTED', `The bytes are not ${encoding}`, 1, 1);
  }
}
