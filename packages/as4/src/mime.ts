import { setImmediate } from 'node:timers/promises';

/** One part of a multipart/related message. */
export interface MimePart {
  /** Header names in lower case. */
  headers: ReadonlyMap<string, string>;
  /** Content-ID without angle brackets. */
  contentId: string;
  body: Uint8Array;
}

const CRLF2 = '\r\n\r\n';
const MAX_PARTS = 10;
const MAX_HEADER_BYTES = 16_384;
/** As long as one may be [RFC 2046 5.1.1]. */
const MAX_BOUNDARY = 70;
/** A longer boundary may begin with this one, but what is encrypted or compressed does not hold it again and again. */
const MAX_FALSE_DELIMITERS = 100;
/** Bytes searched at a time. */
const WINDOW = 1_048_576;
/** What may follow a boundary: white space added in transport, then the line's end, or the two hyphens of the last one. */
const AFTER_BOUNDARY = /^(?:(--)|[ \t]{0,100}\r\n)/;

/** The value of a parameter such as boundary, with or without quotes. */
export function mimeParameter(header: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header);
  return found?.[1] ?? found?.[2];
}

/**
 * Splits a multipart/related body without copying it [RFC 2387]. The root comes first in the answer, whichever `start`
 * names. Undefined when the structure is broken: no boundary or one of more than 70 characters, no closing boundary, a
 * part without header end, more than 10 parts, a transfer encoding that is not binary.
 */
export async function readMultipart(contentType: string, bytes: Uint8Array): Promise<MimePart[] | undefined> {
  const boundary = mimeParameter(contentType, 'boundary') ?? '';
  if (!/^\s*multipart\/related\s*;/i.test(contentType)) return undefined;
  if (boundary === '' || boundary.length > MAX_BOUNDARY) return undefined;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: MimePart[] = [];
  let delimiter = await firstDelimiter(buffer, `--${boundary}`);
  while (delimiter && !delimiter.isLast) {
    const next = await nextDelimiter(buffer, `\r\n--${boundary}`, delimiter.end);
    const part = next && readPart(buffer.subarray(delimiter.end, next.start));
    if (!part || parts.length === MAX_PARTS) return undefined;
    parts.push(part);
    delimiter = next;
  }
  return delimiter ? rootFirst(parts, mimeParameter(contentType, 'start')) : undefined;
}

interface Delimiter {
  /** Offset of its first byte, the CRLF that belongs to it included. */
  start: number;
  /** Offset after its line. */
  end: number;
  isLast: boolean;
}

async function firstDelimiter(buffer: Buffer, line: string): Promise<Delimiter | undefined> {
  if (buffer.toString('latin1', 0, line.length) !== line) return nextDelimiter(buffer, `\r\n${line}`, 0);
  return delimiterAt(buffer, 0, line.length) ?? nextDelimiter(buffer, `\r\n${line}`, 0);
}

async function nextDelimiter(buffer: Buffer, text: string, from: number): Promise<Delimiter | undefined> {
  // Two bytes back: the CRLF that ends a delimiter's line may begin the next one, around a part of no bytes.
  let at = await find(buffer, text, Math.max(0, from - 2));
  for (let tried = 0; at >= 0 && tried < MAX_FALSE_DELIMITERS; tried++) {
    const found = delimiterAt(buffer, at, at + text.length);
    if (found) return found;
    at = await find(buffer, text, at + text.length);
  }
  return undefined;
}

/** As `indexOf`, but lets others in between: bytes chosen for it keep a search in 40 MB busy for a quarter of a second. */
async function find(buffer: Buffer, text: string, from: number): Promise<number> {
  const pattern = Buffer.from(text, 'latin1');
  for (let start = from; start < buffer.length; start += WINDOW) {
    if (start > from) await setImmediate();
    const found = buffer.subarray(start, start + WINDOW + pattern.length - 1).indexOf(pattern);
    if (found >= 0) return start + found;
  }
  return -1;
}

/** A longer boundary may begin with this one: only a whole line counts. */
function delimiterAt(buffer: Buffer, start: number, after: number): Delimiter | undefined {
  const rest = AFTER_BOUNDARY.exec(buffer.toString('latin1', after, after + 102));
  return rest ? { start, end: after + rest[0].length, isLast: rest[1] !== undefined } : undefined;
}

function readPart(bytes: Buffer): MimePart | undefined {
  const end = bytes.subarray(0, MAX_HEADER_BYTES).indexOf(CRLF2);
  if (end < 0) return undefined;
  const headers = new Map<string, string>();
  // Some stacks fold long headers.
  for (const line of bytes
    .toString('latin1', 0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  if (!/^(binary|8bit|7bit)$/i.test(headers.get('content-transfer-encoding') ?? 'binary')) return undefined;
  return {
    headers,
    contentId: bare(headers.get('content-id') ?? ''),
    body: bytes.subarray(end + CRLF2.length),
  };
}

function rootFirst(parts: MimePart[], start: string | undefined): MimePart[] {
  const root = start === undefined ? undefined : parts.find((part) => part.contentId === bare(start));
  return root ? [root, ...parts.filter((part) => part !== root)] : parts;
}

/** A content id as it is compared: no angle brackets, no `cid:`, percent-decoded [RFC 2392]. */
export function bare(id: string): string {
  const text = id
    .trim()
    .replace(/^cid:/i, '')
    .replace(/^<(.*)>$/, '$1');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
