import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createGunzip, createGzip, gunzipSync, gzipSync } from 'node:zlib';

/** Below this, one call is faster than a stream. */
const SMALL = 256 * 1024;

export interface Compressed {
  chunks: Uint8Array[];
  /** SHA-256 of all chunks, base64. */
  digest: string;
}

/** Compresses chunk by chunk, with the digest of the result on the way [AS4 3.1]. */
export async function compress(plain: readonly Uint8Array[]): Promise<Compressed> {
  const size = plain.reduce((sum, chunk) => sum + chunk.length, 0);
  const chunks = size < SMALL ? [gzipSync(Buffer.concat(plain, size))] : await compressStream(plain);
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return { chunks, digest: hash.digest('base64') };
}

async function compressStream(plain: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const gzip = createGzip({ chunkSize: SMALL });
  const chunks: Uint8Array[] = [];
  gzip.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = once(gzip, 'end');
  for (const chunk of plain) await write(gzip, chunk);
  gzip.end();
  await ended;
  return chunks;
}

async function write(stream: NodeJS.WritableStream & NodeJS.EventEmitter, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; at += SMALL) {
    if (!stream.write(chunk.subarray(at, at + SMALL))) await once(stream, 'drain');
  }
}

/**
 * Decompresses into one buffer, with a limit on what comes out: a bomb is stopped, not stored. Undefined when the data
 * is no gzip or exceeds `limit` bytes.
 */
export async function decompress(chunks: readonly Uint8Array[], limit: number): Promise<Buffer | undefined> {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  try {
    if (size < SMALL) return gunzipSync(Buffer.concat(chunks, size), { maxOutputLength: limit });
    return await decompressStream(chunks, limit);
  } catch {
    return undefined;
  }
}

async function decompressStream(chunks: readonly Uint8Array[], limit: number): Promise<Buffer | undefined> {
  const announced = announcedSize(chunks);
  if (announced > limit) return undefined;
  // The trailer says how much will come [RFC 1952 2.3.1]: room for it once, instead of joining pieces at the end.
  const output = Buffer.allocUnsafe(announced);
  let length = 0;
  const gunzip = createGunzip({ chunkSize: SMALL });
  gunzip.on('data', (chunk: Buffer) => {
    if (length + chunk.length > announced) gunzip.destroy(new Error('more data than announced'));
    else length += chunk.copy(output, length);
  });
  const ended = once(gunzip, 'end');
  ended.catch(() => undefined);
  for (const chunk of chunks) await write(gunzip, chunk);
  gunzip.end();
  await ended;
  return length === announced ? output : undefined;
}

function announcedSize(chunks: readonly Uint8Array[]): number {
  const tail = Buffer.concat(chunks.slice(-4)).subarray(-4);
  return tail.readUInt32LE(0);
}
