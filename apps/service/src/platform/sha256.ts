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
