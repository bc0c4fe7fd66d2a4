import { Readable } from 'node:stream';
import type { PayloadStore } from '../../apps/service/src/platform/payload-store.ts';
import type { Mortal } from './mortal.ts';

interface Stored {
  bytes: Buffer;
  at: number;
}

/** What outlives a process, and remembers by the simulated time when it was written, as a folder could not. */
export class SimulatedPayloads {
  readonly #objects = new Map<string, Stored>();

  get keys(): string[] {
    return [...this.#objects.keys()];
  }

  writtenBefore(moment: number): string[] {
    return [...this.#objects].flatMap(([key, { at }]) => (at < moment ? [key] : []));
  }

  /** As a process uses it: once that is dead, nothing is changed any more. */
  of(mortal: Mortal): PayloadStore {
    const put = (key: string, chunks: readonly Uint8Array[]) =>
      mortal.unlessDead(async () => {
        if (this.#objects.has(key)) return false;
        this.#objects.set(key, { bytes: Buffer.concat(chunks), at: Date.now() });
        return true;
      });
    const get = async (key: string) => {
      const found = this.#objects.get(key);
      return found && Buffer.from(found.bytes);
    };
    return {
      put: (key, bytes) => put(key, bytes instanceof Uint8Array ? [bytes] : bytes),
      putStream: async (key, chunks) => put(key, await gathered(chunks)),
      get,
      stream: async (key, range) => {
        const bytes = await get(key);
        const part = range && bytes?.subarray(range.first, range.last + 1);
        return bytes && { stream: Readable.from([part ?? bytes]), bytes: bytes.length };
      },
      stat: async (key) => {
        const found = this.#objects.get(key);
        return found && { bytes: found.bytes.length, storedAt: new Date(found.at) };
      },
      remove: (key) =>
        mortal.unlessDead(async () => {
          this.#objects.delete(key);
        }),
      olderThan: (prefix, before) => this.#olderThan(prefix, before),
      sweepUnfinished: async () => undefined,
      presignPut: async () => undefined,
    };
  }

  async *#olderThan(prefix: string, before: Date): AsyncGenerator<string> {
    for (const [key, { at }] of [...this.#objects])
      if (key.startsWith(`${prefix}/`) && at < before.getTime()) yield key;
  }
}

async function gathered(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(Uint8Array.from(chunk));
  return all;
}
