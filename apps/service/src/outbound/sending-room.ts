import { LIGHT_BYTES } from '../platform/document-room.ts';
import type { AccountId } from '../platform/ids.ts';

/** Two of the largest size; while one is sent, its envelope and what is encrypted are held beside it. */
const WIDTH = 96 * 1_048_576;
/** What one account may have of it, so that its slow receivers keep no other account's documents waiting. */
const SHARE = WIDTH / 2;

/**
 * Room for documents on their way: a receiver may take ten minutes for one. Nobody waits here, as who waited would keep
 * a worker from all others; what finds no room is put off.
 */
export class SendingRoom {
  readonly #width: number;
  readonly #share: number;
  readonly #byAccount = new Map<AccountId, number>();
  #held = 0;

  constructor(width = WIDTH, share = SHARE) {
    this.#width = width;
    this.#share = share;
  }

  /** A place for a document, left at the end of its `using`. Where nothing else is held, any size finds one. */
  enter(account: AccountId, bytes: number): Disposable | undefined {
    if (bytes <= LIGHT_BYTES) return NOTHING_HELD;
    const own = this.#byAccount.get(account) ?? 0;
    if (own > 0 && own + bytes > this.#share) return undefined;
    if (this.#held > 0 && this.#held + bytes > this.#width) return undefined;
    this.#hold(account, bytes);
    return { [Symbol.dispose]: () => this.#hold(account, -bytes) };
  }

  #hold(account: AccountId, bytes: number): void {
    this.#held += bytes;
    const own = (this.#byAccount.get(account) ?? 0) + bytes;
    if (own > 0) this.#byAccount.set(account, own);
    else this.#byAccount.delete(account);
  }
}

const NOTHING_HELD: Disposable = { [Symbol.dispose]: () => {} };
