import type { PayloadStore } from './payload-store.ts';

/** Larger ones are few, and read fast for their size. */
const LARGEST = 256 * 1024;
const TOTAL = 32 * 1024 * 1024;

/**
 * The same store, which remembers the small documents written last: each is read at once after it was written, to judge it
 * and to send it. What is remembered was written durably before; a key's bytes never change.
 */
export function rememberPayloads(store: PayloadStore): PayloadStore {
  const remembered = new Map<string, Buffer>();
  let total = 0;
  const forget = (key: string): void => {
    total -= remembered.get(key)?.length ?? 0;
    remembered.delete(key);
  };
  const remember = (key: string, bytes: Buffer): void => {
    forget(key);
    remembered.set(key, bytes);
    total += bytes.length;
    for (const oldest of remembered.keys()) {
      if (total <= TOTAL) return;
      forget(oldest);
    }
  };
  return {
    ...store,
    put: async (key, bytes) => {
      if (!(await store.put(key, bytes))) return false;
      const chunks = bytes instanceof Uint8Array ? [bytes] : bytes;
      const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
      if (size <= LARGEST) remember(key, Buffer.concat(chunks, size));
      return true;
    },
    get: async (key) => remembered.get(key) ?? store.get(key),
    remove: async (key) => {
      forget(key);
      await store.remove(key);
    },
  };
}
