import { createHash } from 'node:crypto';
import { canonicalizeExclusive } from '@pappel/xml/canonicalize';
import { parseXml } from '@pappel/xml/parse';
import { type DecompressionLimit, decompress, totalSize } from './compression.ts';
import type { Decrypted } from './wss-encryption.ts';

/** Of attachments that came uncompressed, which the profile does not have, larger ones are taken only as they are. */
const CANONICAL_LIMIT = 256 * 1024;
const CANONICAL_ELEMENTS = 20_000;

/** The decrypted attachment, to be held against the digest that was signed before it is opened. */
export class Payload {
  readonly #compressed: boolean;
  readonly #limit: DecompressionLimit;
  #content: Decrypted;

  constructor(content: Decrypted, compressed: boolean, limit: DecompressionLimit) {
    this.#content = content;
    this.#compressed = compressed;
    this.#limit = limit;
  }

  /**
   * Whether a signed digest is that of the bytes as they are. For XML that is not compressed, SwA asks for its
   * canonical form, which some stacks sign and some do not: that one is taken where the bytes do not match.
   */
  isSignedAs(digest: Uint8Array): boolean {
    if (Buffer.compare(digest, this.#content.sha256) === 0) return true;
    const isSmall = totalSize(this.#content.chunks) <= CANONICAL_LIMIT;
    const canonical = this.#compressed || !isSmall ? undefined : this.#canonicalForm();
    if (!canonical) return false;
    const sha256 = createHash('sha256').update(canonical).digest();
    if (!sha256.equals(digest)) return false;
    this.#content = { chunks: [canonical], sha256 };
    return true;
  }

  #canonicalForm(): Uint8Array | undefined {
    try {
      const joined = Buffer.concat(this.#content.chunks);
      return canonicalizeExclusive(parseXml(joined, { limits: { elements: CANONICAL_ELEMENTS } }));
    } catch {
      return undefined;
    }
  }

  /** The payload in one piece, with memory of its own; undefined when it cannot be decompressed within the limit. */
  async open(): Promise<Uint8Array | undefined> {
    const { chunks } = this.#content;
    if (this.#compressed) return decompress(chunks, this.#limit);
    const size = totalSize(chunks);
    if (size > this.#limit.bytes) return undefined;
    await this.#limit.roomFor?.(size);
    return Buffer.concat(chunks);
  }
}
