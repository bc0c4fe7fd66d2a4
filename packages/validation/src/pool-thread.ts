import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriorityOfThread } from './low-priority.ts';
import type { ThreadModule } from './thread-pool.ts';

// Before anything else is loaded: that takes a while, too.
lowerPriorityOfThread();
const { answer, given }: ThreadModule = await import(workerData as string);

parentPort?.on('message', (question) => {
  const answered = answer(question);
  parentPort?.postMessage(answered, [...(given?.(answered) ?? [])]);
});
