import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Features, openFeatures, startFeatures, startListeners, watchAll } from './features.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { buildAs4Server, buildProbeServer, buildSmpServer } from './network-server.ts';
import { buildOperatorServer } from './operator-server.ts';
import { Health } from './platform/health.ts';
import type { HttpServer } from './platform/http/http-server.ts';
import { measureRequests } from './platform/http/measure-requests.ts';
import { createMetrics } from './platform/metrics.ts';
import { eventReaders } from './readers.ts';
import { buildServer } from './server.ts';
import { type Config, ConfigError } from './settings/config.ts';
import { openDataDir } from './start/data-dir.ts';
import { preflightProblems } from './start/preflight.ts';
import { wantedFiles, wantedPorts } from './start/wanted.ts';
import { startWorker } from './worker.ts';

export interface Service {
  base: Foundation;
  features: Features;
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
  log.info({ dataDir: config.dataDir, isFirstStart }, 'Pappel is starting');
  const health = new Health(
    [...(config.network === 'local' ? (['localNetwork'] as const) : []), ...PARTS],
    log,
  );
  started.defer(() => health.stop());
  await serveProbes(config, { log, health }, started);
  signal.throwIfAborted();
  const metrics = createMetrics();
  const base = await openFoundation(config, { log, health, metrics, signal });
  started.defer(() => base.close());
  started.defer(await traceInto(base));
  started.defer(() => base.events.stop());
  const features = openFeatures(base, started);
  await startListeners(features);
  await base.events.start(eventReaders(features));
  const serving = started.use(new AsyncDisposableStack());
  const servers = await listen({ base, features }, serving);
  signal.throwIfAborted();
  const ending = new AbortController();
  started.defer(() => ending.abort());
  await startFeatures(features, serving, ending.signal);
  const worker = await startWorker(base, features);
  started.defer(() => worker.stop());
  await watchAll(features, { worker, servers });
  const broken = Promise.race([base.databaseEnded, worker.ended.catch(() => undefined)]);
  const closing = started.move();
  // No new requests first, then no new jobs.
  const stop = async (): Promise<void> => {
    ending.abort();
    health.stop();
    // Whoever waits for events is answered, so that servers need not wait for them.
    await base.events.stop();
    await serving.disposeAsync();
    await worker.stop();
    await closing.disposeAsync();
  };
  return { base, features, servers, isFirstStart, broken, stop };
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

/** Who does not trace loads nothing of it. Answers how to end it. */
async function traceInto({ config, ...base }: Foundation): Promise<() => Promise<void>> {
  const { tracing: settings, network } = config;
  if (!settings) return async () => undefined;
  const { startTracing } = await import('./platform/tracing/start-tracing.ts');
  return startTracing(settings, { ...base, network });
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

async function listen(
  { base, features }: Pick<Service, 'base' | 'features'>,
  serving: AsyncDisposableStack,
): Promise<Servers> {
  const { host, port, operatorHost, operatorPort, smpPort, as4Port } = base.config;
  const servers = {
    api: await buildServer(base, features),
    operator: await buildOperatorServer(base, features),
    smp: await buildSmpServer(base, features),
    as4: await buildAs4Server(base, features),
  };
  serving.defer(() => closeAll(servers));
  for (const [name, server] of Object.entries(servers)) measureRequests(server, name, base.metrics.http);
  await servers.api.listen({ host, port });
  await servers.operator.listen({ host: operatorHost, port: operatorPort });
  await servers.smp.listen({ host, port: smpPort });
  await servers.as4.listen({ host, port: as4Port });
  return servers;
}

async function closeAll(servers: Servers): Promise<void> {
  await Promise.all(Object.values(servers).map((server: HttpServer) => server.close()));
}
