import { AppError } from './errors.ts';
import type { AccountId } from './ids.ts';
import { shareOf } from './siblings.ts';

/** Documents up to this size are read whenever they are asked for. */
const LIGHT_BYTES = 65_536;
const AT_ONCE = 2;
const WAITING_OF_AN_ACCOUNT = 4;
const WAITING = 50;

/**
 * Turns for whoever wants a large document in memory: two at once, a few more wait, and who comes beyond that is asked to
 * come again. What one account asks for cannot fill the memory, nor the whole of the queue.
 */
export class HeavyReads {
  readonly #waiting: (() => void)[] = [];
  readonly #byAccount = new Map<AccountId, number>();
  readonly #atOnce: number;
  readonly #mayWait: number;
  #running = 0;

  /** Of so many processes that share the bound. */
  constructor(processes = 1) {
    this.#atOnce = shareOf(AT_ONCE, processes);
    this.#mayWait = shareOf(WAITING, processes);
  }

  /** @throws AppError RATE_LIMITED when too many wait already */
  async take<Result>(
    { accountId, bytes }: { accountId: AccountId; bytes: number },
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (bytes <= LIGHT_BYTES) return work();
    const theirs = this.#byAccount.get(accountId) ?? 0;
    if (theirs >= WAITING_OF_AN_ACCOUNT + this.#atOnce || this.#waiting.length >= this.#mayWait)
      throw new AppError('RATE_LIMITED', {
        message: 'Many large documents are being read already. Try again in a few seconds.',
        retryAfter: 5,
      });
    this.#byAccount.set(accountId, theirs + 1);
    try {
      await this.#turn();
      return await work();
    } finally {
      this.#pass();
      this.#leave(accountId);
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The turn goes to who waits longest. */
  #pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }

  #leave(accountId: AccountId): void {
    const left = (this.#byAccount.get(accountId) ?? 1) - 1;
    if (left > 0) this.#byAccount.set(accountId, left);
    else this.#byAccount.delete(accountId);
  }
}
