import type { Logger } from 'pino';
import { actingOperator } from '../platform/access/actor.ts';
import type { OperatorPrincipal } from '../platform/access/operator-access.ts';
import { type Database, type Db, transaction } from '../platform/db/database.ts';
import type { Environment } from '../platform/environment.ts';
import type { Health } from '../platform/health.ts';
import type { LogLevel } from '../platform/log-level.ts';
import { recordOperatorAudit } from '../platform/operator-audit.ts';
import type { Siblings } from '../platform/siblings.ts';
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
  siblings: Pick<Siblings, 'number' | 'count' | 'states' | 'ask' | 'tell'>;
}

/** How each part of this process is, with figures; and how the other processes of the node are. */
export async function serviceHealth(deps: ServiceDeps) {
  const { health, provider, network, nodeId, siblings } = deps;
  const processes = siblings.count > 1 ? await processesOf(deps) : [];
  const isWell = health.isReady() && processes.every(({ failing }) => failing.length === 0);
  return {
    status: isWell ? 'ok' : 'unavailable',
    seat: provider.seat,
    network,
    nodeId,
    parts: health.parts().map((part) => ({ ...part, since: part.since.toISOString() })),
    ...(processes.length > 0 && { process: siblings.number, processes }),
  };
}

/** Each process of the node, with its parts that are not well; one that does not answer has `process`. */
async function processesOf({ health, siblings }: ServiceDeps) {
  const [states, others] = await Promise.all([siblings.states(), siblings.ask('health', null)]);
  const failing = new Map(others.map(({ process, answer }) => [process, answer]));
  failing.set(siblings.number, health.failing());
  return states.map((state) => ({
    ...state,
    since: state.since.toISOString(),
    failing: failing.get(state.process) ?? ['process'],
  }));
}

/** Of all lines from now on, until the next start. */
export async function setLogLevel(
  { db, log, nodeId, siblings }: ServiceDeps,
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
  siblings.tell('logLevel', level);
  log.warn({ before, level }, 'log level set');
  return { level };
}

export const logLevel = ({ log }: ServiceDeps) => ({ level: log.level });
