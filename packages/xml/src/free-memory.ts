/**
 * Gives memory back at once: bytes that nobody reads any more would stay until the garbage is collected, which need not be
 * soon where nothing else is made. Nothing can be read from them afterwards; a part of a buffer that others share is left.
 */
export function freeMemory(chunks: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of chunks)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength >= WORTH_IT)
      buffer.transfer(0);
}

/** Giving less back is not worth the call. */
const WORTH_IT = 4_096;
