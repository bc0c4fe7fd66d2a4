/** Waits for a turn among other processes; answers how to pass it on. */
type TurnAmong = (key: string) => Promise<() => void>;

/**
 * Lets work on the same key run one at a time, in the order it came; work on other keys does not wait. With `among` that holds
 * for the other processes of this node too.
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #among: TurnAmong | undefined;

  constructor(among?: TurnAmong) {
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
    const passOn = await this.#among?.(key);
    try {
      return await work();
    } finally {
      passOn?.();
    }
  }
}
