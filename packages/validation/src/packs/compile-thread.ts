import { parentPort } from 'node:worker_threads';
import type { CompileQuestion } from './compile-in-thread.ts';
import { compilePack } from './compile-pack.ts';

parentPort?.on('message', ({ files, main, customizations, now }: CompileQuestion) => {
  parentPort?.postMessage(compilePack(files, main, customizations, now));
});
