import { Worker } from 'node:worker_threads';

export type Answered<Answer> = { inTime: true; answer: Answer } | { inTime: false };

/** A few threads that run one module and answer one question at a time; who comes when all are at work waits. */
export class ThreadPool {
  readonly #module: URL;
  readonly #size: number;
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  readonly #waiting: (() => void)[] = [];

  constructor(module: URL, size: number) {
    this.#module = module;
    this.#size = size;
  }

  /** Stops the thread when it does not answer within `limitMs`. @throws what is thrown in the thread */
  async ask<Answer>(question: unknown, limitMs: number): Promise<Answered<Answer>> {
    while (this.#busy.size >= this.#size) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const worker = this.#idle.pop() ?? new Worker(this.#module);
    this.#busy.add(worker);
    let answered: Answered<Answer> = { inTime: false };
    try {
      answered = await answerOf<Answer>(worker, question, limitMs);
    } finally {
      this.#busy.delete(worker);
      if (answered.inTime) this.#idle.push(worker);
      else await worker.terminate();
      this.#waiting.shift()?.();
    }
    return answered;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((worker) => worker.terminate()));
  }
}

function answerOf<Answer>(worker: Worker, question: unknown, limitMs: number): Promise<Answered<Answer>> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      worker.off('message', onAnswer).off('error', onError).off('exit', onExit).unref();
      end();
    };
    const onAnswer = (answer: Answer): void => settle(() => resolve({ inTime: true, answer }));
    const onError = (error: Error): void => settle(() => reject(error));
    const onExit = (): void => settle(() => reject(new Error('The thread ended before it answered')));
    const timer = setTimeout(() => settle(() => resolve({ inTime: false })), limitMs);
    worker.on('message', onAnswer).on('error', onError).on('exit', onExit).ref();
    worker.postMessage(question);
  });
}
