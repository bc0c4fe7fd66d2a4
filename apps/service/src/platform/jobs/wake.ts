import type { Pool } from 'pg';
import type { CommitWatch } from '../db/watched-dialect.ts';
import { addsJobs, notifyWorkers } from './queue-table.ts';

/**
 * Wakes workers after the commit of a job, on another connection, once for all that was committed meanwhile: at most one
 * call is under way. One that fails costs its jobs one poll, no more.
 */
export class Wake implements CommitWatch {
  #pool: Pool | undefined;
  #waiting = 0;
  #isUnderWay = false;

  by(pool: Pool): void {
    this.#pool = pool;
  }

  concerns(statement: string, rows: readonly { job?: unknown }[]): boolean {
    return addsJobs(statement) && rows.some(({ job }) => job !== null);
  }

  onCommitted(statements: number): void {
    this.#waiting += statements;
    if (!this.#isUnderWay) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isUnderWay = true;
    while (this.#waiting > 0) {
      const jobs = this.#waiting;
      this.#waiting = 0;
      if (this.#pool) await notifyWorkers(this.#pool, jobs).catch(() => undefined);
    }
    this.#isUnderWay = false;
  }
}
