/** Line and column of a byte, both from 1; columns count bytes. */
export function positionOf(bytes: Uint8Array, offset: number): { line: number; column: number } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const until = Math.min(offset, bytes.length);
  let line = 1;
  let lineStart = 0;
  for (let at = buffer.indexOf(10); at >= 0 && at < until; at = buffer.indexOf(10, at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return { line, column: until - lineStart + 1 };
}
