import { type Static, Type } from 'typebox';
import { resumeAccount, suspendAccount } from './accounts/suspend.ts';
import type { Features } from './features.ts';
import type { Foundation } from './foundation.ts';
import { retryMessage } from './outbound/retry.ts';
import {
  approveParticipant,
  rejectParticipant,
  resumeParticipant,
  retryParticipant,
  suspendParticipant,
} from './participants/operate.ts';
import { listForOperator } from './participants/operator-list.ts';
import { type Actor, actingOperator } from './platform/account-audit.ts';
import { AppError } from './platform/errors.ts';
import { credentialOf } from './platform/http/authenticate.ts';
import { type HttpServer, newHttpServer } from './platform/http/http-server.ts';
import { addHealthRoutes } from './platform/http/probe-routes.ts';
import { addressKey, perMinute } from './platform/http/rate-limit.ts';
import { listFailing } from './platform/jobs/failing.ts';
import { LOG_LEVELS, type LogLevel } from './platform/log-level.ts';
import { equalSecrets } from './platform/secret.ts';
import { issueHandoff } from './sign-in/desk-session.ts';

const WRONG_TOKENS = perMinute(20);

type Operation = (id: string, reason: string | undefined, by: Actor) => Promise<unknown>;

/** Every endpoint of our own staff under /operator/v1, on a port of its own that customers' credentials do not open. */
function operations(base: Foundation): [path: string, operation: Operation][] {
  return [
    ['participants/:id/approve', (id, _reason, by) => approveParticipant(base, id, by)],
    ['participants/:id/reject', (id, reason, by) => rejectParticipant(base, id, needed(reason), by)],
    ['participants/:id/suspend', (id, reason, by) => suspendParticipant(base, id, reason, by)],
    ['participants/:id/resume', (id, _reason, by) => resumeParticipant(base, id, by)],
    ['participants/:id/retry', (id, _reason, by) => retryParticipant(base, id, by)],
    ['accounts/:id/suspend', (id, reason, by) => suspendAccount(base, id, reason, by)],
    ['accounts/:id/resume', (id, _reason, by) => resumeAccount(base, id, by)],
    ['messages/:id/retry', (id, _reason, by) => retryMessage(base, id, by)],
  ];
}

function needed(reason: string | undefined): string {
  if (reason) return reason;
  throw new AppError('VALIDATION_FAILED', {
    message: 'reason is required. Say why, for the customer to read.',
  });
}

const body = Type.Optional(
  Type.Union([
    Type.Null(),
    Type.Object({ reason: Type.Optional(Type.String({ maxLength: 500 })) }, { additionalProperties: false }),
  ]),
);

const page = Type.Object(
  { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) },
  { additionalProperties: false },
);

const logLevel = Type.Object(
  { level: Type.Union(LOG_LEVELS.map((level) => Type.Literal(level))) },
  { additionalProperties: false },
);

/** Of all lines from now on, until the next start. */
function setLevel(log: Foundation['log'], level: LogLevel): { level: LogLevel } {
  const before = log.level;
  log.level = level;
  log.warn({ before, level }, 'log level set');
  return { level };
}

const handoff = Type.Object(
  {
    accountId: Type.String(),
    userId: Type.Optional(Type.String()),
    reason: Type.String({ minLength: 1, maxLength: 500 }),
    operatorName: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  { additionalProperties: false },
);

export async function buildOperatorServer(base: Foundation, features: Features): Promise<HttpServer> {
  const server = await newHttpServer({
    log: base.log,
    intake: base.intake,
    environment: base.config.environment,
    trustProxy: false,
  });
  server.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/health/')) return;
    const address = addressKey(request.ip);
    base.rateLimiter.check('operator', address, WRONG_TOKENS);
    const token = credentialOf(request.headers);
    if (token === undefined || !equalSecrets(token, base.operatorToken)) {
      base.rateLimiter.take('operator', address, WRONG_TOKENS);
      throw new AppError('UNAUTHORIZED', {
        message: 'The operator token is missing or wrong. It stands in DATA_DIR/operator-token.',
      });
    }
  });
  for (const [path, operation] of operations(base)) {
    server.post<{ Params: { id: string }; Body?: { reason?: string } | null }>(
      `/operator/v1/${path}`,
      { schema: { body } },
      async (request) =>
        operation(request.params.id, request.body?.reason, actingOperator(undefined, request.ip)),
    );
  }
  server.post<{ Body: Static<typeof handoff> }>(
    '/operator/v1/desk-sessions',
    { schema: { body: handoff } },
    async (request, reply) => reply.status(201).send(await issueHandoff(base, request.body, request.ip)),
  );
  server.get<{ Querystring: { status?: string } }>('/operator/v1/participants', async (request) => ({
    participants: await listForOperator(base, request.query.status),
  }));
  server.get<{ Querystring: { limit?: number } }>(
    '/operator/v1/jobs/failing',
    { schema: { querystring: page } },
    async (request) => ({ jobs: await listFailing(base.db, request.query.limit ?? 50) }),
  );
  features.reporting.addOperatorRoutes(server);
  features.sftp.addOperatorRoutes(server);
  addHealthRoutes(server, base.health);
  server.get('/operator/v1/health', async () => ({
    status: base.health.isReady() ? 'ok' : 'unavailable',
    seat: base.provider.seat,
    network: base.config.network,
    nodeId: base.nodeId,
    parts: base.health.parts(),
  }));
  server.put<{ Body: Static<typeof logLevel> }>(
    '/operator/v1/log-level',
    { schema: { body: logLevel } },
    async (request) => setLevel(base.log, request.body.level),
  );
  server.get('/metrics', async (_request, reply) =>
    reply.type(base.metrics.registry.contentType).send(await base.metrics.registry.metrics()),
  );
  return server;
}
