import { parentPort } from 'node:worker_threads';
import { pageOf, type Question } from './page-of-document.ts';

parentPort?.on('message', (question: Question) => parentPort?.postMessage(pageOf(question)));
