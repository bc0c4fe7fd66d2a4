import type { Pool } from 'pg';
import { FREE_MISLAID, FREE_WORKERS, SPACE_OUT, WORKERS_HOLDING } from './queue-table.ts';

/** A node silent for this long is dead: its jobs are free for others. */
const DEAD_AFTER_SECONDS = 30;
/** A job that we hold for this long without working on it. */
const MISLAID_AFTER_SECONDS = 25;

/**
 * graphile-worker frees the jobs of a process that died only after hours. A document cannot wait that long, so each
 * node says every few seconds that it lives, and anyone frees what a silent node holds. Nor can it wait for us to notice
 * a job that was locked for us while the connection broke, so that we never heard of it: we free what is mislaid.
 */
export class Leases {
  readonly #pool: Pool;
  readonly #nodeId: string;
  readonly #held = new Set<string>();
  /** Ids of the jobs that are being worked on. */
  readonly #underWay = new Set<string>();

  constructor(pool: Pool, nodeId: string) {
    this.#pool = pool;
    this.#nodeId = nodeId;
  }

  hold(workerId: string): void {
    this.#held.add(workerId);
  }

  begin(jobId: string): void {
    this.#underWay.add(jobId);
  }

  end(jobId: string): void {
    this.#underWay.delete(jobId);
  }

  /** What this node held before it was killed is free at once. */
  async endFormerLife(): Promise<void> {
    const { rows } = await this.#pool.query<{ worker_id: string }>(
      'select worker_id from worker_leases where node_id = $1',
      [this.#nodeId],
    );
    await this.#free(rows.map((row) => row.worker_id));
    await this.#pool.query('delete from worker_leases where node_id = $1', [this.#nodeId]);
  }

  async beat(): Promise<void> {
    await this.#pool.query(
      `insert into worker_leases (worker_id, node_id, seen_at) select unnest($1::text[]), $2, now()
       on conflict (worker_id) do update set seen_at = now()`,
      [[...this.#held], this.#nodeId],
    );
    await this.#pool.query('delete from worker_leases where seen_at < now() - make_interval(secs => $1)', [
      DEAD_AFTER_SECONDS,
    ]);
    const { rows } = await this.#pool.query<{ id: string }>(
      `select id from (${WORKERS_HOLDING}) as holding
       where not exists (select 1 from worker_leases where worker_id = holding.id)`,
      [DEAD_AFTER_SECONDS],
    );
    await this.#free(rows.map((row) => row.id));
    await this.#pool.query(FREE_MISLAID, [[...this.#held], [...this.#underWay], MISLAID_AFTER_SECONDS]);
  }

  async #free(workers: string[]): Promise<void> {
    if (workers.length === 0) return;
    await this.#pool.query(SPACE_OUT, [workers]);
    await this.#pool.query(FREE_WORKERS, [workers]);
  }
}
