/**
 * Work that comes in bursts, one piece in each round of the event loop: between two of them everybody else has a turn.
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
    const [work] = this.#waiting;
    try {
      work?.();
    } finally {
      this.#waiting.shift();
      if (this.#waiting.length > 0) setImmediate(() => this.#round());
    }
  }
}
