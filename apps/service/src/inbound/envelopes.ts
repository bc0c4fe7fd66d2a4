import { ownBytes, ThreadPool } from '@pappel/validation/thread-pool';
import { type OpenedEnvelope, openEnvelope } from './open-envelope.ts';

/** Up to this many bytes an envelope is read at once, which takes some milliseconds; above, in a thread of its own. */
const INLINE_BYTES = 256 * 1024;
const TIME_LIMIT_MS = 20_000;
/** Reading takes a fraction of what checking takes, and every thread holds memory of its own. */
const LIMITS = { threads: 1, heapMegabytes: 256 };

/** Opens envelopes without holding up the thread that asks. */
export class Envelopes {
  readonly #threads = new ThreadPool(new URL('./envelope-thread.ts', import.meta.url), LIMITS);

  /**
   * Undefined when it takes more time or memory than a document of the largest size needs. Of a large envelope the bytes
   * are given away: nothing can be read from them afterwards.
   */
  async open(bytes: Uint8Array): Promise<OpenedEnvelope | undefined> {
    if (bytes.length <= INLINE_BYTES) return openEnvelope(bytes);
    const own = ownBytes(bytes);
    const opened = await this.#threads.ask<OpenedEnvelope>(own, TIME_LIMIT_MS, { given: own });
    return opened.kind === 'answer' ? opened.answer : undefined;
  }

  /** Ends the threads, also those that are at work. */
  close(): Promise<void> {
    return this.#threads.close();
  }
}
