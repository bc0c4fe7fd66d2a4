/**
 * So many at once. Who comes later waits for its turn, which those who wait have one after the other, each for one: beside
 * one that asks a thousand times another waits for one of its questions, not for a thousand.
 */
export class FairTurns {
  readonly #atOnce: number;
  #taken = 0;
  /** In the order in which they have their turn. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Settles when it is the turn of `whose`, which ends with {@link leave}. */
  async enter(whose: string): Promise<void> {
    if (this.#taken < this.#atOnce) {
      this.#taken++;
      return;
    }
    await new Promise<void>((resolve) => {
      const theirs = this.#waiting.get(whose);
      if (theirs) theirs.push(resolve);
      else this.#waiting.set(whose, [resolve]);
    });
  }

  /** Ends a turn: who is next has the place. */
  leave(): void {
    const [whose, theirs = []] = this.#waiting.entries().next().value ?? [];
    const next = theirs.shift();
    if (whose === undefined || !next) {
      this.#taken--;
      return;
    }
    this.#waiting.delete(whose);
    if (theirs.length > 0) this.#waiting.set(whose, theirs);
    next();
  }
}
