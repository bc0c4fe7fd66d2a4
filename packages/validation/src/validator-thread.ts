import { parentPort } from 'node:worker_threads';
import { checkDocument } from './check-document.ts';
import { documentFacts } from './document-facts.ts';
import { RuleBook, type RuleBookOptions } from './rule-book.ts';
import type { Question } from './validator.ts';

let ruleBook: RuleBook | undefined;

/** The same for every question, as a thread belongs to one validator. */
const ruleBookOf = (options: RuleBookOptions): RuleBook => {
  ruleBook ??= new RuleBook(options);
  return ruleBook;
};

parentPort?.on('message', (question: Question) => {
  const { kind, bytes } = question;
  parentPort?.postMessage(
    kind === 'check'
      ? checkDocument(bytes, question.expected, ruleBookOf(question.rules))
      : documentFacts(bytes),
  );
});
