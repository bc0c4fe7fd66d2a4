import type { Pool } from 'pg';

/** As many events get their place in one transaction. */
const BATCH = 1_000;

export interface Sequenced {
  /** Events that got their place just now. */
  placed: number;
  /** The last place taken: every event up to it is visible, none will ever come in between. */
  head: number;
}

/**
 * Gives the next pending events their places in the log, in the order of their numbers. Any node may, at any time: how they
 * keep out of each other's way, and why nothing is missed, stands beside the function (0009-event-log.sql).
 */
export async function sequenceEvents(pool: Pool): Promise<Sequenced> {
  const { rows } = await pool.query<Sequenced>('select placed, head::float8 as head from place_events($1)', [
    BATCH,
  ]);
  return rows[0] ?? { placed: 0, head: 0 };
}

export const isFull = ({ placed }: Sequenced): boolean => placed === BATCH;
