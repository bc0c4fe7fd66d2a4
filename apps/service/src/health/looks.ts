import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { Client, type Pool } from 'pg';
import type { Figures, Look } from '../platform/health.ts';
import { queueState } from '../platform/jobs/queue-table.ts';
import type { JobRunner } from '../platform/jobs/run.ts';
import type { PayloadStore } from '../platform/payload-store.ts';

const ANSWER_MS = 2_000;

/** By a connection of its own, so that a pool that is used up is told from a database that is away. */
export function lookAtDatabase(url: string, pool: Pool): Look {
  return async () => {
    const client = new Client({
      connectionString: url,
      application_name: 'pappel-health',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    client.on('error', () => undefined);
    const started = performance.now();
    try {
      await client.connect();
      await client.query('select 1');
    } finally {
      // It may never answer that it heard us.
      void client.end().catch(() => undefined);
    }
    const milliseconds = Math.round(performance.now() - started);
    const { totalCount: connections, idleCount: idle, waitingCount: waiting } = pool;
    return { milliseconds, connections, idle, waiting };
  };
}

/** A full disk shows when something is written; a document of the usual size must fit. */
const PROBE = Buffer.alloc(65_536, 'x');

export function lookAtDisk(dir: string): Look {
  return async () => {
    const probe = join(dir, `.health-${randomUUID()}`);
    try {
      await writeFile(probe, PROBE);
    } finally {
      await rm(probe, { force: true });
    }
    return diskFigures(dir);
  };
}

export async function diskFigures(dir: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(dir);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Whether it answers at all: nothing has that key. */
export function lookAtPayloads(payloads: PayloadStore): Look {
  return async () => {
    const started = performance.now();
    await payloads.stat('health/probe');
    return { milliseconds: Math.round(performance.now() - started) };
  };
}

/** Idle workers ask for a job every second: when none asked for so long while jobs wait, nothing moves. */
const STUCK_AFTER_MS = 6_000;

export function lookAtJobs(runner: JobRunner, pool: Pool): Look {
  return async () => {
    const { due, oldestSeconds, running } = await queueState(pool);
    const silence = Date.now() - runner.lastMoved().getTime();
    if (due > 0 && silence > STUCK_AFTER_MS)
      throw new Error(`${due} jobs wait, and for ${Math.round(silence / 1_000)} s no worker asked for one`);
    return { due, oldestSeconds: Math.round(oldestSeconds), running };
  };
}

export function lookAtListening(server: Server): Look {
  return async (): Promise<Figures> => {
    if (!server.listening) throw new Error('it does not listen');
    const open = await new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
    return { connections: open };
  };
}
