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
import type { Principal } from '../access/principal.ts';
import { type Access, ROUTE_ACCESS, requireRole } from '../access/route-access.ts';
import type { Environment } from '../environment.ts';
import { AppError } from '../errors.ts';
import { authenticate, type FindPrincipal } from './authenticate.ts';
import { parseBodies, receiveBytes } from './body-parser.ts';
import { useOurChecks } from './checks.ts';
import { answerClientError, refuseTunnel } from './client-error.ts';
import { boundConnections, CONNECTION_LIMITS, type ConnectionLimits } from './connections.ts';
import type { AnyCall, Endpoint, Method, Reply, Route } from './endpoint.ts';
import { replyWithError, showLimit, type WriteError } from './error-reply.ts';
import type { BodyIntake } from './intake.ts';
import { takeAny, takeOpen } from './open-limits.ts';
import { paceHandshakes } from './paced-handshakes.ts';
import { paceReading } from './paced-reading.ts';
import { addressKey, perMinute, type RateLimiter } from './rate-limit.ts';
import { checkRequests } from './request-checks.ts';

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

/** How a public server is reached; behind a proxy every connection comes from it. */
export const reachedBy = (config: { trustProxy: false | string[]; connectionsPerAddress: number }) => ({
  trustProxy: config.trustProxy,
  connections: {
    perAddress: config.trustProxy ? Number.POSITIVE_INFINITY : config.connectionsPerAddress,
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
  await server.register(helmet, { contentSecurityPolicy: false });
  server.addHook('onRequest', async (request, reply) => commonHeaders(request, reply, environment));
  checkRequests(server);
  parseBodies(server, intake);
  useOurChecks(server);
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

/** Asked every few seconds by machines: their requests would hide all others. */
const isProbe = (route = ''): boolean => /^\/health(\/|$)/.test(route) || route === '/metrics';

function logRequests(server: HttpServer): void {
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, id } = request;
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

export interface RouteContext {
  intake: BodyIntake;
  findPrincipal: FindPrincipal;
  /** Who made a ticket, where a route takes one. */
  findByTicket: FindPrincipal;
  rateLimiter: RateLimiter;
}

/** Who is calling, from the first look at a request to its handler. */
const admitted = new WeakMap<FastifyRequest, Principal | undefined>();

/** Registers the lines of a table of contents. */
export function addRoutes(server: HttpServer, routes: readonly Route[], context: RouteContext): void {
  for (const [name, endpoint] of routes) {
    const access: Access = ROUTE_ACCESS[name];
    if ((access.kind === 'open') !== endpoint.open) throw new Error(`${name}: access and endpoint disagree`);
    if (asksRoleForThing(name, access) !== (endpoint.findInReach !== undefined))
      throw new Error(`${name}: a role is asked for something, and nothing says whether that is in reach`);
    const [method, path] = name.split(' ') as [Method, string];
    server.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: !endpoint.schema.endless,
      schema: checked(endpoint),
      config: { takesBytes: endpoint.schema.bytes !== undefined, jsonLimit: endpoint.schema.jsonLimit },
      // Before the body is read: whoever may not call, or calls too often, is refused whatever was sent.
      onRequest: async (request, reply) => {
        // Of any type, also of one that is none.
        if (endpoint.schema.bytes) request.raw.headers['content-type'] = 'application/octet-stream';
        const principal = await admit(request, reply, access, context);
        if (principal && access.kind === 'credential')
          await requireRoleInReach(principal, access, request, endpoint);
        admitted.set(request, principal);
      },
      handler: async (request, reply) => {
        send(request, reply, await endpoint.handle(callOf(request, context.intake)));
        return reply;
      },
    });
  }
}

/** Of what is a person's own nobody but that person knows; all else may lie in companies out of reach. */
const asksRoleForThing = (name: string, access: Access): boolean =>
  access.kind === 'credential' && /^(owner|admin)$/.test(access.role ?? '') && name.includes('{');

/** Who has not the role is refused, but told of nothing that lies out of reach. [GEN-3, GEN-8] */
async function requireRoleInReach(
  principal: Principal,
  access: Access & { kind: 'credential' },
  request: FastifyRequest,
  { findInReach }: Endpoint,
): Promise<void> {
  try {
    requireRole(principal, access.role);
  } catch (refusal) {
    await findInReach?.(principal, Object.values(request.params as Record<string, string>)[0] ?? '');
    throw refusal;
  }
}

/** What Fastify checks of a request, and how it writes an answer. */
function checked({ schema }: Endpoint): Record<string, unknown> {
  const { params, querystring, headers, body, response } = schema;
  const parts = { params, querystring, headers, body, response };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
}

const ticketOf = ({ query }: FastifyRequest): string | undefined => {
  const { ticket } = query as { ticket?: unknown };
  return typeof ticket === 'string' ? ticket : undefined;
};

async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access,
  context: RouteContext,
): Promise<Principal | undefined> {
  const { rateLimiter } = context;
  if (access.kind === 'open') {
    if (access.signedUrl) rateLimiter.take('signed-url', addressKey(request.ip), perMinute(6000));
    else takeAny(rateLimiter, request.ip);
    if (access.limit) takeOpen(rateLimiter, access.limit, request.ip);
    return undefined;
  }
  const ticket = access.byTicket ? ticketOf(request) : undefined;
  const found =
    ticket === undefined
      ? await authenticate(request.headers, access, context.findPrincipal)
      : await authenticate({ authorization: `Bearer ${ticket}` }, access, context.findByTicket);
  const principal = { ...found, address: request.ip };
  const id = principal.kind === 'user' ? principal.session.id : principal.apiKeyId;
  const state = rateLimiter.take('credential', id, perMinute(6000));
  showLimit(reply, state);
  return principal;
}

function callOf(request: FastifyRequest, intake: BodyIntake): AnyCall {
  const { params, query, headers, body, ip: address, log } = request;
  const userAgent = headers['user-agent'];
  const principal = admitted.get(request);
  const receive = (limit: number) => receiveBytes(intake, request, limit);
  const connection = request.raw.socket;
  return { params, query, headers, body, receive, address, userAgent, connection, log, principal };
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Reply): void {
  reply.status(answer.status);
  if (answer.nextCursor !== undefined)
    reply.header('Link', `<${pathOfNext(request.url, answer.nextCursor)}>; rel="next"`);
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
  reply.send(answer.body);
}

/** The same list from there on [RFC 8288]. */
function pathOfNext(url: string, cursor: string): string {
  const next = new URL(url, 'http://here');
  next.searchParams.delete('before');
  next.searchParams.set('cursor', cursor);
  return next.pathname + next.search;
}
