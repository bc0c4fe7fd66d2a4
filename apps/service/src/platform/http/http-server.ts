import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import helmet from '@fastify/helmet';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { Environment } from '../environment.ts';
import { AppError } from '../errors.ts';
import { type Siblings, shareOf } from '../siblings.ts';
import { parseBodies } from './body-parser.ts';
import { useOurChecks, useOurWriters } from './checks.ts';
import { answerClientError, refuseTunnel } from './client-error.ts';
import { boundConnections, CONNECTION_LIMITS, type ConnectionLimits } from './connections.ts';
import { replyWithError, type WriteError } from './error-reply.ts';
import type { BodyIntake } from './intake.ts';
import { paceHandshakes } from './paced-handshakes.ts';
import { paceReading } from './paced-reading.ts';
import { checkRequests } from './request-checks.ts';
import { isProbe, traceRequests } from './trace-requests.ts';

export type HttpServer = FastifyInstance;

export interface HttpServerOptions {
  log: Logger;
  /** Takes every body. */
  intake: BodyIntake;
  /** Said in each answer, where it is given. */
  environment?: Environment;
  trustProxy: false | string[];
  tls?: { key: string; cert: string };
  /** Leads a request elsewhere before it is routed. */
  rewriteUrl?: (request: IncomingMessage) => string;
  /** Where refusals have another form than the API's. */
  writeError?: WriteError;
  connections?: Partial<ConnectionLimits>;
}

/**
 * How a public server is reached; behind a proxy every connection comes from it. Each process of a node may have its share
 * of the connections, so that together they never have more.
 */
export const reachedBy = (
  config: { trustProxy: false | string[]; connectionsPerAddress: number },
  { count }: Pick<Siblings, 'count'>,
) => ({
  trustProxy: config.trustProxy,
  connections: {
    all: shareOf(CONNECTION_LIMITS.all, count),
    perAddress: config.trustProxy ? Number.POSITIVE_INFINITY : shareOf(config.connectionsPerAddress, count),
  },
});

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Milliseconds. Headers come at once; 40 MiB at the least rate that the intake allows take 22 minutes. */
const TIMES = { headersTimeout: 15_000, requestTimeout: 25 * 60_000, connectionsCheckingInterval: 5_000 };
const NODE_OPTIONS = { ...TIMES, requireHostHeader: false };

/** A server with our request ids, error envelope, checks, bounds and headers; no routes yet. */
export async function newHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { log, intake, environment, trustProxy, tls, rewriteUrl, writeError, connections } = options;
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): void =>
    replyWithError(error, request, reply, writeError);
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: TIMES.requestTimeout,
    routerOptions: { maxParamLength: 2000 },
    ...(rewriteUrl ? { rewriteUrl } : {}),
    frameworkErrors: (error, request, reply) => {
      commonHeaders(request as FastifyRequest, reply as FastifyReply, environment);
      refuse(error, request as FastifyRequest, reply as FastifyReply);
    },
    clientErrorHandler: answerClientError,
    ...(tls
      ? { https: { ...NODE_OPTIONS, ...tls, minVersion: 'TLSv1.2' as const, handshakeTimeout: 10_000 } }
      : { http: NODE_OPTIONS }),
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
  }) as unknown as FastifyInstance<Server>;
  if (tls) paceHandshakes(server.server as unknown as TlsServer);
  boundConnections(server, { ...CONNECTION_LIMITS, ...connections });
  paceReading(server.server);
  answerWhatFastifyDoesNot(server);
  traceRequests(server);
  await server.register(helmet, { contentSecurityPolicy: false });
  server.addHook('onRequest', async (request, reply) => commonHeaders(request, reply, environment));
  checkRequests(server);
  parseBodies(server, intake);
  useOurChecks(server);
  useOurWriters(server);
  logRequests(server);
  server.setErrorHandler(refuse);
  // A path that is not there is refused before its body is read; this is for what hooks do not see.
  server.setNotFoundHandler((request, reply) => refuse(new AppError('NOT_FOUND'), request, reply));
  return server;
}

/** Nothing of ours is kept by those between us and the caller, or runs in a browser, unless an answer says otherwise. */
function commonHeaders(request: FastifyRequest, reply: FastifyReply, environment?: Environment): void {
  reply.header('X-Request-Id', request.id);
  if (environment) reply.header('X-Pappel-Environment', environment);
  reply.header('Cache-Control', 'no-store');
  reply.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
}

/** Node would answer these itself, or hang up: tunnels, and expectations that nobody has to meet. */
function answerWhatFastifyDoesNot({ server }: HttpServer): void {
  server.on('connect', (_request: IncomingMessage, socket: Socket) => refuseTunnel(socket));
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  );
}

function logRequests(server: HttpServer): void {
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, id } = request;
    // They would hide all others.
    if (isProbe(routeOptions.url)) return;
    request.log.info(
      {
        requestId: id,
        method,
        route: routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}
