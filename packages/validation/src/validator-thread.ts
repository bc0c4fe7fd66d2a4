import { parentPort } from 'node:worker_threads';
import { checkDocument } from './check-document.ts';
import { documentFacts } from './document-facts.ts';
import type { Question } from './validator.ts';

parentPort?.on('message', (question: Question) => {
  const { kind, bytes } = question;
  parentPort?.postMessage(kind === 'check' ? checkDocument(bytes, question.expected) : documentFacts(bytes));
});
