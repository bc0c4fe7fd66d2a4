import { tmpdir } from 'node:os';
import type { Logger } from 'pino';
import { addHealthRoutes } from './health/routes.ts';
import { addAs4Routes } from './inbound/routes.ts';
import { DOCUMENT_LIMIT } from './platform/document-limit.ts';
import type { Health } from './platform/health.ts';
import type { WriteError } from './platform/http/error-reply.ts';
import { type HttpServer, newHttpServer, reachedBy } from './platform/http/http-server.ts';
import { BodyIntake } from './platform/http/intake.ts';
import { writeFault } from './platform/http/soap-fault.ts';
import { followTlsFiles, tlsOptions } from './platform/http/tls-policy.ts';
import { addSmpRoutes } from './smp/routes.ts';
import { addSmpWriteRoutes } from './smp/write-routes.ts';
import type { Deps } from './wiring.ts';

/** A compressed document of 40 MiB may be no smaller than that, and brings its SOAP part along. */
const AS4_LIMIT = DOCUMENT_LIMIT + 1_048_576;

/** What other access points call: POST /as4. */
export async function buildAs4Server(deps: Deps): Promise<HttpServer> {
  const { identity } = deps;
  const server = await newNetworkServer(deps, writeFault);
  const context = {
    db: deps.db,
    payloads: deps.payloads,
    validator: deps.validator,
    envelopes: deps.envelopes,
    documentRoom: deps.documentRoom,
    as4: deps.as4Receive,
    key: identity.accessPoint,
    strictAddressing: deps.strictAddressing,
    metrics: deps.metrics,
    log: deps.log,
    provider: deps.provider,
  };
  addAs4Routes(server, context, { intake: deps.intake, limit: AS4_LIMIT });
  return server;
}

/** What the network reads about our participants. */
export async function buildSmpServer(deps: Deps): Promise<HttpServer> {
  const { identity, db, smpPublicUrl, as4PublicUrl, config } = deps;
  const server = await newNetworkServer(deps);
  addSmpRoutes(server, {
    db,
    smpKey: identity.smp,
    accessPointKey: identity.accessPoint,
    smpPublicUrl,
    as4PublicUrl,
    contact: config.contact,
    provider: deps.provider,
  });
  const { sml, indexer, intake, rateLimiter } = deps;
  const { writer } = config.smp;
  addSmpWriteRoutes(server, { db, sml, indexer, intake, rateLimiter, smpPublicUrl, writer });
  return server;
}

/** What an orchestrator's probes ask, on a port that may be open to them alone. */
export async function buildProbeServer(log: Logger, health: Health): Promise<HttpServer> {
  const intake = new BodyIntake(tmpdir(), { memory: 1_024, disk: 0 });
  const server = await newHttpServer({ log, intake, trustProxy: false });
  addHealthRoutes(server, health);
  return server;
}

/** By TLS as the network asks for it, with the certificate that is in the files at the time; or what stands in front does it. */
async function newNetworkServer(
  { log, config, identity, intake }: Deps,
  writeError?: WriteError,
): Promise<HttpServer> {
  const { tls, tlsFiles } = identity;
  const outside = { ...reachedBy(config), tls: tls && tlsOptions(tls) };
  const server = await newHttpServer({ log, intake, writeError, ...outside });
  if (tls && tlsFiles) followTlsFiles(server, tlsFiles, { served: tls, log });
  return server;
}
