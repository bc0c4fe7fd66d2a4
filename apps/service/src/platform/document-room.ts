import { ByteGate, LONGEST_WAIT_MS } from './http/byte-budget.ts';

/** Documents up to this size are held whenever they come. */
export const LIGHT_BYTES = 65_536;
/** One of the largest size, or many smaller ones. */
export const DOCUMENT_ROOM = 48 * 1_048_576;
/** What a document counts at least: beside it there are the message that it came in, and what is read of both. */
const LEAST_BYTES = 4 * 1_048_576;

/**
 * Room for documents in memory, for all that reads whole ones: what comes when it is full waits in turn. A compressed
 * message of some kilobytes may hold a document of forty megabytes, and hundreds of them may come at once.
 */
export class DocumentRoom {
  readonly #gate: ByteGate;

  constructor(width = DOCUMENT_ROOM) {
    this.#gate = new ByteGate(width);
  }

  /** A place for one document, of which the size may be known later; left at the end of its `using`. */
  place(): DocumentPlace {
    return new DocumentPlace(this.#gate);
  }
}

export class DocumentPlace implements Disposable {
  readonly #gate: ByteGate;
  #leave: (() => void) | undefined;

  constructor(gate: ByteGate) {
    this.#gate = gate;
  }

  /**
   * Waits until there is room for so many bytes, in place of what was taken before. Throws UNAVAILABLE when that takes
   * longer than a caller waits; a job waits as long as it takes.
   */
  async take(bytes: number, patience: 'of-a-caller' | 'of-a-job' = 'of-a-caller'): Promise<void> {
    this[Symbol.dispose]();
    if (bytes <= LIGHT_BYTES) return;
    this.#leave = await this.#gate.enter(
      Math.max(bytes, LEAST_BYTES),
      patience === 'of-a-job' ? undefined : LONGEST_WAIT_MS,
    );
  }

  [Symbol.dispose](): void {
    this.#leave?.();
    this.#leave = undefined;
  }
}
