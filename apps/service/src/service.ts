import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { addGauges } from './health/gauges.ts';
import { lookAtDatabase, lookAtDisk, lookAtJobs, lookAtListening, lookAtPayloads } from './health/looks.ts';
import { buildAs4Server, buildProbeServer, buildSmpServer } from './network-server.ts';
import { buildOperatorServer } from './operator-server.ts';
import { transaction } from './platform/db/database.ts';
import { Health } from './platform/health.ts';
import type { HttpServer } from './platform/http/http-server.ts';
import { measureRequests } from './platform/http/measure-requests.ts';
import { enqueue } from './platform/jobs/enqueue.ts';
import type { JobRunner } from './platform/jobs/run.ts';
import { createMetrics } from './platform/metrics.ts';
import { registerSmp } from './publication/register-smp.ts';
import { eventReaders } from './readers.ts';
import { buildServer } from './server.ts';
import { type Config, ConfigError } from './settings/config.ts';
import { startSftp } from './sftp/server.ts';
import { openDataDir } from './start/data-dir.ts';
import { preflightProblems } from './start/preflight.ts';
import { wantedFiles, wantedPorts } from './start/wanted.ts';
import { type Deps, openDeps } from './wiring.ts';
import { startWorker } from './worker.ts';

export interface Service {
  deps: Deps;
  servers: Servers;
  /** Nothing was in the data directory before. */
  isFirstStart: boolean;
  /** Settles when something ended that everything else needs: database or job runner. */
  broken: Promise<void>;
  /** Takes no new requests, finishes those under way and the running jobs, then closes everything. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Ends the start where it is, and all that was started with it. */
  signal?: AbortSignal;
  /** What is wrong with the settings already; said together with what is found here. */
  problems?: readonly string[];
}

/** Starts all of it: first what others call, then the jobs that call others. */
export async function startService(
  config: Config,
  log: Logger,
  { signal = new AbortController().signal, problems = [] }: StartOptions = {},
): Promise<Service> {
  await using started = new AsyncDisposableStack();
  const isFirstStart = !existsSync(join(config.dataDir, 'node-id'));
  const dataDir = await holdDataDir(config, problems);
  started.defer(() => dataDir.release());
  const health = new Health(
    [...(config.network === 'local' ? (['localNetwork'] as const) : []), ...PARTS],
    log,
  );
  started.defer(() => health.stop());
  await serveProbes(config, { log, health }, started);
  signal.throwIfAborted();
  const metrics = createMetrics();
  const deps = await openDeps(config, { log, health, metrics, signal });
  started.defer(() => deps.close());
  started.defer(() => deps.events.stop());
  started.defer(() => deps.deliverer.stop());
  await deps.deliverer.start();
  await deps.events.start(eventReaders(deps));
  const servers = await listen(deps, started);
  signal.throwIfAborted();
  const sftp = await startSftp(deps);
  started.defer(async () => sftp?.close());
  const ending = new AbortController();
  started.defer(() => ending.abort());
  await registerSmp(deps, config.host, ending.signal);
  const key = 'smp.register-provider' as const;
  await transaction(deps.db, (tx) => enqueue(tx, key, {}, { key }));
  const worker = await startWorker(deps);
  started.defer(() => worker.stop());
  await watch(deps, servers, worker);
  addGauges(deps);
  const broken = Promise.race([deps.databaseEnded, worker.ended.catch(() => undefined)]);
  const closing = started.move();
  // No new requests first, then no new jobs.
  const stop = async (): Promise<void> => {
    ending.abort();
    // Whoever waits for events is answered, so that servers need not wait for them.
    await deps.events.stop();
    await closeAll(servers);
    await sftp?.close();
    await worker.stop();
    await closing.disposeAsync();
  };
  return { deps, servers, isFirstStart, broken, stop };
}

const PARTS = ['database', 'disk', 'payloads', 'jobs', 'smpRegistration', 'api', 'smp', 'as4'] as const;

/** The folder is ours, or all that is wrong is said at once. */
async function holdDataDir(config: Config, problems: readonly string[]) {
  const dataDir = await openDataDir(config.dataDir, config.publicUrl);
  const isHeld = !('problem' in dataDir);
  // Whoever has the folder has our ports as well: that is one problem, not five.
  const found = isHeld
    ? await preflightProblems(wantedPorts(config), wantedFiles(config))
    : [dataDir.problem, ...(await preflightProblems([], wantedFiles(config)))];
  const all = [...problems, ...found];
  if (isHeld && all.length === 0) return dataDir;
  if (isHeld) await dataDir.release();
  throw new ConfigError(all);
}

export interface Servers {
  api: HttpServer;
  operator: HttpServer;
  smp: HttpServer;
  as4: HttpServer;
}

async function serveProbes(
  { healthHost, healthPort }: Config,
  { log, health }: { log: Logger; health: Health },
  started: AsyncDisposableStack,
): Promise<void> {
  if (healthPort === undefined) return;
  const server = await buildProbeServer(log, health);
  started.defer(() => server.close());
  await server.listen({ host: healthHost, port: healthPort });
}

async function listen(deps: Deps, started: AsyncDisposableStack): Promise<Servers> {
  const { host, port, operatorHost, operatorPort, smpPort, as4Port } = deps.config;
  const servers = {
    api: await buildServer(deps),
    operator: await buildOperatorServer(deps),
    smp: await buildSmpServer(deps),
    as4: await buildAs4Server(deps),
  };
  started.defer(() => closeAll(servers));
  for (const [name, server] of Object.entries(servers)) measureRequests(server, name, deps.metrics.http);
  await servers.api.listen({ host, port });
  await servers.operator.listen({ host: operatorHost, port: operatorPort });
  await servers.smp.listen({ host, port: smpPort });
  await servers.as4.listen({ host, port: as4Port });
  return servers;
}

async function closeAll(servers: Servers): Promise<void> {
  await Promise.all(Object.values(servers).map((server: HttpServer) => server.close()));
}

async function watch(
  { health, database, payloads, config }: Deps,
  { api, smp, as4 }: Servers,
  worker: JobRunner,
): Promise<void> {
  await health.watch({
    database: lookAtDatabase(database.connection.connectionString ?? '', database.pool),
    disk: lookAtDisk(config.dataDir),
    payloads: lookAtPayloads(payloads),
    jobs: lookAtJobs(worker, database.pool),
    api: lookAtListening(api.server),
    smp: lookAtListening(smp.server),
    as4: lookAtListening(as4.server),
  });
}
