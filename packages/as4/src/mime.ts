/** One part of a multipart/related message. */
export interface MimePart {
  /** Header names in lower case. */
  headers: Map<string, string>;
  /** Content-ID without angle brackets. */
  contentId: string;
  body: Uint8Array;
}

const CRLF2 = '\r\n\r\n';
const MAX_PARTS = 10;

/** The value of a parameter such as boundary, with or without quotes. */
export function mimeParameter(header: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header);
  return found?.[1] ?? found?.[2];
}

/**
 * Splits a multipart body without copying it [RFC 2387]. The root comes first in the answer, whichever `start` names.
 * Undefined when the structure is broken: no boundary, no closing boundary, a part without header end.
 */
export function readMultipart(contentType: string, bytes: Uint8Array): MimePart[] | undefined {
  const boundary = mimeParameter(contentType, 'boundary');
  if (!boundary) return undefined;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const first = buffer.subarray(0, boundary.length + 2).equals(Buffer.from(`--${boundary}`))
    ? 0
    : buffer.indexOf(`\r\n--${boundary}`) + 2;
  if (first === 1) return undefined;
  const parts: MimePart[] = [];
  let at = first + 2 + boundary.length;
  while (buffer.toString('latin1', at, at + 2) !== '--') {
    const start = buffer.indexOf('\r\n', at);
    const end = start < 0 ? -1 : buffer.indexOf(`\r\n--${boundary}`, start);
    const part = end < 0 ? undefined : readPart(buffer.subarray(start + 2, end));
    if (!part || parts.length === MAX_PARTS) return undefined;
    parts.push(part);
    at = end + 4 + boundary.length;
  }
  return rootFirst(parts, mimeParameter(contentType, 'start'));
}

function readPart(bytes: Buffer): MimePart | undefined {
  const end = bytes.indexOf(CRLF2);
  if (end < 0 || end > 16_384) return undefined;
  const headers = new Map<string, string>();
  // Some stacks fold long headers.
  for (const line of bytes
    .toString('latin1', 0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
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

/** A content id as it is compared: no angle brackets, no `cid:`, percent-decoded. */
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
