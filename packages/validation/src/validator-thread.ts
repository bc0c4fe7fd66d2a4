import { isMarkedAsUntransferable } from 'node:worker_threads';
import { checkDocument } from './check-document.ts';
import { inspectDocument } from './inspect-document.ts';
import { type DocumentTaken, readDocument, takeDocument } from './read-document.ts';
import { RuleBook, type RuleBookOptions } from './rule-book.ts';
import type { Question } from './validator.ts';

let ruleBook: RuleBook | undefined;

type Answer = ReturnType<typeof checkDocument | typeof inspectDocument | typeof readDocument> | DocumentTaken;

/** The same for every question, as a thread belongs to one validator. */
const ruleBookOf = (options: RuleBookOptions): RuleBook => {
  ruleBook ??= new RuleBook(options);
  return ruleBook;
};

export function answer(question: Question): Answer {
  const { bytes } = question;
  switch (question.kind) {
    case 'check':
      return checkDocument(bytes, question.expected, ruleBookOf(question.rules));
    case 'inspect':
      return inspectDocument(bytes, question.documentTypeId, ruleBookOf(question.rules));
    case 'read':
      return readDocument(bytes);
    case 'take':
      return takeDocument(bytes);
  }
}

/** What was asked of, unless it went back. */
export const done = ({ bytes: { buffer } }: Question): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && !buffer.detached ? [buffer] : [];

/** A document that was given goes back as it came. */
export function given(answered: Answer): ArrayBuffer[] {
  const memory = 'bytes' in answered ? (answered.bytes.buffer as ArrayBuffer) : undefined;
  // Small ones share theirs with others.
  return memory && !isMarkedAsUntransferable(memory) ? [memory] : [];
}
