import { nameDownloads } from './console/name-downloads.ts';
import { addConsole } from './console/routes.ts';
import { customerRoad, takeRoad } from './console/session-cookie.ts';
import type { Features } from './features.ts';
import type { Foundation } from './foundation.ts';
import { type Environment, isApiKey, refuseStranger } from './platform/environment.ts';
import { addRoutes } from './platform/http/add-routes.ts';
import { admitCustomers } from './platform/http/admit-customers.ts';
import { apiDocument, recordedExamples } from './platform/http/api-document.ts';
import { TAGS } from './platform/http/api-tags.ts';
import { CUSTOMER_SECURITY, describeCustomerRoute } from './platform/http/described.ts';
import { addDocs } from './platform/http/docs.ts';
import type { Route } from './platform/http/endpoint.ts';
import { type HttpServer, newHttpServer, reachedBy } from './platform/http/http-server.ts';
import { llmsTxt } from './platform/http/llms-txt.ts';
import { addHealthRoutes } from './platform/http/probe-routes.ts';
import { setPasswordPage } from './sign-in/set-password-page.ts';
import { describeWebhooks } from './webhooks/describe.ts';

/** Every endpoint of the API, one line each; what a caller needs stands in platform/access/route-access.ts. */
export function apiRoutes(features: Features): Route[] {
  return [
    ...accessRoutes(features),
    ...proofRoutes(features),
    ...addressRoutes(features),
    ...documentRoutes(features),
    ...channelRoutes(features),
    ...sandboxRoutes(features),
  ];
}

/** Who gets in. */
function accessRoutes(features: Features): Route[] {
  const account = features.accounts.routes;
  const exports = features.export.routes;
  const signIn = features.signIn.routes;
  const sessions = features.sessions.routes;
  const users = features.users.routes;
  const audit = features.audit.routes;
  const apiKeys = features.apiKeys.routes;
  const notices = features.notices.routes;
  return [
    ['POST /v1/auth/signup', account.signUp],
    ['POST /v1/auth/login', signIn.login],
    ['POST /v1/auth/forgot', signIn.forgot],
    ['POST /v1/auth/reset', signIn.reset],
    ['POST /v1/desk-sessions/exchange', signIn.exchangeDesk],
    ['POST /v1/auth/logout', signIn.logout],
    ['GET /v1/me', signIn.me],
    ['GET /v1/sessions', sessions.list],
    ['DELETE /v1/sessions/{id}', sessions.end],
    ['GET /v1/account', account.get],
    ['POST /v1/account/export', exports.request],
    ['GET /v1/account/export', exports.list],
    ['GET /v1/account/export/{exportId}', exports.read],
    ['GET /v1/exports/{token}', exports.download],
    ['GET /v1/audit', audit.list],

    ['GET /v1/users', users.list],
    ['POST /v1/users', users.create],
    ['PATCH /v1/users/{id}', users.change],
    ['DELETE /v1/users/{id}', users.remove],
    ['POST /v1/users/{id}/enable', users.enable],
    ['GET /v1/unsubscribe/{token}', notices.ask],
    ['POST /v1/unsubscribe/{token}', notices.unsubscribe],

    ['GET /v1/api-keys', apiKeys.list],
    ['POST /v1/api-keys', apiKeys.create],
    ['DELETE /v1/api-keys/{id}', apiKeys.revoke],
  ];
}

/** Passkeys and single sign-on: ways in beside the password. */
function proofRoutes(features: Features): Route[] {
  const oidc = features.sso.signIn;
  const sso = features.sso.routes;
  const passkeyLogin = features.passkeys.signIn;
  const passkeys = features.passkeys.routes;
  return [
    ['GET /v1/sso/status', sso.status],
    ['POST /v1/auth/oidc/start', oidc.start],
    ['POST /v1/auth/oidc', oidc.login],
    ['POST /v1/auth/passkey/challenge', passkeyLogin.challenge],
    ['POST /v1/auth/passkey/login', passkeyLogin.login],

    ['GET /v1/sso/identities', sso.list],
    ['POST /v1/sso/identities', sso.link],
    ['DELETE /v1/sso/identities/{id}', sso.unlink],

    ['GET /v1/passkeys', passkeys.list],
    ['POST /v1/passkeys/challenge', passkeys.challenge],
    ['POST /v1/passkeys', passkeys.register],
    ['DELETE /v1/passkeys/{id}', passkeys.remove],
  ];
}

/** Who exchanges documents, and who is found on the network. */
function addressRoutes(features: Features): Route[] {
  const companies = features.companies.routes;
  const participants = features.participants.routes;
  const network = features.network.routes;
  const usage = features.usage.routes;
  return [
    ['GET /v1/companies', companies.list],
    ['POST /v1/companies', companies.create],
    ['GET /v1/companies/{id}', companies.get],
    ['PATCH /v1/companies/{id}', companies.change],

    ['GET /v1/participants', participants.list],
    ['POST /v1/participants', participants.create],
    ['GET /v1/participants/{id}', participants.get],
    ['PATCH /v1/participants/{id}', participants.change],
    ['DELETE /v1/participants/{id}', participants.withdraw],
    ['GET /v1/participants/{id}/audit', participants.audit],
    ['POST /v1/participants/{id}/migration', features.publication.routes.migrate],
    ['GET /v1/participants/{id}/capabilities', participants.capabilities],
    ['POST /v1/participants/{id}/capabilities', participants.addCapability],
    ['DELETE /v1/participants/{id}/capabilities/{capability}', participants.removeCapability],

    ['POST /v1/network/participants/lookup', network.lookup],
    ['GET /v1/network/participants/search', network.search],
    ['GET /v1/network/participants/{peppolId}', network.participant],
    ['GET /v1/network/participants/{peppolId}/capabilities', network.capabilities],

    ['GET /v1/usage', usage.read],
  ];
}

/**
 * Everything under /v1/messages, by path. Four rooms answer: `outbound` takes documents in, `messages` finds them and hands
 * them out, `validation` judges without sending, `evidence` proves what happened.
 */
function documentRoutes({ messages, outbound, validation, evidence }: Features): Route[] {
  return [
    ['GET /v1/messages', messages.routes.list],
    ['POST /v1/messages', outbound.routes.submit],
    ['POST /v1/messages/validate', validation.routes.dryRun],
    ['POST /v1/messages/uploads', outbound.routes.requestUpload],
    ['PUT /v1/uploads/{token}', outbound.routes.receiveUpload],
    ['POST /v1/messages/ack', messages.routes.acknowledgeMany],
    ['GET /v1/messages/{id}', messages.routes.get],
    ['GET /v1/messages/{id}/payload', messages.routes.payload],
    ['GET /v1/messages/{id}/view', messages.routes.view],
    ['GET /v1/messages/{id}/timeline', messages.routes.timeline],
    ['GET /v1/messages/{id}/evidence', evidence.routes.read],
    ['POST /v1/messages/{id}/ack', messages.routes.acknowledge],
  ];
}

/** How they hear of it. */
function channelRoutes(features: Features): Route[] {
  const events = features.events.routes;
  const sftp = features.sftp.routes;
  const stream = features.stream.routes;
  const webhooks = features.webhooks.routes;
  return [
    ['GET /v1/events', events.list],
    ['GET /v1/sftp/connection', sftp.connection],
    ['GET /v1/sftp/logins', sftp.logins],
    ['PATCH /v1/sftp/logins/{id}', sftp.change],

    ['POST /v1/stream-tickets', stream.issueTicket],
    ['GET /v1/stream', stream.open],

    ['GET /v1/webhooks', webhooks.list],
    ['POST /v1/webhooks', webhooks.create],
    ['PATCH /v1/webhooks/{id}', webhooks.change],
    ['DELETE /v1/webhooks/{id}', webhooks.remove],
    ['POST /v1/webhooks/{id}/test', webhooks.test],
    ['POST /v1/webhooks/{id}/recover', webhooks.recover],
    ['GET /v1/webhooks/deliveries', webhooks.deliveries],
    ['GET /v1/webhooks/deliveries/{id}', webhooks.delivery],
    ['POST /v1/webhooks/deliveries/{id}/replay', webhooks.replay],
  ];
}

/** How an integration is tried; in production there is none of it. */
function sandboxRoutes({ sandbox: { routes } }: Features): Route[] {
  if (!routes) return [];
  return [
    ['GET /v1/sandbox/receivers', routes.receivers],
    ['POST /v1/sandbox/inbound', routes.inbound],
    ['POST /v1/sandbox/events', routes.events],
  ];
}

/** The customers' server: the API, its description, and whether it is alive. */
export async function buildServer(base: Foundation, features: Features): Promise<HttpServer> {
  const { log, config, intake, rateLimiter } = base;
  const { environment, publicUrl } = config;
  const road = customerRoad(publicUrl);
  const server = await newHttpServer({
    log,
    intake,
    environment,
    ...reachedBy(config, base.siblings),
    rewriteUrl: (request) => takeRoad(request, road),
  });
  if (environment === 'TEST') nameDownloads(server, road);
  const { apiKeys, sessions, stream } = features;
  const findPrincipal = (credential: string) => {
    refuseStranger(credential, environment);
    return isApiKey(credential) ? apiKeys.findPrincipal(credential) : sessions.findPrincipal(credential);
  };
  const routes = apiRoutes(features);
  const door = { findPrincipal, findByTicket: stream.findByTicket, rateLimiter };
  addRoutes(server, routes, intake, admitCustomers(door));
  server.addHook('preClose', async () => stream.close());
  const description = JSON.stringify(describeApi(routes, publicUrl, environment));
  server.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description),
  );
  const forPrograms = llmsTxt(routes, publicUrl);
  server.get('/llms.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(forPrograms),
  );
  const consoleSettings = { road, network: config.network, signUp: config.signupMode };
  await addConsole(server, findPrincipal, rateLimiter, consoleSettings);
  await addDocs(server);
  const page = setPasswordPage();
  server.get('/set-password', async (_request, reply) => reply.headers(page.headers).send(page.html));
  addHealthRoutes(server, base.health);
  return server;
}

/** What /openapi.json says. */
export const describeApi = (routes: readonly Route[], publicUrl: string, environment: Environment) =>
  apiDocument(routes, {
    title: 'Pappel',
    description: 'Exchange of business documents over Peppol for many companies.',
    publicUrl,
    environment,
    tags: TAGS,
    securitySchemes: CUSTOMER_SECURITY,
    webhooks: describeWebhooks(),
    examples: recordedExamples(),
    describe: describeCustomerRoute,
  });
