import { createHash } from 'node:crypto';
import { canonicalizeExclusive } from '@pappel/xml/canonicalize';
import { parseXml } from '@pappel/xml/parse';
import { type DecompressionLimit, decompress, totalSize } from './compression.ts';
import type { Decrypted } from './wss-encryption.ts';

/** The decrypted attachment while its signature is being verified. Only what the signature covers comes out of it. */
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
   * What the signature is held against: the bytes as they are. For XML that is not compressed, SwA asks for its
   * canonical form, which some stacks sign and some do not: that one is taken where the bytes do not match.
   */
  signedOctets(digest: Uint8Array): { sha256: Uint8Array } {
    if (this.#compressed || Buffer.compare(digest, this.#content.sha256) === 0) return this.#content;
    const canonical = this.#canonicalForm();
    if (!canonical) return this.#content;
    const sha256 = createHash('sha256').update(canonical).digest();
    if (sha256.equals(digest)) this.#content = { chunks: [canonical], sha256 };
    return this.#content;
  }

  #canonicalForm(): Uint8Array | undefined {
    try {
      const joined = Buffer.concat(this.#content.chunks);
      return canonicalizeExclusive(parseXml(joined, { limits: { bytes: this.#limit.bytes } }));
    } catch {
      return undefined;
    }
  }

  /** The payload in one piece; undefined when it cannot be decompressed within the limit. */
  async open(): Promise<Uint8Array | undefined> {
    const { chunks } = this.#content;
    if (this.#compressed) return decompress(chunks, this.#limit);
    return totalSize(chunks) > this.#limit.bytes ? undefined : Buffer.concat(chunks);
  }
}
