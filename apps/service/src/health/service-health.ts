import type { Logger } from 'pino';
import { actingOperator } from '../platform/access/actor.ts';
import type { OperatorPrincipal } from '../platform/access/operator-access.ts';
import { type Database, type Db, transaction } from '../platform/db/database.ts';
import type { Environment } from '../platform/environment.ts';
import type { Health } from '../platform/health.ts';
import { type FailingQuery, listFailing } from '../platform/jobs/failing.ts';
import type { LogLevel } from '../platform/log-level.ts';
import { recordOperatorAudit } from '../platform/operator-audit.ts';
import type { Config } from '../settings/config.ts';
import type { OwnCertificates } from './certificates.ts';

export interface ServiceDeps {
  db: Db;
  database: Pick<Database, 'pool'>;
  identity: OwnCertificates;
  environment: Environment;
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
export async function setLogLevel(
  { db, log, nodeId }: ServiceDeps,
  level: LogLevel,
  principal: OperatorPrincipal,
): Promise<{ level: string }> {
  const before = log.level;
  await transaction(db, (tx) =>
    recordOperatorAudit(tx, {
      actor: actingOperator(principal),
      eventType: 'log_level.set',
      target: { type: 'node', id: nodeId },
      metadata: { from: before, to: level },
    }),
  );
  log.level = level;
  log.warn({ before, level }, 'log level set');
  return { level };
}

export const logLevel = ({ log }: ServiceDeps) => ({ level: log.level });

export const failingJobs = ({ db }: ServiceDeps, query: FailingQuery) => listFailing(db, query);
