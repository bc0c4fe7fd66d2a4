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

/** Lets so many bytes in at once; who comes later waits in turn. */
export class ByteGate {
  readonly #width: number;
  #inside = 0;
  #waiting: Waiting[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  /**
   * Answers what to call on leaving. What is wider than the gate goes alone. Throws UNAVAILABLE after `longestMs`; never
   * where that is undefined.
   */
  async enter(wanted: number, longestMs?: number): Promise<() => void> {
    const bytes = Math.min(wanted, this.#width);
    if (this.#waiting.length > 0 || this.#inside + bytes > this.#width) await this.#wait(bytes, longestMs);
    else this.#inside += bytes;
    return () => {
      this.#inside -= bytes;
      this.#letIn();
    };
  }

  #wait(bytes: number, longestMs: number | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const one: Waiting = { bytes, enter: resolve };
      this.#waiting.push(one);
      if (longestMs === undefined) return;
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== one);
        reject(new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS }));
        this.#letIn();
      }, longestMs);
      one.enter = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #letIn(): void {
    for (
      let next = this.#waiting[0];
      next && this.#inside + next.bytes <= this.#width;
      next = this.#waiting[0]
    ) {
      this.#waiting.shift();
      this.#inside += next.bytes;
      next.enter();
    }
  }
}
