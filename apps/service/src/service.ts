import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Features, openFeatures, startFeatures, startListeners, watchAll } from './features.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { buildAs4Server, buildSmpServer, serveProbes } from './network-server.ts';
import { buildOperatorServer } from './operator-server.ts';
import { Health } from './platform/health.ts';
import type { HttpServer } from './platform/http/http-server.ts';
import { measureRequests } from './platform/http/measure-requests.ts';
import { createMetrics } from './platform/metrics.ts';
import { ALONE, type Siblings } from './platform/siblings.ts';
import { eventReaders } from './readers.ts';
import { buildServer } from './server.ts';
import type { Config } from './settings/config.ts';
import { type Duties, dutiesOf, partsOf } from './start/duties.ts';
import { holdDataDir } from './start/hold-data-dir.ts';
import type { PreparedDatabase } from './start/open-store.ts';
import { startWorker } from './worker.ts';

export interface Service {
  base: Foundation;
  features: Features;
  servers: Servers;
  /** Who we are on the network. */
  seat: string;
  /** Which share the work. */
  processes: number;
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
  /** Where this is one process of several: the others, and what was prepared for all of them. */
  place?: { siblings: Siblings; database: PreparedDatabase };
}

/** Starts all of it: first what others call, then the jobs that call others. */
export async function startService(
  config: Config,
  log: Logger,
  { signal = new AbortController().signal, problems = [], place }: StartOptions = {},
): Promise<Service> {
  await using started = new AsyncDisposableStack();
  const isFirstStart = !existsSync(join(config.dataDir, 'node-id'));
  if (!place) await takeDataDir(config, problems, started);
  log.info({ dataDir: config.dataDir, isFirstStart }, 'Pappel is starting');
  const siblings = place?.siblings ?? ALONE;
  const duties = dutiesOf(config.roles, siblings.number);
  const health = new Health(partsOf(duties, config.network === 'local'), log);
  started.defer(() => health.stop());
  if (!place) await serveProbes(config, { log, health }, started);
  signal.throwIfAborted();
  const metrics = createMetrics();
  const context = { log, health, metrics, siblings, prepared: place?.database, signal };
  const base = await openFoundation(config, context);
  started.defer(() => base.close());
  started.defer(await traceInto(base));
  started.defer(() => base.events.stop());
  const features = openFeatures(base, started);
  await startListeners(features, duties);
  await base.events.start(eventReaders(features), duties.leads);
  const serving = started.use(new AsyncDisposableStack());
  const servers = await listen({ base, features }, duties, serving);
  signal.throwIfAborted();
  const ending = new AbortController();
  started.defer(() => ending.abort());
  await startFeatures(features, duties, serving, ending.signal);
  const worker = duties.works ? await startWorker(base, features) : undefined;
  started.defer(() => worker?.stop());
  await watchAll(features, { worker, servers: serversOf(servers, duties) });
  answerSiblings(base);
  const ends = worker ? [worker.ended.catch(() => undefined)] : [];
  const broken = Promise.race([base.databaseEnded, ...ends]);
  const closing = started.move();
  // No new requests first, then no new jobs.
  const stop = async (): Promise<void> => {
    ending.abort();
    health.stop();
    // Whoever waits for events is answered, so that servers need not wait for them.
    await base.events.stop();
    await serving.disposeAsync();
    await worker?.stop();
    await closing.disposeAsync();
  };
  const { seat } = base.provider;
  return { base, features, servers, seat, processes: siblings.count, isFirstStart, broken, stop };
}

async function takeDataDir(
  config: Config,
  problems: readonly string[],
  started: AsyncDisposableStack,
): Promise<void> {
  const dataDir = await holdDataDir(config, problems);
  started.defer(() => dataDir.release());
}

/** What the other processes of this node may ask, beside what a feature answers. */
function answerSiblings({ siblings, health, metrics }: Foundation): void {
  siblings.answer('health', async () => health.failing());
  siblings.answer('metrics', () => metrics.registry.getMetricsAsJSON());
}

/** Those that do not listen, as that is no duty of this process, answer nobody. */
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

async function listen(
  { base, features }: Pick<Service, 'base' | 'features'>,
  { answersCustomers, answersNetwork }: Duties,
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
  if (answersCustomers) await servers.api.listen({ host, port });
  await servers.operator.listen({ host: operatorHost, port: operatorPort });
  if (answersNetwork) await servers.smp.listen({ host, port: smpPort });
  if (answersNetwork) await servers.as4.listen({ host, port: as4Port });
  return servers;
}

const serversOf = (
  { api, smp, as4 }: Servers,
  { answersCustomers, answersNetwork }: Duties,
): Partial<Servers> => ({ ...(answersCustomers && { api }), ...(answersNetwork && { smp, as4 }) });

async function closeAll(servers: Servers): Promise<void> {
  await Promise.all(Object.values(servers).map((server: HttpServer) => server.close()));
}
