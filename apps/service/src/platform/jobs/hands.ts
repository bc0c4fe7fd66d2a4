import type { AccountId } from '../ids.ts';
import { carrying } from '../tracing/carry.ts';
import type { JobCatalog, JobName } from './catalog.ts';

/** A job that is done by the process which made it. */
export class HeldJob {
  readonly id: string;
  /** What the row says who holds it. */
  readonly worker: string;
  /** What its maker had in hand, so that it need not be read again; lost with the process. */
  readonly brings: object | undefined;
  /** Its row went together with what it did, in one statement. */
  isStruckOff = false;

  constructor(id: string, worker: string, brings: object | undefined) {
    this.id = id;
    this.worker = worker;
    this.brings = brings;
  }
}

/** A process that works on jobs, as the makers of jobs know it. */
export interface Doer {
  /** Under which rows are written as held; it has a lease for as long as the process lives. */
  worker: string;
  /** How many it does at once. */
  width: number;
  /** Never throws. */
  do<Name extends JobName>(name: Name, payload: JobCatalog[Name], held: HeldJob): Promise<void>;
}

/** How many hands an account may have for each that is free: alone it gets three quarters of them. */
const TIMES_THE_FREE = 3;

/**
 * For jobs whose maker does them at once: their rows are written as held by this process, so that nobody is woken, nothing
 * is fetched and nothing read back. If it dies, its lease ends and another takes them up, as it does with what was
 * fetched. Where no jobs are done, or as many as may be, there is no hand, and the job waits in the queue.
 */
export class Hands {
  #doer: Doer | undefined;
  #taken = 0;
  readonly #takenBy = new Map<AccountId, number>();
  #onAllFree: (() => void) | undefined;

  open(doer: Doer): void {
    this.#doer = doer;
  }

  /**
   * A free hand, to be let go at the end of its `using`; what it has begun by then goes on. The fewer are free, the fewer
   * an account may have: one that sends without end leaves some to all others, whose documents then need not wait behind
   * all of its own.
   */
  take(account: AccountId): Hand | undefined {
    const doer = this.#doer;
    const free = (doer?.width ?? 0) - this.#taken;
    const own = this.#takenBy.get(account) ?? 0;
    if (!doer || free <= 0 || own >= TIMES_THE_FREE * free) return undefined;
    this.#taken++;
    this.#takenBy.set(account, own + 1);
    return new Hand(doer, () => this.#letGo(account));
  }

  /** Lends no more hands; settles when all are let go. */
  async close(): Promise<void> {
    this.#doer = undefined;
    if (this.#taken === 0) return;
    await new Promise<void>((resolve) => {
      this.#onAllFree = resolve;
    });
  }

  #letGo(account: AccountId): void {
    this.#taken--;
    const own = (this.#takenBy.get(account) ?? 1) - 1;
    if (own > 0) this.#takenBy.set(account, own);
    else this.#takenBy.delete(account);
    if (this.#taken === 0) this.#onAllFree?.();
  }
}

export class Hand implements Disposable {
  readonly #doer: Doer;
  readonly #letGo: () => void;
  #hasBegun = false;

  constructor(doer: Doer, letGo: () => void) {
    this.#doer = doer;
    this.#letGo = letGo;
  }

  get worker(): string {
    return this.#doer.worker;
  }

  /** Does the job, once whoever asked for it has its answer. Its row is committed, as held by `worker`, under this number. */
  begin<Name extends JobName>(name: Name, payload: JobCatalog[Name], jobId: string, brings?: object): void {
    this.#hasBegun = true;
    const held = new HeldJob(jobId, this.worker, brings);
    const told = carrying(payload);
    setImmediate(() => void this.#doer.do(name, told, held).finally(this.#letGo));
  }

  [Symbol.dispose](): void {
    if (!this.#hasBegun) this.#letGo();
  }
}
