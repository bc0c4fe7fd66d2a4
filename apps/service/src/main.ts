import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type Processes, startProcesses } from './parent.ts';
import { traceFields } from './platform/tracing/spans.ts';
import { StartFailed } from './processes/child-process.ts';
import { type Childhood, joinSiblings } from './processes/siblings.ts';
import { type Service, startService } from './service.ts';
import { ConfigError, inspectConfig } from './settings/config.ts';
import { joinRunning } from './start/join-running.ts';
import { nextSteps } from './start/next-steps.ts';

const STOP_MS = 20_000;
const ending = new AbortController();
// From the first moment on: whatever has been started by then is stopped too.
process.on('SIGTERM', () => ending.abort('SIGTERM'));
// A terminal tells children too, but it is the one that started them that says what is to be done.
process.on('SIGINT', () => {
  if (!cluster.isWorker) ending.abort('SIGINT');
});

const { config, problems } = inspectConfig(process.env);
const logOptions = {
  ...(config.tracing && { mixin: traceFields }),
  redact: ['req.headers.authorization', 'req.headers["x-api-key"]', 'password', 'token', 'key'],
};
const childhood = cluster.isWorker ? await joinSiblings(() => ending.abort('stop')) : undefined;
const log = childhood
  ? pino({ ...logOptions, level: childhood.briefing.logLevel }).child({ process: childhood.briefing.number })
  : pino({ ...logOptions, level: config.logLevel });

try {
  if (childhood) run(await startChild(childhood));
  else {
    const running = await startNode();
    tellReady(running);
    run(running);
  }
} catch (error) {
  process.exit(failed(error));
}

/** All of it in this process, or in several that this one starts. */
async function startNode(): Promise<Service | Processes> {
  const options = { signal: ending.signal, problems };
  const count = config.processes === 'auto' ? availableParallelism() : config.processes;
  if (count === 1) return startService(config, log, options);
  const processes = await startProcesses(count, config, log, options);
  // In a terminal it means that the terminal is gone, and ends us.
  if (!process.stdin.isTTY) process.on('SIGHUP', () => void processes.roll());
  return processes;
}

/** One of several processes: on what the one that started it has opened. */
async function startChild({ briefing, siblings, ready }: Childhood): Promise<Service> {
  if (!process.stdin.isTTY) process.on('SIGHUP', () => undefined);
  const { database } = briefing;
  const ours = joinRunning({ ...config, databaseUrl: database.url });
  const service = await startService(ours, log, { signal: ending.signal, place: { siblings, database } });
  log.info('process is ready');
  ready();
  return service;
}

function tellReady(running: Service | Processes): void {
  const { publicUrl, network, roles } = config;
  const { seat, processes } = running;
  log.info(
    { api: publicUrl, docs: `${publicUrl}/docs`, network, seat, processes, roles: [...roles] },
    'Pappel is ready',
  );
  if (running.isFirstStart && network === 'local') console.log(nextSteps(config));
}

function run(service: Pick<Service, 'broken' | 'stop'>): void {
  const stop = async (): Promise<void> => {
    log.info({ signal: ending.signal.reason }, 'stopping');
    await service.stop();
    log.info('stopped');
    process.exit(0);
  };
  if (ending.signal.aborted) void stop();
  else ending.signal.addEventListener('abort', () => void stop());
  // Without database or jobs there is nothing to serve: end, and whoever supervises us starts us again.
  const end = async (reason: string, error?: unknown): Promise<void> => {
    if (ending.signal.aborted) return;
    log.fatal({ err: error instanceof Error ? error.message : undefined }, reason);
    await Promise.race([service.stop().catch(() => undefined), sleep(STOP_MS)]);
    process.exit(1);
  };
  process.on('unhandledRejection', (error) => void end('something failed that nobody waits for', error));
  void service.broken.then(() => end('the database or the job runner ended'));
}

/** The exit status. */
function failed(error: unknown): number {
  if (ending.signal.aborted) {
    log.info({ signal: ending.signal.reason }, 'stopped during the start');
    return 0;
  }
  if (error instanceof ConfigError) {
    console.error(error.message);
    return 2;
  }
  // It has said why.
  if (error instanceof StartFailed) return error.status;
  log.fatal(
    { err: error },
    'Pappel could not start. See the reason; it is tried again when it is started again',
  );
  return 1;
}
