import { availableParallelism } from 'node:os';
import type { DocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import { checkDocument, type DocumentVerdict, type Expected, verdictOf } from './check-document.ts';
import { type Judgement, tooBusy } from './finding.ts';
import { type Inspection, inspectDocument } from './inspect-document.ts';
import { type DocumentReading, type DocumentTaken, readDocument, takeDocument } from './read-document.ts';
import { RuleBook, type RuleBookOptions } from './rule-book.ts';
import type { Difference } from './rule-sets.ts';
import { type Answered, ownBytes, ThreadPool } from './thread-pool.ts';

export interface ValidatorOptions {
  /** Documents of more bytes than this are read in a thread of their own. */
  inlineBytes?: number;
  /** A check that takes longer is stopped, in milliseconds. */
  timeLimitMs?: number;
  /** A check that needs more memory than so many megabytes, the document not counted, is stopped. */
  heapMegabytes?: number;
  /** Threads at once; more documents wait. */
  threads?: number;
  /** Whose rules; Pappel's own when omitted. */
  rules?: RuleBookOptions;
  /** Hears of every document on which built-in and installed rules differ, where both are asked. */
  onDifference?: ((type: DocumentTypeId, differences: readonly Difference[]) => void) | undefined;
}

/** What is asked of a thread. */
export type Question =
  | { kind: 'check'; bytes: Uint8Array; expected: Expected; rules: RuleBookOptions }
  | { kind: 'inspect'; bytes: Uint8Array; documentTypeId: DocumentTypeId | undefined; rules: RuleBookOptions }
  | { kind: 'read' | 'take'; bytes: Uint8Array };

/** Whether a document stays with who asks, so that a thread needs a copy, or is not needed any more. */
export type Handing = 'lent' | 'given';

const DEFAULTS = {
  // What a stranger can make of so many takes less than 50 ms.
  inlineBytes: 131_072,
  timeLimitMs: 20_000,
  heapMegabytes: 384,
  // One processor is left to who answers requests.
  threads: Math.max(1, Math.min(availableParallelism() - 1, 4)),
  rules: { source: 'builtin', folder: undefined } as RuleBookOptions,
};

/**
 * Reads documents without holding up the thread that asks: small ones at once, large ones elsewhere. Where large ones have
 * to wait for a thread, those for whom they are read (`whose`, any text) have their turns one after the other.
 */
export class Validator {
  readonly #inlineBytes: number;
  readonly #timeLimitMs: number;
  readonly #threads: ThreadPool;
  readonly #rules: RuleBookOptions;
  readonly #ruleBook: RuleBook;
  readonly #onDifference: ValidatorOptions['onDifference'];

  constructor(options: ValidatorOptions = {}) {
    const { inlineBytes, timeLimitMs, heapMegabytes, threads, rules } = { ...DEFAULTS, ...options };
    this.#inlineBytes = inlineBytes;
    this.#timeLimitMs = timeLimitMs;
    this.#threads = new ThreadPool(new URL('./validator-thread.ts', import.meta.url), {
      threads,
      heapMegabytes,
    });
    this.#rules = rules;
    this.#ruleBook = new RuleBook(rules);
    this.#onDifference = options.onDifference;
  }

  /** Whether documents of this type are validated. */
  hasRules(documentTypeId: DocumentTypeId): boolean {
    return this.#ruleBook.for(documentTypeId) !== undefined;
  }

  /**
   * As `checkDocument`; a document that takes too long or too much memory has the finding DOCUMENT_TOO_BUSY. From one
   * that is given nothing can be read afterwards.
   */
  async check(
    bytes: Uint8Array,
    expected: Expected,
    handing: Handing = 'lent',
    whose?: string,
  ): Promise<DocumentVerdict> {
    const verdict = await this.#check(bytes, expected, handing, whose);
    if (verdict.differences.length > 0) this.#onDifference?.(expected.documentTypeId, verdict.differences);
    return verdict;
  }

  async #check(
    bytes: Uint8Array,
    expected: Expected,
    handing: Handing,
    whose: string | undefined,
  ): Promise<DocumentVerdict> {
    if (bytes.length <= this.#inlineBytes) return checkDocument(bytes, expected, this.#ruleBook);
    const question: Question = { kind: 'check', bytes, expected, rules: this.#rules };
    const verdict = await this.#ask<DocumentVerdict>(question, handing, whose);
    return verdict.kind === 'answer' ? verdict.answer : verdictOf(this.#tooBusy(verdict), undefined);
  }

  /** As `inspectDocument`; a document that takes too long or too much memory has the finding DOCUMENT_TOO_BUSY. */
  async inspect(bytes: Uint8Array, documentTypeId?: DocumentTypeId, whose?: string): Promise<Inspection> {
    if (bytes.length <= this.#inlineBytes) return inspectDocument(bytes, documentTypeId, this.#ruleBook);
    const question: Question = { kind: 'inspect', bytes, documentTypeId, rules: this.#rules };
    const inspection = await this.#ask<Inspection>(question, 'lent', whose);
    if (inspection.kind === 'answer') return inspection.answer;
    return { judgement: this.#tooBusy(inspection), documentTypeId, documentNumber: undefined };
  }

  /** As `readDocument`; a document that takes too long or too much memory cannot be read. */
  async read(bytes: Uint8Array, whose?: string): Promise<DocumentReading> {
    if (bytes.length <= this.#inlineBytes) return readDocument(bytes);
    const question: Question = { kind: 'read', bytes };
    const reading = await this.#ask<DocumentReading>(question, 'lent', whose);
    return reading.kind === 'answer' ? reading.answer : this.#unread(reading);
  }

  /** As `takeDocument`, of a document that is given; one that takes too long or too much memory cannot be read. */
  async take(bytes: Uint8Array, whose?: string): Promise<DocumentTaken> {
    if (bytes.length <= this.#inlineBytes) return takeDocument(bytes);
    const taken = await this.#ask<DocumentTaken>({ kind: 'take', bytes }, 'given', whose);
    return taken.kind === 'answer' ? taken.answer : this.#unread(taken);
  }

  #unread(answered: Extract<Answered<never>, { kind: 'too-busy' }>): Extract<DocumentReading, { ok: false }> {
    const [finding] = this.#tooBusy(answered).findings;
    return { ok: false, problem: { message: finding?.message ?? '', line: 1, column: 1 } };
  }

  #ask<Answer>(question: Question, handing: Handing, whose?: string): Promise<Answered<Answer>> {
    if (handing === 'lent') return this.#threads.ask<Answer>(question, this.#timeLimitMs, { whose });
    const given = ownBytes(question.bytes);
    return this.#threads.ask<Answer>({ ...question, bytes: given }, this.#timeLimitMs, { given, whose });
  }

  #tooBusy({ why }: Extract<Answered<never>, { kind: 'too-busy' }>): Judgement {
    return tooBusy(why, this.#timeLimitMs);
  }

  /** Ends the threads, also those that are at work. */
  close(): Promise<void> {
    return this.#threads.close();
  }
}
