import type { Details, Hit, Hits, Place } from './hit.ts';

/** What a check found, at the first place, and at how many. */
export interface CountedHit extends Hit {
  count: number;
}

/** So many different things are told of a document; more are only counted. */
export const MOST_LISTED = 100;
/** A document in which so many places are wrong is not looked at any further. */
export const MOST_ERRORS = 10_000;

/**
 * What is found in one document. Repeats of the same thing are one entry with a count, so that it stays small however
 * broken the document is.
 */
export class HitLog implements Hits {
  readonly #errors = new Map<string, CountedHit>();
  readonly #warnings = new Map<string, CountedHit>();
  readonly #counts = new Map<string, number>();
  #errorCount = 0;
  #warningCount = 0;
  #isStopped = false;

  get isFull(): boolean {
    return this.#errorCount >= MOST_ERRORS || this.#isStopped;
  }

  /** Places with errors and with warnings, each counted. */
  get errorCount(): number {
    return this.#errorCount;
  }

  get warningCount(): number {
    return this.#warningCount;
  }

  /** How often each code was found. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  add(key: string, hit: Place, describe: () => Details): void {
    const isError = hit.severity === 'ERROR';
    if (isError) this.#errorCount++;
    else this.#warningCount++;
    this.#counts.set(hit.code, (this.#counts.get(hit.code) ?? 0) + 1);
    const known = isError ? this.#errors : this.#warnings;
    const same = known.get(key);
    if (same) same.count++;
    else if (known.size < MOST_LISTED) known.set(key, { ...hit, ...describe(), count: 1 });
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Errors first, in the order in which they were found; at most {@link MOST_LISTED}. */
  listed(): CountedHit[] {
    return [...this.#errors.values(), ...this.#warnings.values()].slice(0, MOST_LISTED);
  }
}
