import { Worker } from 'node:worker_threads';
import type { Installation } from './installation.ts';

export interface Seen {
  /** The longest that an ordinary request waited for its answer, in milliseconds. */
  silenceMs: number;
  /** The most memory that the process held, in bytes. */
  peakBytes: number;
  asked: number;
  /** Requests that were not answered with 200. */
  failed: number;
}

const EVERY_MS = 10;

/**
 * Calls the API every 10 ms and looks at the memory of the process until it is stopped: in a thread of its own, so that
 * what an attack costs us does not look like silence of the service.
 */
export function startProbe({ api, key, pid }: Installation): { stop(): Promise<Seen> } {
  const workerData = { url: `${api}/v1/account`, key, pid: pid(), everyMs: EVERY_MS };
  const worker = new Worker(new URL('./probe-thread.ts', import.meta.url), { workerData });
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.postMessage('stop');
      }),
  };
}
