import { type Static, Type } from 'typebox';
import { retryMessage } from './outbound/retry.ts';
import {
  approveParticipant,
  rejectParticipant,
  resumeAccount,
  resumeParticipant,
  retryParticipant,
  suspendAccount,
  suspendParticipant,
} from './participants/operate.ts';
import { listForOperator } from './participants/operator-list.ts';
import { AppError } from './platform/errors.ts';
import { credentialOf } from './platform/http/authenticate.ts';
import { type HttpServer, newHttpServer } from './platform/http/http-server.ts';
import { listFailing } from './platform/jobs/failing.ts';
import { equalSecrets } from './platform/secret.ts';
import { addReportRoutes } from './reporting/routes.ts';
import { addSftpLoginRoutes } from './sftp/routes.ts';
import { issueHandoff } from './sign-in/desk-session.ts';
import type { Deps } from './wiring.ts';

type Operation = (id: string, reason: string | undefined) => Promise<unknown>;

/** Every endpoint of our own staff under /operator/v1, on a port of its own that customers' credentials do not open. */
function operations(deps: Deps): [path: string, operation: Operation][] {
  return [
    ['participants/:id/approve', (id) => approveParticipant(deps, id)],
    ['participants/:id/reject', (id, reason) => rejectParticipant(deps, id, needed(reason))],
    ['participants/:id/suspend', (id, reason) => suspendParticipant(deps, id, reason)],
    ['participants/:id/resume', (id) => resumeParticipant(deps, id)],
    ['participants/:id/retry', (id) => retryParticipant(deps, id)],
    ['accounts/:id/suspend', (id) => suspendAccount(deps, id)],
    ['accounts/:id/resume', (id) => resumeAccount(deps, id)],
    ['messages/:id/retry', (id) => retryMessage(deps, id)],
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

const handoff = Type.Object(
  {
    accountId: Type.String(),
    userId: Type.Optional(Type.String()),
    reason: Type.String({ minLength: 1, maxLength: 500 }),
    operatorName: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  { additionalProperties: false },
);

export async function buildOperatorServer(deps: Deps): Promise<HttpServer> {
  const server = await newHttpServer({ log: deps.log, bodyLimit: 65_536, trustProxy: false });
  server.addHook('onRequest', async (request) => {
    const token = credentialOf(request.headers);
    if (token === undefined || !equalSecrets(token, deps.operatorToken)) {
      throw new AppError('UNAUTHORIZED', {
        message: 'The operator token is missing or wrong. It stands in DATA_DIR/operator-token.',
      });
    }
  });
  for (const [path, operation] of operations(deps)) {
    server.post<{ Params: { id: string }; Body?: { reason?: string } | null }>(
      `/operator/v1/${path}`,
      { schema: { body } },
      async (request) => operation(request.params.id, request.body?.reason),
    );
  }
  server.post<{ Body: Static<typeof handoff> }>(
    '/operator/v1/desk-sessions',
    { schema: { body: handoff } },
    async (request, reply) => reply.status(201).send(await issueHandoff(deps, request.body)),
  );
  server.get<{ Querystring: { status?: string } }>('/operator/v1/participants', async (request) => ({
    participants: await listForOperator(deps, request.query.status),
  }));
  server.get<{ Querystring: { limit?: number } }>(
    '/operator/v1/jobs/failing',
    { schema: { querystring: page } },
    async (request) => ({ jobs: await listFailing(deps.db, request.query.limit ?? 50) }),
  );
  addReportRoutes(server, deps);
  addSftpLoginRoutes(server, deps);
  server.get('/operator/v1/health', async () => ({
    status: 'ok',
    seat: deps.seat,
    network: deps.config.network,
  }));
  server.get('/metrics', async (_request, reply) =>
    reply.type(deps.metrics.registry.contentType).send(await deps.metrics.registry.metrics()),
  );
  return server;
}
