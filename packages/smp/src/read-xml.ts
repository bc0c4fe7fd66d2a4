import { parseXml } from '@pappel/xml/parse';
import type { XmlElement } from '@pappel/xml/tree';

/** Of what an SMP or SML says: hundreds of document types, each with processes and endpoints, are still far below. */
const LIMITS = { depth: 40, attributes: 64, elements: 20_000 };

/**
 * Parses what an SMP or SML answered, or was told.
 *
 * @throws XmlError
 */
export function readXml(bytes: Uint8Array): XmlElement {
  return parseXml(bytes, { limits: LIMITS });
}
