import { toUtf8 } from './encoding.ts';
import { LIMITS, type XmlLimits } from './limits.ts';
import { Reader } from './reader.ts';
import type { XmlElement } from './tree.ts';

export interface ParseOptions {
  limits?: Partial<XmlLimits>;
  /** Elements whose content is checked but not kept: a large document inside an envelope. */
  shallow?: (element: XmlElement) => boolean;
}

/**
 * Parses a namespace-well-formed document and answers its root element. There is no DTD, no entity beyond the five
 * built-in ones, and no network. Comments are dropped.
 *
 * @param bytes UTF-8 (with or without byte order mark), UTF-16 by byte order mark or ISO-8859-1 by declaration
 * @throws XmlError NOT_WELL_FORMED, DTD_FORBIDDEN, LIMIT_EXCEEDED or ENCODING_UNSUPPORTED, with line and column
 */
export function parseXml(bytes: Uint8Array, options: ParseOptions = {}): XmlElement {
  const limits = { ...LIMITS, ...options.limits };
  return new Reader(toUtf8(bytes), limits, options.shallow ?? (() => false)).document();
}
