import { toUtf8 } from './encoding.ts';
import { LIMITS, type XmlLimits } from './limits.ts';
import { Reader } from './reader.ts';
import type { XmlElement } from './tree.ts';
import { XmlError } from './xml-error.ts';

export interface ParseOptions {
  limits?: Partial<XmlLimits>;
  /**
   * Elements whose content is checked for well-formedness but not kept: a large document inside an envelope. Asked at
   * the start tag, once for every element that is kept; such an element has `unkept` set and no children.
   */
  shallow?: (element: XmlElement) => boolean;
}

/**
 * Parses a namespace-well-formed document and answers its root element. There is no DTD, no entity beyond the five
 * built-in ones, and no network. Comments are dropped. Line ends and attribute values are normalised [XML 1.0 2.11,
 * 3.3.3]. The offsets of elements count in `source`, which is UTF-8 without byte order mark.
 *
 * @param bytes UTF-8 (with or without byte order mark), UTF-16 by byte order mark or declaration, or ISO-8859-1 by
 *   declaration
 * @throws XmlError NOT_WELL_FORMED, DTD_FORBIDDEN, LIMIT_EXCEEDED or ENCODING_UNSUPPORTED, with line and column
 */
export function parseXml(bytes: Uint8Array, options: ParseOptions = {}): XmlElement {
  const limits = { ...LIMITS, ...options.limits };
  if (bytes.length > limits.bytes) throw new XmlError('LIMIT_EXCEEDED', 'The document is too large', 1, 1);
  return new Reader(toUtf8(bytes), limits, options.shallow ?? (() => false)).document();
}
