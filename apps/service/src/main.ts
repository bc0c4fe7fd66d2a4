import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { startService } from './service.ts';

const log = pino({
  level: process.env['LOG_LEVEL'] ?? 'info',
  redact: ['req.headers.authorization', 'req.headers["x-api-key"]', 'password', 'token', 'key'],
});

try {
  const config = readConfig(process.env);
  const service = await startService(config, log);
  log.info(
    {
      api: config.publicUrl,
      docs: `${config.publicUrl}/docs`,
      network: config.network,
      seat: service.deps.seat,
    },
    'Pappel is ready',
  );
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    await service.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop(signal));
  // Without database or jobs there is nothing to serve: end, and whoever supervises us starts us again.
  const end = (reason: string, error?: unknown): void => {
    if (stopping) return;
    log.fatal({ err: error instanceof Error ? error.message : undefined }, reason);
    process.exit(1);
  };
  process.on('unhandledRejection', (error) => end('something failed that nobody waits for', error));
  void service.broken.then(() => end('the database or the job runner ended'));
} catch (error) {
  if (error instanceof ConfigError) {
    console.error(error.message);
    process.exit(2);
  }
  log.fatal(
    { err: error },
    'Pappel could not start. See the reason; it is tried again when it is started again',
  );
  process.exit(1);
}
