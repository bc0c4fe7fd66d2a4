import { Client, type Notification } from 'pg';
import type { Database } from './database.ts';

/** What nodes of one database tell each other. */
export type NodeChannel = 'pappel_events' | 'pappel_limits';

const AGAIN_AFTER_MS = 1_000;
/** To be connected, and to be answered. */
const LONGEST_WAIT_MS = 5_000;

interface Listener {
  hear(news: string): void;
  /** Something may have been said that nobody heard. */
  onGap(): void;
}

/**
 * News between nodes, heard over one connection, which is opened again when it breaks. News may be lost, and are heard by who
 * tells them too.
 */
export class NodeLine {
  readonly #database: Pick<Database, 'pool' | 'connection'>;
  readonly #listeners = new Map<NodeChannel, Listener>();
  #client: Client | undefined;
  #again: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(database: Pick<Database, 'pool' | 'connection'>) {
    this.#database = database;
  }

  /** One listens to each channel, and says so before the line is opened. */
  hear(channel: NodeChannel, hear: Listener['hear'], onGap: Listener['onGap'] = () => undefined): void {
    this.#listeners.set(channel, { hear, onGap });
  }

  /**
   * Tells all of it at once, each less than 8,000 bytes. By itself and after the commit of what it is about: a NOTIFY inside
   * transactions makes all of the server commit one after the other. It need not reach the disk.
   */
  async tell(channel: NodeChannel, news: readonly string[]): Promise<void> {
    await this.#database.pool
      .query(
        `select set_config('synchronous_commit', 'off', true), pg_notify($1, news) from unnest($2::text[]) as news`,
        [channel, news],
      )
      .catch(() => undefined);
  }

  async open(): Promise<void> {
    if (this.#stopped) return;
    const { connection } = this.#database;
    const client = new Client({
      ...connection,
      connectionTimeoutMillis: LONGEST_WAIT_MS,
      query_timeout: LONGEST_WAIT_MS,
    });
    this.#client = client;
    client.on('error', () => this.#openAgain(client));
    client.once('end', () => this.#openAgain(client));
    client.on('notification', ({ channel, payload = '' }: Notification) =>
      this.#listeners.get(channel as NodeChannel)?.hear(payload),
    );
    try {
      await client.connect();
      for (const channel of this.#listeners.keys()) await client.query(`listen ${channel}`);
      for (const { onGap } of this.#listeners.values()) onGap();
    } catch {
      this.#openAgain(client);
    }
  }

  close(): void {
    this.#stopped = true;
    clearTimeout(this.#again);
    this.#letGo();
  }

  #openAgain(client: Client): void {
    if (this.#stopped || client !== this.#client) return;
    this.#letGo();
    this.#again = setTimeout(() => void this.open(), AGAIN_AFTER_MS).unref();
  }

  #letGo(): void {
    const client = this.#client;
    this.#client = undefined;
    void client?.end().catch(() => undefined);
  }
}
