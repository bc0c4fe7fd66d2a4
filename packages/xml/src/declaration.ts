export interface XmlDeclarationText {
  /** Lower case. */
  encoding: string | undefined;
  /** Bytes up to and including `?>`. */
  length: number;
}

/** No sensible declaration is longer. */
const LONGEST = 512;
const DECLARATION =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.[0-9]+"|'1\.[0-9]+')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"([A-Za-z][\w.-]*)"|'([A-Za-z][\w.-]*)'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/;

/**
 * The XML declaration at the beginning of a document in an encoding that contains ASCII: undefined when there is none,
 * `malformed` when there is something like it [XML 1.0 production 23].
 */
export function readXmlDeclaration(bytes: Uint8Array): XmlDeclarationText | 'malformed' | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LONGEST)).toString(
    'latin1',
  );
  if (!/^<\?xml[ \t\r\n]/.test(head)) return undefined;
  const found = DECLARATION.exec(head);
  if (!found) return 'malformed';
  return { encoding: (found[1] ?? found[2])?.toLowerCase(), length: found[0].length };
}
