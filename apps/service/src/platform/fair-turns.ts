import { AppError } from './errors.ts';
import type { AccountId } from './ids.ts';

const LONGEST_WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 2;

interface Waiting {
  begin(): void;
}

/**
 * Turns for work that every account asks for: so many at once, and whoever waits is let in account by account, one of each.
 * Beside an account that asks a thousand times, another waits for one of its pieces of work, not for a thousand. Those who
 * wait have a connection each, whose number is bounded.
 */
export class FairTurns {
  readonly #atOnce: number;
  readonly #longestMs: number;
  /** In the order in which accounts have their turn. */
  readonly #waiting = new Map<AccountId, Set<Waiting>>();
  #running = 0;

  constructor(atOnce: number, longestMs = LONGEST_WAIT_MS) {
    this.#atOnce = atOnce;
    this.#longestMs = longestMs;
  }

  /** @throws AppError UNAVAILABLE when the turn does not come in time; the work was not begun */
  async take<Result>(account: AccountId, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#wait(account);
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  #wait(account: AccountId): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#leave(account, one);
        reject(
          new AppError('UNAVAILABLE', {
            message: 'More is sent here than can be taken at the moment. Send it again as Retry-After says.',
            retryAfter: RETRY_AFTER_SECONDS,
          }),
        );
      }, this.#longestMs);
      const one: Waiting = {
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const theirs = this.#waiting.get(account) ?? new Set();
      this.#waiting.set(account, theirs.add(one));
    });
  }

  #leave(account: AccountId, one: Waiting): void {
    const theirs = this.#waiting.get(account);
    theirs?.delete(one);
    if (theirs?.size === 0) this.#waiting.delete(account);
  }

  /** To the account that waits longest for its turn; its next one comes after those of all others. */
  #pass(): void {
    const [account, theirs] = this.#waiting.entries().next().value ?? [];
    const one = theirs?.values().next().value;
    if (!account || !theirs || !one) {
      this.#running -= 1;
      return;
    }
    this.#leave(account, one);
    if (this.#waiting.delete(account)) this.#waiting.set(account, theirs);
    one.begin();
  }
}
