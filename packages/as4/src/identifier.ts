/** Bytes of an identifier: kept, indexed and compared, never cut. Real ones have less than a hundred. */
const LONGEST = 512;

/** Whether a text may be the identifier of a message or a conversation: not empty, not longer than anybody's. */
export function isIdentifier(text: string): boolean {
  return text !== '' && Buffer.byteLength(text) <= LONGEST;
}
