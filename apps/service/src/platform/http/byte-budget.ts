import { AppError } from '../errors.ts';

/** What one caller takes of a budget, and gives back. */
export interface Share {
  /** Throws RATE_LIMITED when the address has no more, UNAVAILABLE when nobody has. */
  take(bytes: number): void;
  give(bytes: number): void;
}

const RETRY_AFTER_SECONDS = 2;

/** Bytes that may be held at once, in all and for one address. */
export class ByteBudget {
  readonly #whole: number;
  readonly #perAddress: number;
  readonly #byAddress = new Map<string, number>();
  #held = 0;

  constructor(whole: number, perAddress: number) {
    this.#whole = whole;
    this.#perAddress = perAddress;
  }

  get held(): number {
    return this.#held;
  }

  forAddress(address: string): Share {
    return {
      take: (bytes) => this.#take(address, bytes),
      give: (bytes) => this.#give(address, bytes),
    };
  }

  #take(address: string, bytes: number): void {
    const own = (this.#byAddress.get(address) ?? 0) + bytes;
    if (own > this.#perAddress) {
      throw new AppError('RATE_LIMITED', {
        message: 'Too many bytes are under way from your address. Send fewer documents at a time.',
        retryAfter: RETRY_AFTER_SECONDS,
      });
    }
    if (this.#held + bytes > this.#whole)
      throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });
    this.#byAddress.set(address, own);
    this.#held += bytes;
  }

  #give(address: string, bytes: number): void {
    const own = (this.#byAddress.get(address) ?? 0) - bytes;
    if (own > 0) this.#byAddress.set(address, own);
    else this.#byAddress.delete(address);
    this.#held -= bytes;
  }
}

interface Waiting {
  bytes: number;
  enter(): void;
}

/** As long as a caller waits for its body to be read. */
export const LONGEST_WAIT_MS = 30_000;

interface Asking {
  /** Who waits longer is UNAVAILABLE; omitted, it takes as long as it takes. */
  longestMs?: number | undefined;
  /** Whose turn it is; who names nobody waits with all others who do not. */
  account?: string | undefined;
  /** For who has waited too long. */
  message?: string | undefined;
}

/**
 * Lets so many bytes in at once. Who comes later waits, and is let in account by account, one of each: beside an account
 * that asks a thousand times another waits for one of its documents, not for a thousand. Whoever's turn it is goes first,
 * also where less of somebody else would fit: the large ones would wait for ever.
 */
export class ByteGate {
  readonly #width: number;
  #inside = 0;
  /** In the order in which accounts have their turn. */
  readonly #waiting = new Map<string, Set<Waiting>>();

  constructor(width: number) {
    this.#width = width;
  }

  /** Answers what to call on leaving. What is wider than the gate goes alone. Throws UNAVAILABLE after `longestMs`. */
  async enter(wanted: number, asking: Asking = {}): Promise<() => void> {
    const bytes = Math.min(wanted, this.#width);
    if (this.#waiting.size > 0 || this.#inside + bytes > this.#width) await this.#wait(bytes, asking);
    else this.#inside += bytes;
    return () => {
      this.#inside -= bytes;
      this.#letIn();
    };
  }

  #wait(bytes: number, { longestMs, account = '', message }: Asking): Promise<void> {
    return new Promise((resolve, reject) => {
      const one: Waiting = { bytes, enter: resolve };
      this.#waiting.set(account, (this.#waiting.get(account) ?? new Set()).add(one));
      if (longestMs === undefined) return;
      const timer = setTimeout(() => {
        this.#forget(account, one);
        reject(new AppError('UNAVAILABLE', { message, retryAfter: RETRY_AFTER_SECONDS }));
        this.#letIn();
      }, longestMs);
      one.enter = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #forget(account: string, one: Waiting): void {
    const theirs = this.#waiting.get(account);
    theirs?.delete(one);
    if (theirs?.size === 0) this.#waiting.delete(account);
  }

  #letIn(): void {
    for (let next = this.#next(); next && this.#inside + next.one.bytes <= this.#width; next = this.#next()) {
      const { account, theirs, one } = next;
      this.#forget(account, one);
      // The next of the same account comes after those of all others.
      if (this.#waiting.delete(account)) this.#waiting.set(account, theirs);
      this.#inside += one.bytes;
      one.enter();
    }
  }

  #next() {
    const [account, theirs] = this.#waiting.entries().next().value ?? [];
    const one = theirs?.values().next().value;
    return account !== undefined && theirs && one ? { account, theirs, one } : undefined;
  }
}
