/** Waits for a turn among others than this process; answers how to pass it on. */
export type TurnAmong = (key: string) => Promise<() => void | Promise<void>>;

/**
 * Lets work on the same key run one at a time, in the order it came; work on other keys does not wait. With `among` that holds
 * for those others too: a turn is taken among each of them, one after the other.
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #among: readonly TurnAmong[];

  constructor(...among: TurnAmong[]) {
    this.#among = among;
  }

  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const inTurn = (): Promise<Result> => this.#inTurn(key, work);
    const mine = before.then(inTurn, inTurn);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }

  async #inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    await using turns = new AsyncDisposableStack();
    for (const among of this.#among) turns.defer(await among(key));
    return await work();
  }
}
