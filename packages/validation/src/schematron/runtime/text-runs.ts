import { contentText } from '../../tape/content.ts';

const DATA = '<![CDATA[';

/** Byte offsets of the text nodes in the content of an element: what stands between children, comments and instructions. */
export function textRuns(
  source: Buffer,
  from: number,
  to: number,
  children: readonly { from: number; to: number }[],
): number[] {
  const runs: number[] = [];
  let at = from;
  for (const child of [...children, { from: to, to }]) {
    runsBetween(source, at, child.from, runs);
    at = child.to;
  }
  return runs;
}

function runsBetween(source: Buffer, from: number, to: number, runs: number[]): void {
  for (let at = from; at < to; ) {
    const end = textRunEnd(source, at);
    if (end > at && contentText(source, at, end) !== '') runs.push(at);
    at = end >= to ? to : endOfMarkup(source, end);
  }
}

/** Where the text that begins at an offset ends: at the next tag, comment or instruction. */
export function textRunEnd(source: Buffer, from: number): number {
  for (let at = from; ; ) {
    const less = source.indexOf('<', at);
    if (less < 0) return source.length;
    if (source.toString('latin1', less, less + DATA.length) !== DATA) return less;
    at = source.indexOf(']]>', less) + 3;
  }
}

/** Behind a comment or an instruction. */
function endOfMarkup(source: Buffer, at: number): number {
  return source[at + 1] === 0x3f ? source.indexOf('?>', at) + 2 : source.indexOf('-->', at + 4) + 3;
}
