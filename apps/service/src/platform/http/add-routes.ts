import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { receiveBytes } from './body-parser.ts';
import type { AnyCall, Endpoint, Method, Reply } from './endpoint.ts';
import type { HttpServer } from './http-server.ts';
import type { BodyIntake } from './intake.ts';

/** Who may call one route: answers who is calling, undefined where anybody may, or refuses. */
export type Admit<Who> = (request: FastifyRequest, reply: FastifyReply) => Promise<Who | undefined>;

/**
 * Registers the lines of a table of contents. `admitting` says of each who may call it, and throws where table and endpoint
 * disagree.
 */
export function addRoutes<Name extends string, Who>(
  server: HttpServer,
  routes: readonly [name: Name, endpoint: Endpoint<Who>][],
  intake: BodyIntake,
  admitting: (name: Name, endpoint: Endpoint<Who>) => Admit<Who>,
): void {
  /** Who is calling, from the first look at a request to its handler. */
  const admitted = new WeakMap<FastifyRequest, Who>();
  for (const [name, endpoint] of routes) {
    const admit = admitting(name, endpoint);
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
        const principal = await admit(request, reply);
        if (principal !== undefined) admitted.set(request, principal);
      },
      handler: async (request, reply) => {
        const call = callOf(request, intake);
        const body = endpoint.schema.bodyMayMiss ? (call.body ?? {}) : call.body;
        send(request, reply, await endpoint.handle({ ...call, body, principal: admitted.get(request) }));
        return reply;
      },
    });
  }
}

/** What Fastify checks of a request, and how it writes an answer. */
function checked({ schema }: Endpoint): Record<string, unknown> {
  const { params, querystring, headers, response } = schema;
  const body =
    schema.bodyMayMiss && schema.body ? Type.Optional(Type.Union([Type.Null(), schema.body])) : schema.body;
  const parts = { params, querystring, headers, body, response };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
}

function callOf(request: FastifyRequest, intake: BodyIntake): AnyCall<never> {
  const { params, query, headers, body, ip: address, log } = request;
  const userAgent = headers['user-agent'];
  const receive = (limit: number) => receiveBytes(intake, request, limit);
  const connection = request.raw.socket;
  return { params, query, headers, body, receive, address, userAgent, connection, log };
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
