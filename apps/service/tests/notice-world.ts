import type { Pool } from 'pg';

/** As if the time of every mail that waits had come. */
export async function dueNow(pool: Pool): Promise<void> {
  await pool.query("update notice_digests set due_at = now() - interval '1 ms' where due_at is not null");
  await pool.query(
    `update graphile_worker._private_jobs as jobs set run_at = now()
     from graphile_worker._private_tasks as tasks
     where tasks.id = jobs.task_id and tasks.identifier like 'notices.%' and run_at > now()`,
  );
}

export const unsubscribeLink = ({ headers }: { headers: string }): URL =>
  new URL(/^List-Unsubscribe: <([^>]+)>$/m.exec(headers)?.[1] ?? '');
