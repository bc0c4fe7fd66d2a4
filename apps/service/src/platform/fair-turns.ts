import { ByteGate } from './http/byte-budget.ts';
import type { AccountId } from './ids.ts';

const LONGEST_WAIT_MS = 10_000;

/**
 * Turns for work that every account asks for: so many at once, and whoever waits is let in account by account, one of each.
 * Those who wait have a connection each, whose number is bounded.
 */
export class FairTurns {
  readonly #gate: ByteGate;
  readonly #longestMs: number;

  constructor(atOnce: number, longestMs = LONGEST_WAIT_MS) {
    this.#gate = new ByteGate(atOnce);
    this.#longestMs = longestMs;
  }

  /** @throws AppError UNAVAILABLE when the turn does not come in time; the work was not begun */
  async take<Result>(account: AccountId, work: () => Promise<Result>): Promise<Result> {
    const leave = await this.#gate.enter(1, {
      longestMs: this.#longestMs,
      account,
      message: 'More is sent here than can be taken at the moment. Send it again as Retry-After says.',
    });
    try {
      return await work();
    } finally {
      leave();
    }
  }
}
