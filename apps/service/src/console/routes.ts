import { Type } from 'typebox';
import { AppError } from '../platform/errors.ts';
import type { FindPrincipal } from '../platform/http/authenticate.ts';
import { addPages, type Known } from '../platform/http/built-pages.ts';
import { strictObject } from '../platform/http/endpoint.ts';
import type { HttpServer } from '../platform/http/http-server.ts';
import { takeAny } from '../platform/http/open-limits.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import { CUSTOMER_FACE, OPERATOR_FACE } from './faces.ts';
import { forgetSession, keepSession, OWN_SCRIPT, type Road } from './session-cookie.ts';

export interface ConsoleSettings {
  road: Road;
  network: Known['network'];
  /** Whether anybody may sign up: the page of the sign-in says so. */
  signUp: 'open' | 'bootstrap' | 'closed';
}

/** The customers' console and its session, beside the API that it uses. */
export async function addConsole(
  server: HttpServer,
  findPrincipal: FindPrincipal,
  rateLimiter: RateLimiter,
  { road, network, signUp }: ConsoleSettings,
): Promise<void> {
  await addPages(server, CUSTOMER_FACE, { network, signUp });
  addSession(server, '/console/session', road, rateLimiter, async (token) => {
    const principal = await findPrincipal(token);
    return principal?.kind === 'user' ? principal.session.expiresAt : undefined;
  });
  // Where identity providers send people back to, as it is registered there; the console ends what it began.
  server.get('/sso/callback', async (request, reply) => reply.redirect(`/console${request.url}`));
}

/** When the session of a token ends; undefined when it opens none. */
export type FindEnd = (token: string) => Promise<Date | undefined>;

/** The operator's console and its session, on the operator's port. */
export async function addOperatorConsole(
  server: HttpServer,
  findEnd: FindEnd,
  rateLimiter: RateLimiter,
  { road, network, publicUrl }: { road: Road; network: Known['network']; publicUrl: string },
): Promise<void> {
  await addPages(server, OPERATOR_FACE, { network, publicUrl });
  addSession(server, '/session', road, rateLimiter, findEnd);
}

/** Takes the token of a session into the cookie, and out of it. */
function addSession(
  server: HttpServer,
  path: string,
  road: Road,
  rateLimiter: RateLimiter,
  findEnd: FindEnd,
): void {
  const body = strictObject({ token: Type.String({ maxLength: 200 }) });
  server.post<{ Body: { token: string } }>(
    path,
    { schema: { body }, onRequest: async ({ ip }) => takeAny(rateLimiter, ip) },
    async (request, reply) => {
      if (request.headers[OWN_SCRIPT] !== '1') throw new AppError('UNAUTHORIZED');
      const end = await findEnd(request.body.token);
      if (!end) throw new AppError('UNAUTHORIZED');
      const cookie = keepSession(request.body.token, end, road);
      return reply.status(204).header('set-cookie', cookie).send();
    },
  );
  server.delete(path, async (_request, reply) =>
    reply.status(204).header('set-cookie', forgetSession(road)).send(),
  );
}
