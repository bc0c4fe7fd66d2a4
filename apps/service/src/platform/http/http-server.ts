import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import helmet from '@fastify/helmet';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { Principal } from '../access/principal.ts';
import { type Access, ROUTE_ACCESS } from '../access/route-access.ts';
import { AppError } from '../errors.ts';
import { authenticate, type FindPrincipal } from './authenticate.ts';
import type { Endpoint, Method, Reply, Route } from './endpoint.ts';
import { replyWithError } from './error-reply.ts';
import { takeOpen } from './open-limits.ts';
import { addressKey, perHour, perMinute, type RateLimiter } from './rate-limit.ts';

export type HttpServer = FastifyInstance;

export interface HttpServerOptions {
  log: Logger;
  /** Bytes of a JSON body. */
  bodyLimit: number;
  trustProxy: false | string[];
  tls?: { key: string; cert: string };
  /** Leads a request elsewhere before it is routed. */
  rewriteUrl?: (request: IncomingMessage) => string;
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** A server with our request ids, error envelope, checks and headers; no routes yet. */
export async function newHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const server = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit,
    trustProxy: options.trustProxy,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2000 },
    ...(options.tls ? { https: { ...options.tls, minVersion: 'TLSv1.2' as const } } : {}),
    ...(options.rewriteUrl ? { rewriteUrl: options.rewriteUrl } : {}),
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
  }) as unknown as FastifyInstance<Server>;
  endLingeringConnections(server);
  await server.register(helmet, { contentSecurityPolicy: false });
  useOurChecks(server);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
  });
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, id } = request;
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
  server.setErrorHandler(replyWithError);
  server.setNotFoundHandler((request, reply) => replyWithError(unknownPath(server, request), request, reply));
  return server;
}

/** How long a request under way may take to end when we stop. */
const GRACE_MS = 10_000;

/** Closing waits for every connection, also for one that never says anything: after the grace they are cut. */
function endLingeringConnections(server: HttpServer): void {
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, GRACE_MS).unref();
  });
}

/** Bodies are taken as they are; query and path values, which are always text, are converted. */
function useOurChecks(server: HttpServer): void {
  const exact = new Ajv({ coerceTypes: false, useDefaults: true, allErrors: true, strict: false });
  const lenient = new Ajv({ coerceTypes: 'array', useDefaults: true, allErrors: true, strict: false });
  for (const ajv of [exact, lenient]) addFormats.default(ajv);
  server.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? exact : lenient).compile(schema),
  );
}

const METHODS: Method[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

function unknownPath(server: HttpServer, request: FastifyRequest): AppError {
  const elsewhere = METHODS.some(
    (method) => server.findRoute({ method, url: request.url.split('?')[0] ?? '' }) !== null,
  );
  if (elsewhere) return new AppError('METHOD_NOT_ALLOWED');
  return new AppError('NOT_FOUND', { message: 'There is no such path. See /docs for those there are.' });
}

export interface RouteContext {
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
    const [method, path] = name.split(' ') as [Method, string];
    server.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      schema: openApiSchema(access, endpoint),
      // Before the body is read: whoever may not call, or calls too often, is refused whatever was sent.
      onRequest: async (request, reply) => {
        admitted.set(request, await admit(request, reply, access, context));
      },
      handler: async (request, reply) => {
        send(reply, await endpoint.handle(callOf(request, admitted.get(request))));
        return reply;
      },
    });
  }
}

function openApiSchema(access: Access, endpoint: Endpoint): Record<string, unknown> {
  const { summary, description, tags, params, querystring, headers, body, response } = endpoint.schema;
  const security = access.kind === 'open' ? [] : [{ customerAuth: [] }, { apiKeyHeader: [] }];
  const schema = { summary, description, tags, params, querystring, headers, body, response, security };
  return Object.fromEntries(Object.entries(schema).filter(([, part]) => part !== undefined));
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
    const address = addressKey(request.ip);
    if (access.signedUrl) rateLimiter.take('signed-url', address, perMinute(6000));
    else rateLimiter.take('open/hour', address, perHour(600));
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
  reply.header('RateLimit-Limit', state.limit);
  reply.header('RateLimit-Remaining', state.remaining);
  reply.header('RateLimit-Reset', state.reset);
  return principal;
}

function callOf(request: FastifyRequest, principal: Principal | undefined): never {
  const { params, query, headers, body, ip, log } = request;
  const userAgent = headers['user-agent'];
  const stream = body ?? request.raw;
  return { params, query, headers, body, stream, address: ip, userAgent, log, principal } as never;
}

function send(reply: FastifyReply, answer: Reply): void {
  reply.status(answer.status);
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
  reply.send(answer.body);
}
