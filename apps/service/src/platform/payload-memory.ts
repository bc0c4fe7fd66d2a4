import { LRUCache } from 'lru-cache';
import type { PayloadStore } from './payload-store.ts';

/** Larger ones are few, and read fast for their size. */
const LARGEST = 256 * 1024;
const TOTAL = 8 * 1024 * 1024;

/**
 * The same store, which remembers the small documents written last: each is read at once after it was written, to judge it
 * and to send it. What is remembered was written durably before; a key's bytes never change.
 */
export function rememberPayloads(store: PayloadStore): PayloadStore {
  const remembered = new LRUCache<string, Buffer>({
    maxSize: TOTAL,
    sizeCalculation: ({ length }) => Math.max(length, 1),
  });
  return {
    ...store,
    put: async (key, bytes) => {
      if (!(await store.put(key, bytes))) return false;
      const chunks = bytes instanceof Uint8Array ? [bytes] : bytes;
      const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
      if (size <= LARGEST) remembered.set(key, ownCopy(chunks, size));
      return true;
    },
    get: async (key) => {
      const known = remembered.get(key);
      // A copy: who asks may give the bytes to a thread, after which nothing can be read from them here.
      return known ? ownCopy([known], known.length) : store.get(key);
    },
    remove: async (key) => {
      remembered.delete(key);
      await store.remove(key);
    },
  };
}

/** A small Buffer is a part of a larger one that many share, and would keep all of it in memory. */
function ownCopy(chunks: readonly Uint8Array[], size: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const chunk of chunks) {
    copy.set(chunk, at);
    at += chunk.length;
  }
  return copy;
}
