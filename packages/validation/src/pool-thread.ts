import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriorityOfThread } from './low-priority.ts';
import type { ThreadModule } from './thread-pool.ts';

// Before anything else is loaded: that takes a while, too.
lowerPriorityOfThread();
const { answer, given, done }: ThreadModule = await import(workerData as string);

parentPort?.on('message', (question) => {
  const answered = answer(question);
  parentPort?.postMessage(answered, [...(given?.(answered) ?? [])]);
  // A thread that waits collects no garbage: its last document would stay until the next one.
  for (const memory of done?.(question) ?? []) memory.transfer(0);
});
