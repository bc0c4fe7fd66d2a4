import { nameDownloads } from './console/name-downloads.ts';
import { addOperatorConsole } from './console/routes.ts';
import { operatorRoad, takeRoad } from './console/session-cookie.ts';
import type { Features } from './features.ts';
import type { Foundation } from './foundation.ts';
import { requireOperator } from './platform/access/operator-access.ts';
import type { Environment } from './platform/environment.ts';
import { addRoutes } from './platform/http/add-routes.ts';
import { admitOperators, whoCalls } from './platform/http/admit-operators.ts';
import { apiDocument } from './platform/http/api-document.ts';
import {
  describeOperatorRoute,
  OPERATOR_SECURITY,
  OPERATOR_TAGS,
} from './platform/http/described-operator.ts';
import { addDocs } from './platform/http/docs.ts';
import type { OperatorRoute } from './platform/http/endpoint.ts';
import { type HttpServer, newHttpServer } from './platform/http/http-server.ts';
import { addHealthRoutes } from './platform/http/probe-routes.ts';
import { mergeMetrics } from './processes/merge-metrics.ts';

/** Every endpoint of the operator's people, one line each; who may call it stands in platform/access/operator-access.ts. */
export function operatorRoutes(features: Features): OperatorRoute[] {
  return [
    ...peopleRoutes(features),
    ...customerRoutes(features),
    ...documentRoutes(features),
    ...serviceRoutes(features),
  ];
}

/** Who works here. */
function peopleRoutes(features: Features): OperatorRoute[] {
  const { door, sso, me, people, passkeys, tokens, audit } = features.operators.operatorRoutes;
  return [
    ['GET /operator/v1/setup', door.setup],
    ['POST /operator/v1/auth/first', door.first],
    ['POST /operator/v1/auth/login', door.login],
    ['POST /operator/v1/auth/passkey/challenge', passkeys.signInChallenge],
    ['POST /operator/v1/auth/passkey/login', passkeys.signIn],
    ['POST /operator/v1/auth/oidc/start', sso.start],
    ['POST /operator/v1/auth/oidc', sso.signIn],
    ['POST /operator/v1/auth/logout', door.logout],
    ['GET /operator/v1/me', me.get],
    ['PATCH /operator/v1/me', me.change],
    ['GET /operator/v1/me/sessions', me.sessions],
    ['DELETE /operator/v1/me/sessions/{id}', me.endSession],
    ['GET /operator/v1/me/passkeys', passkeys.list],
    ['POST /operator/v1/me/passkeys/challenge', passkeys.challenge],
    ['POST /operator/v1/me/passkeys', passkeys.register],
    ['DELETE /operator/v1/me/passkeys/{id}', passkeys.remove],

    ['GET /operator/v1/operators', people.list],
    ['POST /operator/v1/operators', people.create],
    ['PATCH /operator/v1/operators/{id}', people.change],
    ['POST /operator/v1/operators/{id}/reset-password', people.resetPassword],
    ['GET /operator/v1/operators/{id}/passkeys', passkeys.listOf],
    ['DELETE /operator/v1/operators/{id}/passkeys/{passkeyId}', passkeys.removeOf],
    ['GET /operator/v1/tokens', tokens.list],
    ['POST /operator/v1/tokens', tokens.create],
    ['DELETE /operator/v1/tokens/{id}', tokens.revoke],
    ['GET /operator/v1/audit', audit.list],
  ];
}

/** What concerns customers. */
function customerRoutes(features: Features): OperatorRoute[] {
  const participants = features.participants.operatorRoutes;
  const accounts = features.accounts.operatorRoutes;
  const closing = features.accounts.closingRoutes;
  const desk = features.signIn.operatorRoutes;
  const sftp = features.sftp.operatorRoutes;
  return [
    ['GET /operator/v1/participants', participants.list],
    ['GET /operator/v1/participants/{id}', participants.read],
    ['POST /operator/v1/participants/{id}/check', features.network.operatorRoutes.check],
    ['POST /operator/v1/participants/{id}/approve', participants.approve],
    ['POST /operator/v1/participants/{id}/reject', participants.reject],
    ['POST /operator/v1/participants/{id}/suspend', participants.suspend],
    ['POST /operator/v1/participants/{id}/resume', participants.resume],
    ['POST /operator/v1/participants/{id}/retry', participants.retry],

    ['GET /operator/v1/accounts', accounts.list],
    ['POST /operator/v1/accounts', features.accounts.openingRoutes.open],
    ['GET /operator/v1/accounts/{id}', accounts.read],
    ['POST /operator/v1/accounts/{id}/owners/reset', features.accounts.openingRoutes.resetOwner],
    ['POST /operator/v1/accounts/{id}/suspend', accounts.suspend],
    ['POST /operator/v1/accounts/{id}/resume', accounts.resume],
    ['GET /operator/v1/accounts/{id}/closing', closing.read],
    ['POST /operator/v1/accounts/{id}/close', closing.close],
    ['POST /operator/v1/accounts/{id}/reopen', closing.reopen],
    ['POST /operator/v1/accounts/{id}/closing/export-link', closing.handOver],
    ['GET /operator/v1/desk-sessions', desk.list],
    ['POST /operator/v1/desk-sessions', desk.open],
    ['DELETE /operator/v1/desk-sessions/{id}', desk.end],

    ['GET /operator/v1/sftp/logins', sftp.list],
    ['POST /operator/v1/sftp/logins', sftp.create],
    ['PATCH /operator/v1/sftp/logins/{id}', sftp.change],
    ['DELETE /operator/v1/sftp/logins/{id}', sftp.remove],
    ['POST /operator/v1/sftp/logins/{id}/unlock', sftp.unlock],
  ];
}

/** Documents, and access points that do not take them. */
function documentRoutes({ messages, outbound }: Features): OperatorRoute[] {
  const { operatorRoutes: retries, circuitRoutes: circuits } = outbound;
  return [
    ['GET /operator/v1/messages', messages.operatorRoutes.list],
    ['GET /operator/v1/messages/stuck', messages.operatorRoutes.stuck],
    ['POST /operator/v1/messages/retry', retries.retryMany],
    ['GET /operator/v1/messages/{id}', messages.operatorRoutes.read],
    ['POST /operator/v1/messages/{id}/retry', retries.retry],

    ['GET /operator/v1/circuits', circuits.list],
    ['POST /operator/v1/circuits/open', circuits.open],
    ['POST /operator/v1/circuits/close', circuits.close],
  ];
}

/** What concerns the installation itself. */
function serviceRoutes(features: Features): OperatorRoute[] {
  const reports = features.reporting.operatorRoutes;
  const { operatorRoutes: service, figureRoutes: figures, failingRoutes: failing } = features.health;
  return [
    ['GET /operator/v1/reports', reports.list],
    ['GET /operator/v1/reports/{kind}/{month}', reports.read],
    ['POST /operator/v1/reports/{kind}/{month}', reports.make],
    ['GET /operator/v1/reports/{kind}/{month}/xml', reports.download],
    ['POST /operator/v1/reports/{kind}/{month}/send', reports.send],
    ['GET /operator/v1/service-levels/mls/{month}', reports.serviceLevels],

    ['GET /operator/v1/health', service.health],
    ['GET /operator/v1/overview', figures.overview],
    ['GET /operator/v1/certificates', service.certificates],
    ['GET /operator/v1/jobs', figures.jobs],
    ['GET /operator/v1/jobs/failing', failing.list],
    ['POST /operator/v1/jobs/failing/{id}/run', failing.run],
    ['POST /operator/v1/jobs/failing/{id}/give-up', failing.giveUp],
    ['GET /operator/v1/log-level', service.logLevel],
    ['PUT /operator/v1/log-level', service.setLogLevel],
  ];
}

/** The operator's server, on a port of its own that customers' credentials do not open. [OPR-1] */
export async function buildOperatorServer(base: Foundation, features: Features): Promise<HttpServer> {
  const { log, intake, config, rateLimiter, health, metrics } = base;
  const { environment, network, operatorUrl, publicUrl } = config;
  const road = operatorRoad(operatorUrl);
  const server = await newHttpServer({
    log,
    intake,
    environment,
    trustProxy: false,
    rewriteUrl: (request) => takeRoad(request, road),
  });
  if (environment === 'TEST') nameDownloads(server, road);
  const door = { findOperator: features.operators.find, rateLimiter };
  const routes = operatorRoutes(features);
  addRoutes(server, routes, intake, admitOperators(door));
  const findEnd = async (token: string) => {
    const credential = (await door.findOperator(token))?.credential;
    return credential?.kind === 'session' ? credential.expiresAt : undefined;
  };
  await addOperatorConsole(server, findEnd, rateLimiter, { road, network, publicUrl });
  const description = JSON.stringify(describeOperatorApi(routes, operatorUrl, environment));
  server.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description),
  );
  await addDocs(server);
  addHealthRoutes(server, health);
  server.get('/metrics', async (request, reply) => {
    requireOperator(await whoCalls(door, request), { kind: 'operator', role: 'viewer' });
    return reply.type(metrics.registry.contentType).send(await metricsPage(base));
  });
  return server;
}

/** Of all processes of this node. */
async function metricsPage({ metrics: { registry }, siblings }: Foundation): Promise<string> {
  if (siblings.count === 1) return registry.metrics();
  const others = await siblings.ask('metrics', null);
  const all = others.map(({ process, answer }) => ({ process, counted: answer }));
  const ours = { process: siblings.number, counted: await registry.getMetricsAsJSON() };
  return mergeMetrics([ours, ...all].sort((one, other) => one.process - other.process));
}

/** What /openapi.json says on the operator's port. */
export const describeOperatorApi = (
  routes: readonly OperatorRoute[],
  publicUrl: string,
  environment: Environment,
) =>
  apiDocument(routes, {
    title: "Pappel, the operator's side",
    description:
      'Running an installation: its accounts, addresses, documents, people and the service itself.',
    publicUrl,
    environment,
    tags: OPERATOR_TAGS,
    securitySchemes: OPERATOR_SECURITY,
    describe: describeOperatorRoute,
  });
