import { isSpace } from './bytes.ts';
import { IllFormed } from './ill-formed.ts';
import { SIMPLE_NAME } from './xml-name.ts';

const DECLARATION =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])1\.\d+\1([ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(["'])[A-Za-z][A-Za-z0-9._-]*\3)?([ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(["'])(yes|no)\5)?[ \t\r\n]*$/;

/** Where the document begins after its XML declaration, if it has one [XML 1.0 2.8]. */
export function checkDeclaration(source: Buffer): number {
  if (source.toString('latin1', 0, 5) !== '<?xml' || !isSpace(source[5])) return 0;
  const end = source.indexOf('?>');
  if (end < 0 || !DECLARATION.test(source.toString('latin1', 0, Math.min(end, 1024))))
    throw new IllFormed('The XML declaration is not in order', 0);
  return end + 2;
}

export function endOfComment(source: Buffer, from: number): number {
  if (source[from + 3] !== 0x2d) throw new IllFormed('"<!-" begins no markup', from);
  const end = source.indexOf('--', from + 4, 'latin1');
  if (end < 0) throw new IllFormed('This comment does not end', from);
  if (source[end + 2] !== 0x3e) throw new IllFormed('"--" must not stand in a comment', end);
  checkCharacters(source, from, end);
  return end + 3;
}

/** Behind a CDATA section. */
export function endOfData(source: Buffer, from: number): number {
  if (source.toString('latin1', from, from + 9) !== '<![CDATA[')
    throw new IllFormed('"<![" begins no markup', from);
  const end = source.indexOf(']]>', from + 9, 'latin1');
  if (end < 0) throw new IllFormed('This CDATA section does not end', from);
  checkCharacters(source, from, end);
  return end + 3;
}

/** Behind a processing instruction. */
export function checkInstruction(source: Buffer, from: number): number {
  const end = source.indexOf('?>', from + 2, 'latin1');
  if (end < 0) throw new IllFormed('This processing instruction does not end', from);
  const [target = ''] = source.toString('utf8', from + 2, Math.min(end, from + 64)).split(/[ \t\r\n]/, 1);
  if (!SIMPLE_NAME.test(target)) throw new IllFormed('This processing instruction has no name', from);
  if (target.toLowerCase() === 'xml')
    throw new IllFormed('An XML declaration may only stand at the very beginning', from);
  checkCharacters(source, from, end);
  return end + 2;
}

function checkCharacters(source: Buffer, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const here = source[at] ?? 0;
    const isControl = here < 0x20 && !isSpace(here);
    const isNone = here === 0xef && source[at + 1] === 0xbf && (source[at + 2] ?? 0) >= 0xbe;
    if (isControl || isNone) throw new IllFormed('A character stands here that XML does not allow', at);
  }
}
