/** For how long one round may go on with pieces, in ms: the content of a body costs next to nothing, and is not held up. */
const ROUND_MS = 2;

/**
 * Work that comes in bursts, some pieces in each round of the event loop: between two rounds everybody else has a turn.
 * Without it all that arrived at once would be done at once.
 */
export class Rounds {
  readonly #waiting: (() => void)[] = [];

  /** Does it when its round has come, in the order of asking. */
  do(work: () => void): void {
    this.#waiting.push(work);
    if (this.#waiting.length === 1) setImmediate(() => this.#round());
  }

  /** Resolves when a round has come. */
  next(): Promise<void> {
    return new Promise((resolve) => this.do(resolve));
  }

  #round(): void {
    const end = performance.now() + ROUND_MS;
    try {
      do this.#piece();
      while (this.#waiting.length > 0 && performance.now() < end);
    } finally {
      if (this.#waiting.length > 0) setImmediate(() => this.#round());
    }
  }

  #piece(): void {
    try {
      this.#waiting[0]?.();
    } finally {
      this.#waiting.shift();
    }
  }
}
