import type { Readable } from 'node:stream';

/** How a customer sends the bytes of an upload. */
export interface UploadTarget {
  url: string;
}

/** Positions of the first byte and of the last. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface PayloadStat {
  bytes: number;
  storedAt: Date;
}

/** Where document bytes live, by key. Two backends: a directory and S3. */
export interface PayloadStore {
  /**
   * Durable when it resolves: survives the death of this process and of the machine. A key is written once: false, and
   * nothing is changed, where it has an object already. When it fails there is no object; when the process dies first,
   * there may be a part of one, under a key that nobody was told: it is swept with those that no row names.
   */
  put(key: string, bytes: Uint8Array | readonly Uint8Array[]): Promise<boolean>;
  /**
   * The same for bytes that come one after the other, as many as they are, each piece good until the next one is asked
   * for. When they fail to come, or the process dies, there is no object; what lies beside it then is removed by
   * `sweepUnfinished`.
   */
  putStream(key: string, chunks: AsyncIterable<Uint8Array>): Promise<boolean>;
  /** The whole object, in memory that is the caller's own, or undefined when there is none. */
  get(key: string): Promise<Buffer | undefined>;
  /** The same as a stream, or a part of it, for answers; undefined when there is none. `bytes` is of the whole object. */
  stream(key: string, range?: ByteRange): Promise<{ stream: Readable; bytes: number } | undefined>;
  stat(key: string): Promise<PayloadStat | undefined>;
  remove(key: string): Promise<void>;
  /** Keys with this prefix whose object is older than `before`. */
  olderThan(prefix: string, before: Date): AsyncIterable<string>;
  /** Removes what streams that never ended have left under this prefix before then. */
  sweepUnfinished(prefix: string, before: Date): Promise<void>;
  /** A URL to PUT exactly `bytes` bytes to, or undefined when the service itself must take them (directory). */
  presignPut(key: string, bytes: number, expiresInSeconds: number): Promise<UploadTarget | undefined>;
}

/** Puts under a key that was made for these bytes: that it is taken would be a fault of ours. */
export async function keepPayload(store: PayloadStore, key: string, bytes: Uint8Array): Promise<void> {
  if (!(await store.put(key, bytes))) throw new Error(`The payload key ${key} is taken`);
}
