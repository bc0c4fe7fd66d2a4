import type { Logger } from 'pino';
import type { Db } from '../platform/db/database.ts';
import type { Health } from '../platform/health.ts';
import { listFailing } from '../platform/jobs/failing.ts';
import type { LogLevel } from '../platform/log-level.ts';
import type { Config } from '../settings/config.ts';

export interface ServiceDeps {
  db: Db;
  log: Pick<Logger, 'level' | 'warn'>;
  health: Health;
  provider: { seat: string };
  nodeId: string;
  network: Config['network'];
}

/** How each part of this process is, with figures. */
export function serviceHealth({ health, provider, network, nodeId }: ServiceDeps) {
  return {
    status: health.isReady() ? 'ok' : 'unavailable',
    seat: provider.seat,
    network,
    nodeId,
    parts: health.parts().map((part) => ({ ...part, since: part.since.toISOString() })),
  };
}

/** Of all lines from now on, until the next start. */
export function setLogLevel({ log }: ServiceDeps, level: LogLevel, by: string): { level: LogLevel } {
  const before = log.level;
  log.level = level;
  log.warn({ before, level, by }, 'log level set');
  return { level };
}

export const failingJobs = ({ db }: ServiceDeps, { limit = 50 }: { limit?: number }) =>
  listFailing(db, limit);
