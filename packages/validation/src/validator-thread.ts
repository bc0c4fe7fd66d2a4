import { parentPort } from 'node:worker_threads';
import { checkDocument } from './check-document.ts';
import { inspectDocument } from './inspect-document.ts';
import { readDocument } from './read-document.ts';
import { RuleBook, type RuleBookOptions } from './rule-book.ts';
import type { Question } from './validator.ts';

let ruleBook: RuleBook | undefined;

/** The same for every question, as a thread belongs to one validator. */
const ruleBookOf = (options: RuleBookOptions): RuleBook => {
  ruleBook ??= new RuleBook(options);
  return ruleBook;
};

function answer(question: Question): unknown {
  const { bytes } = question;
  switch (question.kind) {
    case 'check':
      return checkDocument(bytes, question.expected, ruleBookOf(question.rules));
    case 'inspect':
      return inspectDocument(bytes, question.documentTypeId, ruleBookOf(question.rules));
    case 'read':
      return readDocument(bytes);
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)));
