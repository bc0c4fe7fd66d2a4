import { LINE_FEED, RETURN, SPACE, TAB } from './bytes.ts';
import { IllFormed } from './ill-formed.ts';

const REFERENCE = /^&(?:#x([0-9a-fA-F]{1,8})|#([0-9]{1,8})|(amp|lt|gt|quot|apos));/;
const PREDEFINED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** `&#x0010FFFF;` and one more byte to see that it ends. */
const LONGEST = 12;

/** Checks the reference at `offset`; there are no entities but the five of XML [XML 1.0 4.1, 4.6]. */
export function checkReference(source: Buffer, offset: number): number {
  const found = REFERENCE.exec(source.toString('latin1', offset, Math.min(offset + LONGEST, source.length)));
  if (!found) throw new IllFormed('"&" begins no known reference; write "&amp;" for the sign itself', offset);
  const code = codeOf(found);
  if (code !== undefined && !isCharacter(code))
    throw new IllFormed('This reference names a character that XML does not allow', offset);
  return offset + found[0].length;
}

function codeOf(found: RegExpExecArray): number | undefined {
  if (found[1] !== undefined) return Number.parseInt(found[1], 16);
  return found[2] === undefined ? undefined : Number(found[2]);
}

/** Char [XML 1.0 2.2]. */
function isCharacter(code: number): boolean {
  if (code < SPACE) return code === TAB || code === LINE_FEED || code === RETURN;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}

/** Text with its references replaced; they have been checked before. */
export function withoutReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&[^;]{1,10};/g, (reference) => {
    const found = REFERENCE.exec(reference);
    if (!found) return reference;
    const code = codeOf(found);
    return code === undefined ? (PREDEFINED[found[3] ?? ''] ?? '') : String.fromCodePoint(code);
  });
}
