import type { IncomingMessage } from 'node:http';

/** What a caller may go on sending after it was refused, so that it reads the answer: a document and a bit. */
const MOST_BYTES = 48 * 1024 * 1024;
const LONGEST_MS = 15_000;

const thrownAway = new WeakSet<IncomingMessage>();

/** Lets the rest of a refused body go by, which many clients send before they look; who sends without end is cut off. */
export function throwAwayRest(source: IncomingMessage): void {
  if (source.complete || source.destroyed || thrownAway.has(source)) return;
  thrownAway.add(source);
  let bytes = 0;
  const timer = setTimeout(() => source.socket.destroy(), LONGEST_MS).unref();
  source.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) source.socket.destroy();
  });
  source.once('close', () => clearTimeout(timer));
  source.on('error', () => undefined);
  source.resume();
}
