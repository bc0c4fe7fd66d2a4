import { accountRoutes } from './accounts/routes.ts';
import { findByApiKey } from './api-keys/find-by-key.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { companyRoutes } from './companies/routes.ts';
import { addConsole } from './console/routes.ts';
import { takeConsoleRoad } from './console/session-cookie.ts';
import { eventRoutes } from './events/routes.ts';
import { evidenceRoutes } from './evidence/routes.ts';
import { exportRoutes } from './export/routes.ts';
import { addHealthRoutes } from './health/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { networkRoutes } from './network/routes.ts';
import { noticeRoutes } from './notices/routes.ts';
import { outboundRoutes } from './outbound/routes.ts';
import { participantRoutes } from './participants/routes.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { type Environment, isApiKey, refuseStranger } from './platform/environment.ts';
import { apiDocument } from './platform/http/api-document.ts';
import { addDocs } from './platform/http/docs.ts';
import type { Route } from './platform/http/endpoint.ts';
import { addRoutes, type HttpServer, newHttpServer, reachedBy } from './platform/http/http-server.ts';
import { llmsTxt } from './platform/http/llms-txt.ts';
import { publicationRoutes } from './publication/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { findBySession } from './sessions/session.ts';
import { sftpRoutes } from './sftp/routes.ts';
import { oidcRoutes, passkeyLoginRoutes } from './sign-in/passkey-and-sso-routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { setPasswordPage } from './sign-in/set-password-page.ts';
import { ssoRoutes } from './sso/routes.ts';
import { streamRoutes } from './stream/routes.ts';
import { redeemTicket } from './stream/ticket.ts';
import { usageRoutes } from './usage/routes.ts';
import { userRoutes } from './users/routes.ts';
import { validationRoutes } from './validation/routes.ts';
import { describeWebhooks } from './webhooks/describe.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import type { Deps } from './wiring.ts';

/** Every endpoint of the API, one line each; what a caller needs stands in platform/access/route-access.ts. */
export function apiRoutes(deps: Deps): Route[] {
  return [...accessRoutes(deps), ...proofRoutes(deps), ...exchangeRoutes(deps), ...channelRoutes(deps)];
}

/** Who gets in. */
function accessRoutes(deps: Deps): Route[] {
  const account = accountRoutes(deps);
  const exports = exportRoutes(deps);
  const signIn = signInRoutes(deps);
  const sessions = sessionRoutes(deps);
  const users = userRoutes(deps);
  const audit = auditRoutes(deps);
  const apiKeys = apiKeyRoutes(deps);
  const notices = noticeRoutes(deps);
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
function proofRoutes(deps: Deps): Route[] {
  const oidc = oidcRoutes(deps);
  const sso = ssoRoutes(deps);
  const passkeyLogin = passkeyLoginRoutes(deps);
  const passkeys = passkeyRoutes(deps);
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

/** What they do here. */
function exchangeRoutes(deps: Deps): Route[] {
  const companies = companyRoutes(deps);
  const participants = participantRoutes(deps);
  const messages = messageRoutes(deps);
  const outbound = outboundRoutes(deps);
  const validation = validationRoutes(deps);
  const network = networkRoutes(deps);
  const usage = usageRoutes(deps);
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
    ['POST /v1/participants/{id}/migration', publicationRoutes(deps).migrate],
    ['GET /v1/participants/{id}/capabilities', participants.capabilities],
    ['POST /v1/participants/{id}/capabilities', participants.addCapability],
    ['DELETE /v1/participants/{id}/capabilities/{capability}', participants.removeCapability],

    ['POST /v1/network/participants/lookup', network.lookup],
    ['GET /v1/network/participants/search', network.search],
    ['GET /v1/network/participants/{peppolId}', network.participant],
    ['GET /v1/network/participants/{peppolId}/capabilities', network.capabilities],

    ['GET /v1/messages', messages.list],
    ['POST /v1/messages', outbound.submit],
    ['POST /v1/messages/validate', validation.dryRun],
    ['POST /v1/messages/uploads', outbound.requestUpload],
    ['PUT /v1/uploads/{token}', outbound.receiveUpload],
    ['GET /v1/messages/{id}', messages.get],
    ['GET /v1/messages/{id}/payload', messages.payload],
    ['GET /v1/messages/{id}/view', messages.view],
    ['GET /v1/messages/{id}/timeline', messages.timeline],
    ['GET /v1/messages/{id}/evidence', evidenceRoutes(deps).read],
    ['POST /v1/messages/ack', messages.acknowledgeMany],
    ['POST /v1/messages/{id}/ack', messages.acknowledge],
    ['GET /v1/usage', usage.read],
  ];
}

/** How they hear of it. */
function channelRoutes(deps: Deps): Route[] {
  const events = eventRoutes(deps);
  const sftp = sftpRoutes(deps);
  const stream = streamRoutes(deps);
  const webhooks = webhookRoutes(deps);
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

/** The customers' server: the API, its description, and whether it is alive. */
export async function buildServer(deps: Deps): Promise<HttpServer> {
  const { log, config, intake, rateLimiter } = deps;
  const cookie = { secure: config.publicUrl.startsWith('https:') };
  const server = await newHttpServer({
    log,
    intake,
    environment: deps.environment,
    ...reachedBy(config),
    rewriteUrl: (request) => takeConsoleRoad(request, cookie),
  });
  const findPrincipal = (credential: string) => {
    refuseStranger(credential, deps.environment);
    return isApiKey(credential) ? findByApiKey(deps.db, credential) : findBySession(deps.db, credential);
  };
  const routes = apiRoutes(deps);
  addRoutes(server, routes, {
    findPrincipal,
    findByTicket: (ticket) => redeemTicket(deps.db, ticket),
    intake,
    rateLimiter,
  });
  server.addHook('preClose', async () => deps.streams.close());
  const description = JSON.stringify(describeApi(routes, config.publicUrl, deps.environment));
  server.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description),
  );
  const forPrograms = llmsTxt(routes, config.publicUrl);
  server.get('/llms.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(forPrograms),
  );
  const consoleSettings = { ...cookie, network: config.network, signUp: config.signupMode };
  await addConsole(server, findPrincipal, rateLimiter, consoleSettings);
  await addDocs(server);
  const page = setPasswordPage();
  server.get('/set-password', async (_request, reply) => reply.headers(page.headers).send(page.html));
  addHealthRoutes(server, deps.health);
  return server;
}

/** What /openapi.json says. */
export const describeApi = (routes: readonly Route[], publicUrl: string, environment: Environment) =>
  apiDocument(routes, { publicUrl, environment, webhooks: describeWebhooks() });
