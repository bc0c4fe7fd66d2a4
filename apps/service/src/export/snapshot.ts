import { Client } from 'pg';
import type { Database } from '../platform/db/database.ts';

/** Rows that are in memory at a time. */
const PAGE = 500;
/** A cursor that stands still for so long belongs to nobody. */
const IDLE = '10min';

/**
 * All of the database as it was at one moment, on a connection of its own. It is let go as soon as the rows are read,
 * before the documents are: while it lasts nothing that others delete is cleaned up.
 */
export class Snapshot {
  readonly #client: Client;
  readonly #subject: string;
  readonly takenAt: Date;
  /** The last place in the event log then. */
  readonly seq: number;
  #cursors = 0;

  private constructor(client: Client, subject: string, moment: { now: Date; seq: number }) {
    this.#client = client;
    this.#subject = subject;
    this.takenAt = moment.now;
    this.seq = moment.seq;
  }

  /** Its queries are about a subject, their $1. */
  static async take({ connection }: Database, subject: string): Promise<Snapshot> {
    const client = new Client(connection);
    // A connection that breaks is told by the statement that needs it.
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query('begin transaction isolation level repeatable read read only');
      await client.query(
        `set local timezone = 'UTC'; set local idle_in_transaction_session_timeout = '${IDLE}'`,
      );
      const { rows } = await client.query<{ now: Date; seq: number }>(
        'select clock_timestamp() as now, seq::float8 as seq from event_head',
      );
      return new Snapshot(client, subject, rows[0] ?? { now: new Date(), seq: 0 });
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  async count(query: string): Promise<number> {
    const { rows } = await this.#client.query<{ count: number }>(query, [this.#subject]);
    return rows[0]?.count ?? 0;
  }

  /** The rows of a query, page by page. */
  async *pages<Row extends object>(query: string): AsyncGenerator<Row[]> {
    const cursor = `page_${++this.#cursors}`;
    await this.#client.query(`declare ${cursor} no scroll cursor for ${query}`, [this.#subject]);
    for (;;) {
      const { rows } = await this.#client.query<Row>(`fetch ${PAGE} from ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE) break;
    }
    await this.#client.query(`close ${cursor}`);
  }

  /** Harmless when it is gone already. */
  async release(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}
