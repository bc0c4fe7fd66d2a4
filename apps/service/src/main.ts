import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { traceFields } from './platform/tracing/spans.ts';
import { type Service, startService } from './service.ts';
import { ConfigError, inspectConfig } from './settings/config.ts';
import { nextSteps } from './start/next-steps.ts';

const STOP_MS = 20_000;
const ending = new AbortController();
// From the first moment on: whatever has been started by then is stopped too.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => ending.abort(signal));

const { config, problems } = inspectConfig(process.env);
const log = pino({
  level: config.logLevel,
  ...(config.tracing && { mixin: traceFields }),
  redact: ['req.headers.authorization', 'req.headers["x-api-key"]', 'password', 'token', 'key'],
});

try {
  const service = await startService(config, log, { signal: ending.signal, problems });
  const { publicUrl, network } = config;
  log.info(
    { api: publicUrl, docs: `${publicUrl}/docs`, network, seat: service.base.provider.seat },
    'Pappel is ready',
  );
  if (service.isFirstStart && network === 'local') console.log(nextSteps(config));
  run(service);
} catch (error) {
  process.exit(failed(error));
}

function run(service: Service): void {
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
  log.fatal(
    { err: error },
    'Pappel could not start. See the reason; it is tried again when it is started again',
  );
  return 1;
}
