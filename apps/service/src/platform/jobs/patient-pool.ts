import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { isConnectionTrouble } from '../db/trouble.ts';
import type { Clock } from './clock.ts';

type Connected = Parameters<Pool['connect']>[0];

const PAUSE_MS = 1_000;

/**
 * Connections of the job queue. While the database is away its statements wait, and go on within a second of its return:
 * graphile-worker would give up, and end with them. Every statement of the queue may be run twice, because it names the
 * jobs it is about and the worker that holds them.
 */
export class PatientPool extends Pool {
  readonly #clock: Clock;
  readonly #onWait: (error: Error) => void;
  #closing = false;

  /** `onWait` hears of the first failure of each wait. */
  constructor(config: PoolConfig, clock: Clock, onWait: (error: Error) => void) {
    super(config);
    this.#clock = clock;
    this.#onWait = onWait;
  }

  /** From now on nothing waits any longer: what cannot be done at once fails. */
  hurry(): void {
    this.#closing = true;
  }

  /** With a callback it is pg's own, which pg itself and the listening connection use: those do not wait. */
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    const plain = super.connect as (...given: unknown[]) => Promise<PoolClient>;
    if (!callback) return this.#patientClient(() => plain.call(this));
    plain.call(this, callback);
    return undefined;
  }

  // pg declares this method eight times over; here it is asked with a promise only.
  override query(...given: unknown[]): never;
  override query(...given: unknown[]): unknown {
    return this.#query(given);
  }

  async #query(given: unknown[]): Promise<unknown> {
    const client = await this.connect();
    try {
      return await client.query(...(given as [string]));
    } finally {
      client.release();
    }
  }

  async #patientClient(connect: () => Promise<PoolClient>): Promise<PoolClient> {
    let current: PoolClient | undefined = await this.#patiently(connect);
    const query = (...given: unknown[]): Promise<unknown> =>
      this.#patiently(async () => {
        current ??= await connect();
        try {
          return await current.query(...(given as [string]));
        } catch (error) {
          if (isConnectionTrouble(error)) {
            current.release(true);
            current = undefined;
          }
          throw error;
        }
      });
    const release = (broken?: Error | boolean): void => current?.release(broken);
    return { query, release } as unknown as PoolClient;
  }

  async #patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let tries = 0; ; tries++) {
      try {
        return await work();
      } catch (error) {
        if (this.#closing || !isConnectionTrouble(error)) throw error;
        if (tries === 0) this.#onWait(error as Error);
        await this.#clock.sleep(PAUSE_MS);
      }
    }
  }
}
