import { LRUCache } from 'lru-cache';

interface Remembered<Value> {
  value: Promise<Value>;
  until: number;
}

export interface RecentOptions {
  /** How many answers are kept at once; those unused for longest make room. */
  most: number;
  keptMs: number;
  now?: () => number;
}

/** Answers of a while ago, and those under way: who asks the same meanwhile waits for them instead of asking again. */
export class Recent<Value> {
  readonly #options: RecentOptions;
  readonly #now: () => number;
  readonly #known: LRUCache<string, Remembered<Value>>;

  constructor(options: RecentOptions) {
    this.#options = options;
    this.#known = new LRUCache({ max: options.most });
    this.#now = options.now ?? Date.now;
  }

  /** What is known under the key, or what `ask` answers; that is kept where `isKept` says so, and forgotten otherwise. */
  get(key: string, ask: () => Promise<Value>, isKept: (value: Value) => boolean): Promise<Value> {
    const known = this.#known.get(key);
    if (known && known.until > this.#now()) return known.value;
    const asked: Remembered<Value> = { value: ask(), until: Number.POSITIVE_INFINITY };
    this.#known.set(key, asked);
    const forget = (): void => {
      if (this.#known.peek(key) === asked) this.#known.delete(key);
    };
    asked.value.then((value) => {
      asked.until = this.#now() + this.#options.keptMs;
      if (!isKept(value)) forget();
    }, forget);
    return asked.value;
  }
}
