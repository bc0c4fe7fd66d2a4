/** Why a document cannot be read: in words for people, at a byte offset of its UTF-8 form. */
export class IllFormed extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'IllFormed';
    this.offset = offset;
  }
}

export interface TapeLimits {
  /** Open elements at once. */
  depth: number;
  /** Attributes and namespace declarations of one element. */
  attributes: number;
  /** Bytes of a name. */
  nameBytes: number;
  /** Elements of a document. */
  elements: number;
  /** Attributes of a document, namespace declarations not counted. */
  allAttributes: number;
  /** Bytes of a document. */
  bytes: number;
}

export const LIMITS: TapeLimits = {
  depth: 200,
  attributes: 128,
  nameBytes: 1024,
  elements: 1_500_000,
  allAttributes: 1_500_000,
  bytes: 256 * 1024 * 1024,
};
