import { tmpdir } from 'node:os';
import type { Logger } from 'pino';
import type { Features } from './features.ts';
import type { Foundation } from './foundation.ts';
import type { Health } from './platform/health.ts';
import type { WriteError } from './platform/http/error-reply.ts';
import { type HttpServer, newHttpServer, reachedBy } from './platform/http/http-server.ts';
import { BodyIntake } from './platform/http/intake.ts';
import { addHealthRoutes } from './platform/http/probe-routes.ts';
import { writeFault } from './platform/http/soap-fault.ts';
import { followTlsFiles, tlsOptions } from './platform/http/tls-policy.ts';
import type { Config } from './settings/config.ts';

/** What other access points call: POST /as4. */
export async function buildAs4Server(base: Foundation, { inbound }: Features): Promise<HttpServer> {
  const server = await newNetworkServer(base, writeFault);
  inbound.addTo(server);
  return server;
}

/** What the network reads about our participants. */
export async function buildSmpServer(base: Foundation, { smp }: Features): Promise<HttpServer> {
  const server = await newNetworkServer(base);
  smp.addTo(server);
  return server;
}

/** What an orchestrator's probes ask, on a port that may be open to them alone, where one is set. */
export async function serveProbes(
  { healthHost, healthPort }: Config,
  { log, health }: { log: Logger; health: Health },
  started: AsyncDisposableStack,
): Promise<void> {
  if (healthPort === undefined) return;
  const intake = new BodyIntake(tmpdir(), { memory: 1_024, disk: 0 });
  const server = await newHttpServer({ log, intake, trustProxy: false });
  addHealthRoutes(server, health);
  started.defer(() => server.close());
  await server.listen({ host: healthHost, port: healthPort });
}

/** By TLS as the network asks for it, with the certificate that is in the files at the time; or what stands in front does it. */
async function newNetworkServer(
  { log, config, identity, intake, siblings }: Foundation,
  writeError?: WriteError,
): Promise<HttpServer> {
  const { tls, tlsFiles } = identity;
  const outside = { ...reachedBy(config, siblings), tls: tls && tlsOptions(tls) };
  const server = await newHttpServer({ log, intake, writeError, ...outside });
  if (tls && tlsFiles) followTlsFiles(server, tlsFiles, { served: tls, log });
  return server;
}
