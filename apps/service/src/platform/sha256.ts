import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** Some milliseconds of work. */
const PIECE = 1_048_576;

/** SHA-256, hexadecimal. Of a large document piece by piece, so that others come in between. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += PIECE) {
    if (at > 0) await setImmediate();
    hash.update(bytes.subarray(at, at + PIECE));
  }
  return hash.digest('hex');
}

/** Hands chunks on as they come; when they have come, `result` says how many bytes they were, and their SHA-256. */
export function measured(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = async function* () {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  return { chunks: through(), result: () => ({ bytes, sha256: hash.digest('hex') }) };
}
