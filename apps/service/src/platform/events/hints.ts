import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Notification, Pool, PoolClient } from 'pg';

const CHANNEL = 'pappel_events';
const AGAIN_AFTER_MS = 1_000;
const BETWEEN_MS = 50;

/**
 * Tells the other nodes that the log has grown, and hears them over a connection of its own, which is opened again when
 * it breaks. A hint may be lost: nodes ask the log anyway, only less often.
 */
export class Hints {
  readonly #pool: Pool;
  readonly #onHint: () => void;
  readonly #ownName = randomUUID();
  #client: PoolClient | undefined;
  #again: NodeJS.Timeout | undefined;
  #waits = false;
  #isUnderWay = false;
  #stopped = false;

  constructor(pool: Pool, onHint: () => void) {
    this.#pool = pool;
    this.#onHint = onHint;
  }

  /**
   * By itself and after the commit: a NOTIFY inside transactions makes all of the server commit one after the other. It need
   * not reach the disk, and one at a time is enough: what grew meanwhile is told by the next one.
   */
  give(): void {
    this.#waits = true;
    if (!this.#isUnderWay) void this.#tell();
  }

  async #tell(): Promise<void> {
    this.#isUnderWay = true;
    while (this.#waits && !this.#stopped) {
      this.#waits = false;
      await this.#pool
        .query("select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)", [
          CHANNEL,
          this.#ownName,
        ])
        .catch(() => undefined);
      await sleep(BETWEEN_MS);
    }
    this.#isUnderWay = false;
  }

  async listen(): Promise<void> {
    if (this.#stopped) return;
    const client = await this.#pool.connect().catch(() => undefined);
    this.#client = client;
    try {
      if (!client) throw new Error('no connection');
      client.once('end', () => this.#listenAgain(client));
      client.on('notification', ({ payload }: Notification) => {
        if (payload !== this.#ownName) this.#onHint();
      });
      await client.query(`listen ${CHANNEL}`);
      // What was said while nobody listened.
      this.#onHint();
    } catch {
      this.#listenAgain(client);
    }
    if (this.#stopped) this.#letGo();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#again);
    this.#letGo();
  }

  #listenAgain(client: PoolClient | undefined): void {
    if (this.#stopped || client !== this.#client) return;
    this.#letGo();
    this.#again = setTimeout(() => void this.listen(), AGAIN_AFTER_MS).unref();
  }

  #letGo(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.release(true);
  }
}
