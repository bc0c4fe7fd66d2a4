import type { Db } from '../platform/db/database.ts';
import { type Settlement, writeSettlements } from './settle.ts';

interface Waiting {
  settlement: Settlement;
  resolve: () => void;
  reject: (error: unknown) => void;
}

const AT_ONCE = 200;

/** Writes down what became of deliveries: one statement at a time, for all that ended while the one before was written. */
export class SettleQueue {
  readonly #db: Db;
  readonly #waiting: Waiting[] = [];
  #isUnderWay = false;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Settles when it is committed. */
  add(settlement: Settlement): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ settlement, resolve, reject });
      if (!this.#isUnderWay) void this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#isUnderWay = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, AT_ONCE);
      try {
        await writeSettlements(
          this.#db,
          batch.map(({ settlement }) => settlement),
        );
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isUnderWay = false;
  }
}
