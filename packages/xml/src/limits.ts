export interface XmlLimits {
  /** Elements inside one another, the root included. */
  depth: number;
  /** Attributes and namespace declarations of one element. */
  attributes: number;
  /** Bytes of a name. */
  nameBytes: number;
  /** Elements and processing instructions, also those not kept. */
  elements: number;
  /** Bytes of a text, section, instruction or value that is kept. */
  textBytes: number;
  /** Bytes of the document, as they came and after transcoding. */
  bytes: number;
}

export const LIMITS: XmlLimits = {
  depth: 200,
  attributes: 256,
  nameBytes: 1024,
  elements: 5_000_000,
  textBytes: 256 * 1024 * 1024,
  bytes: 256 * 1024 * 1024,
};
