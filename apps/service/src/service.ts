import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { buildAs4Server, buildSmpServer } from './network-server.ts';
import { buildOperatorServer } from './operator-server.ts';
import { registerSmp } from './participants/register-smp.ts';
import { transaction } from './platform/db/database.ts';
import type { HttpServer } from './platform/http/http-server.ts';
import { enqueue } from './platform/jobs/enqueue.ts';
import { eventReaders } from './readers.ts';
import { buildServer } from './server.ts';
import { startSftp } from './sftp/server.ts';
import { type Deps, openDeps } from './wiring.ts';
import { startWorker } from './worker.ts';

export interface Service {
  deps: Deps;
  /** Settles when something ended that everything else needs: database or job runner. */
  broken: Promise<void>;
  /** Takes no new requests, finishes those under way and the running jobs, then closes everything. */
  stop(): Promise<void>;
}

/** Starts all of it: first what others call, then the jobs that call others. */
export async function startService(config: Config, log: Logger): Promise<Service> {
  await using started = new AsyncDisposableStack();
  const deps = await openDeps(config, log);
  started.defer(() => deps.close());
  const { host } = config;
  const servers: [server: HttpServer, host: string, port: number][] = [
    [await buildServer(deps), host, config.port],
    [await buildOperatorServer(deps), config.operatorHost, config.operatorPort],
    [await buildSmpServer(deps), host, config.smpPort],
    [await buildAs4Server(deps), host, config.as4Port],
  ];
  started.defer(async () => {
    await Promise.all(servers.map(([server]) => server.close()));
  });
  started.defer(() => deps.events.stop());
  await deps.events.start(eventReaders(deps));
  for (const [server, address, port] of servers) await server.listen({ host: address, port });
  const sftp = await startSftp(deps);
  started.defer(async () => sftp?.close());
  await registerSmp(deps, config.host);
  const key = 'smp.register-provider' as const;
  await transaction(deps.db, (tx) => enqueue(tx, key, {}, { key }));
  const worker = await startWorker(deps);
  const broken = Promise.race([deps.databaseEnded, worker.ended.catch(() => undefined)]);
  const closing = started.move();
  // No new requests first, then no new jobs.
  const stop = async (): Promise<void> => {
    // Whoever waits for events is answered, so that servers need not wait for them.
    await deps.events.stop();
    await Promise.all(servers.map(([server]) => server.close()));
    await sftp?.close();
    await worker.stop();
    await closing.disposeAsync();
  };
  return { deps, broken, stop };
}
