import { ThreadPool } from '../thread-pool.ts';
import type { compilePack, PackResult } from './compile-pack.ts';

/** What the thread is asked. */
export interface CompileQuestion {
  files: ReadonlyMap<string, Uint8Array>;
  main: string;
  customizations: readonly string[];
  now: Date;
}

const LIMIT_MS = 120_000;
const LIMITS = { threads: 1, heapMegabytes: 2_048 };

/** As {@link compilePack}, in a thread of its own and not for ever: rules are a stranger's input too. */
export async function compileInThread(
  files: ReadonlyMap<string, Uint8Array>,
  main: string,
  customizations: readonly string[],
  now: Date,
): Promise<PackResult> {
  const threads = new ThreadPool(new URL('./compile-thread.ts', import.meta.url), LIMITS);
  try {
    const question: CompileQuestion = { files, main, customizations, now };
    const answer = await threads.ask<ReturnType<typeof compilePack>>(question, LIMIT_MS);
    if (answer.kind === 'answer') return answer.answer;
    const message =
      answer.why === 'time' ? 'It took too long to compile' : 'It took too much memory to compile';
    return { ok: false, problem: { message, file: main } };
  } finally {
    await threads.close();
  }
}
