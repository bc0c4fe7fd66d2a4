import { isMarkedAsUntransferable, Worker } from 'node:worker_threads';
import { FairTurns } from './fair-turns.ts';

/** An answer, or why there is none: the question took too long, or more memory than a thread may have. */
export type Answered<Answer> =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'too-busy'; why: 'time' | 'memory' };

export interface ThreadLimits {
  /** Threads at once; more questions wait. */
  threads: number;
  /** Megabytes of JavaScript objects in each; texts and bytes count only in part. */
  heapMegabytes: number;
}

export interface Asking {
  given?: Uint8Array | undefined;
  whose?: string | undefined;
}

/** What the module that threads run exports. */
export interface ThreadModule {
  answer(question: unknown): unknown;
  /** Memory of the answer that goes back as it is, not as a copy. */
  given?(answer: unknown): readonly ArrayBuffer[];
  /** Memory of the question that nobody reads any more once it is answered. */
  done?(question: unknown): readonly ArrayBuffer[];
}

const ENTRY = new URL('./pool-thread.ts', import.meta.url);

/** Each thread keeps what it once had: more would be quicker, and held by every thread for ever. */
const YOUNG_MEGABYTES = 12;

/** A thread keeps the memory that a document of so many bytes has taken, too: after it another thread begins anew. */
const LARGE_BYTES = 8 * 1_048_576;

/**
 * A few threads of low priority that run one module and answer one question at a time; who comes when all are at work waits
 * for its turn.
 */
export class ThreadPool {
  readonly #module: URL;
  readonly #limits: ThreadLimits;
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  readonly #turns: FairTurns;
  #isClosed = false;

  /** @param module of a {@link ThreadModule} */
  constructor(module: URL, limits: ThreadLimits) {
    this.#module = module;
    this.#limits = limits;
    this.#turns = new FairTurns(limits.threads);
  }

  /**
   * A thread that does not answer within `limitMs`, or runs out of memory, is ended, and another one takes its place.
   *
   * @param asking `given`: bytes of the question whose memory the thread gets as its own, not as a copy, see
   *   {@link ownBytes}; `whose` turn it is
   * @throws what is thrown in the thread, or that the pool is closed
   */
  async ask<Answer>(
    question: unknown,
    limitMs: number,
    { given, whose = '' }: Asking = {},
  ): Promise<Answered<Answer>> {
    await this.#turns.enter(whose);
    try {
      return await this.#askNow(question, limitMs, given);
    } finally {
      this.#turns.leave();
    }
  }

  async #askNow<Answer>(question: unknown, limitMs: number, given?: Uint8Array): Promise<Answered<Answer>> {
    if (this.#isClosed) throw new Error('The threads are closed');
    const worker = this.#idle.pop() ?? this.#start();
    this.#busy.add(worker);
    let isFit = false;
    const bytes = given?.byteLength ?? 0;
    try {
      const answered = await answerOf<Answer>(
        worker,
        () => worker.postMessage(question, given ? [given.buffer as ArrayBuffer] : []),
        limitMs,
      );
      isFit = answered.kind === 'answer' && !this.#isClosed && bytes < LARGE_BYTES;
      return answered;
    } finally {
      if (isFit) this.#idle.push(worker);
      else await worker.terminate();
      this.#busy.delete(worker);
    }
  }

  #start(): Worker {
    const resourceLimits = {
      maxOldGenerationSizeMb: this.#limits.heapMegabytes,
      maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
    };
    return new Worker(ENTRY, { workerData: this.#module.href, resourceLimits });
  }

  /** Ends the threads; questions that are not answered yet fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((worker) => worker.terminate()));
  }
}

function answerOf<Answer>(worker: Worker, ask: () => void, limitMs: number): Promise<Answered<Answer>> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      worker.off('message', onAnswer).off('error', onError).off('exit', onExit).unref();
      end();
    };
    const onAnswer = (answer: Answer): void => settle(() => resolve({ kind: 'answer', answer }));
    const onError = (error: Error & { code?: string }): void =>
      settle(() =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? resolve({ kind: 'too-busy', why: 'memory' })
          : reject(error),
      );
    const onExit = (): void => settle(() => reject(new Error('The thread ended before it answered')));
    const timer = setTimeout(() => settle(() => resolve({ kind: 'too-busy', why: 'time' })), limitMs);
    worker.on('message', onAnswer).on('error', onError).on('exit', onExit).ref();
    ask();
  });
}

/** How much more than its bytes a buffer may hold and still be given away with them. */
const SHARED_BYTES = 256 * 1024;

/**
 * Bytes whose memory can be given away: themselves, or a copy where they are a small part of a buffer that others have
 * parts of, too.
 */
export const ownBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.buffer.byteLength - bytes.byteLength < SHARED_BYTES && !isMarkedAsUntransferable(bytes.buffer)
    ? bytes
    : new Uint8Array(bytes);
