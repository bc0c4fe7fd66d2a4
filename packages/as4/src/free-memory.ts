/**
 * Gives memory back at once: bytes that nobody reads any more would stay until the garbage is collected, which need not be
 * soon where nothing else is made. Nothing can be read from them afterwards; a part of a buffer that others share is left.
 */
export function freeMemory(chunks: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of chunks)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > SHARED)
      buffer.transfer(0);
}

/** Node keeps small buffers together in larger ones, and giving them back is not worth the call. */
const SHARED = 8_192;
