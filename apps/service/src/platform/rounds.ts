/** For how long pieces that cost next to nothing may follow each other in one round, in ms. */
const ROUND_MS = 2;

/**
 * Work that comes in bursts, one piece in each round of the event loop: between two of them everybody else has a turn.
 * Without it all that arrived at once would be done at once. A piece that answers true has cost next to nothing and sets
 * nothing off: the next one need not wait for another round.
 */
export class Rounds {
  readonly #waiting: (() => unknown)[] = [];

  /** Does it when its round has come, in the order of asking. */
  do(work: () => unknown): void {
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
      while (this.#piece() === true && this.#waiting.length > 0 && performance.now() < end);
    } finally {
      if (this.#waiting.length > 0) setImmediate(() => this.#round());
    }
  }

  #piece(): unknown {
    try {
      return this.#waiting[0]?.();
    } finally {
      this.#waiting.shift();
    }
  }
}
