import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openIdentity } from './identity.ts';
import { serveProbes } from './network-server.ts';
import type { Database, Db } from './platform/db/database.ts';
import { type Figures, Health } from './platform/health.ts';
import { Children } from './processes/children.ts';
import type { Service, StartOptions } from './service.ts';
import { type Config, ConfigError } from './settings/config.ts';
import { connectionsFor, countWithin } from './start/connections.ts';
import { holdDataDir } from './start/hold-data-dir.ts';
import { countOthers, forgetFormerLife } from './start/join-nodes.ts';
import { KeptSeat } from './start/kept-seat.ts';
import { keptNodeId, keptSecrets, knownNodeId } from './start/kept-secrets.ts';
import { openStore } from './start/open-store.ts';

/** A node of several processes, as the one sees it that started them. */
export interface Processes extends Pick<Service, 'processes' | 'isFirstStart' | 'broken' | 'stop'> {
  /** Known where the local network, which this process keeps, has made it. */
  seat: string | undefined;
  /** Starts one after the other again. */
  roll(): Promise<void>;
}

const MAIN = join(import.meta.dirname, 'main.ts');
const UNMEASURED = { databaseWait: { observe: () => undefined } };

/**
 * Starts so many processes that share the work of this node. What there is one of is here: the lock of the data directory, the
 * embedded PostgreSQL, the local network, the ports, which Node hands to the children, and what they count together.
 */
export async function startProcesses(
  wanted: number,
  config: Config,
  log: Logger,
  { signal = new AbortController().signal, problems = [] }: StartOptions = {},
): Promise<Processes> {
  await using started = new AsyncDisposableStack();
  const { dataDir, databaseUrl, databaseDirectUrl, eventsDays } = config;
  const isFirstStart = !existsSync(join(dataDir, 'node-id'));
  const held = await holdDataDir(config, problems);
  started.defer(() => held.release());
  log.info({ dataDir, isFirstStart, processes: wanted }, 'Pappel is starting');
  const health = new Health(['processes'], log);
  started.defer(() => health.stop());
  await serveProbes(config, { log, health }, started);
  const connections = connectionsFor(wanted);
  const urls = { databaseUrl, databaseDirectUrl };
  const options = { dataDir, ...urls, eventsDays, connections, log, metrics: UNMEASURED, signal };
  const store = await openStore(options, started);
  if ('problem' in store) throw new ConfigError(store.problem);
  const count = await countFor(wanted, config, { ...store.database, log });
  const seat = await openCommon(config, store.database.db, started);
  signal.throwIfAborted();
  // Each accepts for itself: what is handed to one that dies before it has it would stay open, and be answered by nobody.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: MAIN, serialization: 'advanced' });
  const { prepared: database } = store;
  const children = new Children({ count, log, fork: () => cluster.fork(), briefing: { count, database } });
  started.defer(() => children.stop());
  signal.addEventListener('abort', () => void children.stop(), { once: true });
  await children.start();
  await health.watch({ processes: () => lookAt(children) });
  const closing = started.move();
  return {
    seat,
    processes: count,
    isFirstStart,
    broken: store.postgres?.ended ?? new Promise<void>(() => undefined),
    roll: () => children.roll(),
    stop: async () => {
      health.stop();
      await closing.disposeAsync();
    },
  };
}

async function countFor(
  wanted: number,
  { dataDir, processes }: Config,
  { pool, db, log }: Pick<Database, 'pool' | 'db'> & { log: Logger },
): Promise<number> {
  const others = await countOthers(db, await knownNodeId(dataDir));
  const room = await countWithin(pool, { wanted, others, isAuto: processes === 'auto', log });
  if ('problem' in room) throw new ConfigError(room.problem);
  return room.count;
}

/** What all of them read, made by one before: secrets, our name among nodes, and a local network. Answers the seat on that. */
async function openCommon(
  config: Config,
  db: Db,
  started: AsyncDisposableStack,
): Promise<string | undefined> {
  const { installation } = await keptSecrets(db, config);
  const kept = new KeptSeat(installation);
  const network =
    config.network === 'local' ? await openIdentity(config, () => undefined, kept.keep) : undefined;
  started.defer(() => network?.close());
  await forgetFormerLife(db, await keptNodeId(config.dataDir, 1));
  return network?.seat;
}

/** One that is ready is enough for requests: the others are given none. */
async function lookAt(children: Children): Promise<Figures> {
  const all = await children.health();
  const ready = all.filter(({ failing }) => failing.length === 0).length;
  if (ready > 0) return { ready, processes: all.length };
  throw new Error(all.map(({ process, failing }) => `process ${process}: ${failing.join(', ')}`).join('; '));
}
