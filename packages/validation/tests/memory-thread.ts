import type { Question } from '../src/validator.ts';
import { done as doneByValidator } from '../src/validator-thread.ts';

let last: Uint8Array | undefined;

/** For a thread: bytes that are left of the question before this one. */
export function answer(question: unknown): number | undefined {
  const left = last?.byteLength;
  last = (question as Question).bytes;
  return left;
}

export const done = (question: unknown): ArrayBuffer[] => doneByValidator(question as Question);
