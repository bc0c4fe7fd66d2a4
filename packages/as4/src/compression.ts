import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip, gunzipSync, gzipSync, type ZlibOptions } from 'node:zlib';
import { freeMemory } from '@pappel/xml/free-memory';

/** Below this, one call is faster than a stream. */
const SMALL = 256 * 1024;
const ONE_CALL_OUTPUT = 1024 * 1024;
/** Deflate at its fastest: XML shrinks nearly as far, in a third of the time. */
const LEVEL = { level: constants.Z_BEST_SPEED };
const PIECE = { chunkSize: SMALL };
/**
 * Access points take what shrinks too far for a bomb: some at 100 times, above a few megabytes. Huffman codes alone end at
 * 8 times, a bit for each byte.
 */
const SHRINKS_SAFELY = 50;
const GENTLY = { ...LEVEL, strategy: constants.Z_HUFFMAN_ONLY };

export interface Compressed {
  chunks: Uint8Array[];
  /** SHA-256 of all chunks, base64. */
  digest: string;
}

/**
 * Compresses chunk by chunk [AS4 3.1], and less where it would shrink as far as only a bomb does. The same input gives the
 * same output, which a repeat relies on.
 */
export async function compress(plain: readonly Uint8Array[]): Promise<Compressed> {
  const compressed = await compressWith(LEVEL, plain);
  const isSafe = totalSize(plain) <= totalSize(compressed.chunks) * SHRINKS_SAFELY;
  return isSafe ? compressed : compressWith(GENTLY, plain);
}

async function compressWith(options: ZlibOptions, plain: readonly Uint8Array[]): Promise<Compressed> {
  const size = totalSize(plain);
  if (size < SMALL) {
    const chunk = gzipSync(Buffer.concat(plain, size), options);
    return { chunks: [chunk], digest: createHash('sha256').update(chunk).digest('base64') };
  }
  const chunks: Uint8Array[] = [];
  const hash = createHash('sha256');
  await pipeline(pieces(plain), createGzip({ ...options, ...PIECE }), async (compressed) => {
    for await (const chunk of compressed as AsyncIterable<Buffer>) {
      hash.update(chunk);
      chunks.push(chunk);
    }
  });
  return { chunks, digest: hash.digest('base64') };
}

export interface DecompressionLimit {
  /** Bytes that may come out. */
  bytes: number;
  /** Bytes that may come out for one that goes in, where more than `freeBytes` come out. */
  ratio: number;
  freeBytes: number;
  /** Waits until there is room for so many bytes, in place of what was asked for before. */
  roomFor?: ((bytes: number) => Promise<void>) | undefined;
}

/** Twice what peers configure. XML of identical lines reaches a ratio of about 100; deflate's end is 1032. */
export const DECOMPRESSION_LIMIT: DecompressionLimit = {
  bytes: 100 * 1024 * 1024,
  ratio: 200,
  freeBytes: 10 * 1024 * 1024,
};

/**
 * Decompresses into one buffer, with a limit on what comes out: a bomb is stopped, not stored. Undefined when the data
 * is no complete gzip or exceeds the limit.
 */
export async function decompress(
  chunks: readonly Uint8Array[],
  limit: DecompressionLimit,
): Promise<Uint8Array | undefined> {
  const size = totalSize(chunks);
  const most = Math.min(limit.bytes, Math.max(limit.freeBytes, size * limit.ratio));
  const announced = announcedSize(chunks);
  try {
    const small =
      size < SMALL && announced <= ONE_CALL_OUTPUT && inOneCall(chunks, Math.min(most, ONE_CALL_OUTPUT));
    if (small) return small;
  } catch {
    return undefined;
  }
  // What the trailer promises is true of all but files of several members: for these there must be room for anything.
  const expected = Math.min(Math.max(announced, SMALL), most);
  const plain = await intoRoom(chunks, expected, limit);
  return plain === 'more' && expected < most ? whole(await intoRoom(chunks, most, limit)) : whole(plain);
}

const whole = (plain: Uint8Array | 'more' | undefined) => (plain === 'more' ? undefined : plain);

/** 'more' when more comes out than there was room for. */
async function intoRoom(
  chunks: readonly Uint8Array[],
  most: number,
  { roomFor }: DecompressionLimit,
): Promise<Uint8Array | 'more' | undefined> {
  await roomFor?.(most);
  const output = new GrowingBuffer(most, most);
  try {
    await pipeline(pieces(chunks), createGunzip(PIECE), async (plain) => {
      for await (const chunk of plain as AsyncIterable<Buffer>) {
        output.append(chunk);
        freeMemory([chunk]);
      }
    });
    return output.bytes();
  } catch {
    return output.isFull ? 'more' : undefined;
  }
}

/** Undefined when more comes out: the trailer of the last member promised too little for all of them. */
function inOneCall(chunks: readonly Uint8Array[], maxOutputLength: number): Uint8Array | undefined {
  try {
    return gunzipSync(Buffer.concat(chunks), { maxOutputLength });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

/** The size that the trailer promises [RFC 1952 2.3.1]. Only a hint: it may lie, and it counts the last member only. */
function announcedSize(chunks: readonly Uint8Array[]): number {
  const tail = Buffer.concat(chunks.slice(-4).map((chunk) => chunk.subarray(-4))).subarray(-4);
  return tail.length === 4 ? tail.readUInt32LE(0) : 0;
}

/** Room for all of it at once where its size is known, so that pieces need not be joined at the end. */
class GrowingBuffer {
  readonly #most: number;
  /** More came than it may have. */
  isFull = false;
  #buffer: Buffer;
  #length = 0;

  constructor(expected: number, most: number) {
    this.#most = most;
    this.#buffer = Buffer.allocUnsafe(Math.max(expected, Math.min(SMALL, most)));
  }

  append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    this.isFull = needed > this.#most;
    if (this.isFull) throw new Error('more than the limit came out');
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(this.#most, Math.max(needed, this.#buffer.length * 2)));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = needed;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }
}

function* pieces(chunks: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += SMALL) yield chunk.subarray(at, at + SMALL);
  }
}

export function totalSize(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}
