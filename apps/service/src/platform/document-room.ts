import { ByteGate, LONGEST_WAIT_MS } from './http/byte-budget.ts';
import type { AccountId } from './ids.ts';

/** Documents up to this size are held whenever they come. */
export const LIGHT_BYTES = 65_536;
/** One of the largest size, or many smaller ones. */
export const DOCUMENT_ROOM = 48 * 1_048_576;
/** What a document counts at least: beside it there are the message that it came in, and what is read of both. */
const LEAST_BYTES = 4 * 1_048_576;

/**
 * Room for documents in memory, for all that reads whole ones: what comes when it is full waits, account by account. A compressed
 * message of some kilobytes may hold a document of forty megabytes, and hundreds of them may come at once.
 */
export class DocumentRoom {
  readonly #gate: ByteGate;

  constructor(width = DOCUMENT_ROOM) {
    this.#gate = new ByteGate(width);
  }

  /**
   * A place for one document, of which the size may be known later; left at the end of its `using`. What comes from the
   * network is nobody's yet.
   */
  place(account?: AccountId): DocumentPlace {
    return new DocumentPlace(this.#gate, account);
  }
}

export class DocumentPlace implements Disposable {
  readonly #gate: ByteGate;
  readonly #account: AccountId | undefined;
  #leave: (() => void) | undefined;

  constructor(gate: ByteGate, account: AccountId | undefined) {
    this.#gate = gate;
    this.#account = account;
  }

  /**
   * Waits until there is room for so many bytes, in place of what was taken before. Throws UNAVAILABLE when that takes
   * longer than a caller waits; a job waits as long as it takes.
   */
  async take(bytes: number, patience: 'of-a-caller' | 'of-a-job' = 'of-a-caller'): Promise<void> {
    this[Symbol.dispose]();
    if (bytes <= LIGHT_BYTES) return;
    this.#leave = await this.#gate.enter(Math.max(bytes, LEAST_BYTES), {
      longestMs: patience === 'of-a-job' ? undefined : LONGEST_WAIT_MS,
      account: this.#account,
    });
  }

  [Symbol.dispose](): void {
    this.#leave?.();
    this.#leave = undefined;
  }
}
