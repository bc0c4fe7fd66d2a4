import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { Type } from 'typebox';
import { AppError } from '../platform/errors.ts';
import type { FindPrincipal } from '../platform/http/authenticate.ts';
import { strictObject } from '../platform/http/endpoint.ts';
import type { HttpServer } from '../platform/http/http-server.ts';
import { takeAny } from '../platform/http/open-limits.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import { type CookieSettings, forgetSession, keepSession, OWN_SCRIPT } from './session-cookie.ts';

/** What `npm run build` makes of apps/console; `npm ci` runs it. */
const BUILT = fileURLToPath(new URL('../../../console/dist/', import.meta.url));

const POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export interface ConsoleSettings extends CookieSettings {
  network: 'local' | 'test' | 'production';
  /** Whether anybody may sign up: the page of the sign-in says so. */
  signUp: 'open' | 'bootstrap' | 'closed';
}

export type ConsoleFace = 'customer' | 'operator';

/** The console's pages and its session, beside the API that it uses. */
export async function addConsole(
  server: HttpServer,
  findPrincipal: FindPrincipal,
  rateLimiter: RateLimiter,
  settings: ConsoleSettings,
): Promise<void> {
  await addConsolePages(server, 'customer', settings);
  const body = strictObject({ token: Type.String({ maxLength: 200 }) });
  server.post<{ Body: { token: string } }>(
    '/console/session',
    { schema: { body }, onRequest: async ({ ip }) => takeAny(rateLimiter, ip) },
    async (request, reply) => {
      if (request.headers[OWN_SCRIPT] !== '1') throw new AppError('UNAUTHORIZED');
      const principal = await findPrincipal(request.body.token);
      if (principal?.kind !== 'user') throw new AppError('UNAUTHORIZED');
      const cookie = keepSession(request.body.token, principal.session.expiresAt, settings);
      return reply.status(204).header('set-cookie', cookie).send();
    },
  );
  // Where identity providers send people back to, as it is registered there; the console ends what it began.
  server.get('/sso/callback', async (request, reply) => reply.redirect(`/console${request.url}`));
  server.delete('/console/session', async (_request, reply) =>
    reply.status(204).header('set-cookie', forgetSession(settings)).send(),
  );
}

/** The files of the console: hashed ones for ever, the page itself always anew. */
async function addConsolePages(
  server: HttpServer,
  face: ConsoleFace,
  settings: Pick<ConsoleSettings, 'network' | 'signUp'>,
): Promise<void> {
  const page = pageOf(face, settings);
  await server.register(fastifyStatic, {
    root: `${BUILT}assets/`,
    prefix: '/console/assets/',
    preCompressed: true,
    decorateReply: false,
    immutable: true,
    maxAge: '1y',
    index: false,
  });
  const paths = face === 'customer' ? ['/console', '/console/*'] : ['/', '/console', '/console/*'];
  for (const path of paths)
    server.get(path, async (_request, reply) =>
      reply
        .status(page === undefined ? 503 : 200)
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': POLICY,
          'cache-control': 'no-store',
        })
        .send(page ?? 'The console is not built. Run: npm run build'),
    );
}

/** The page as built, with what it must know before anybody has signed in. */
function pageOf(
  face: ConsoleFace,
  settings: Pick<ConsoleSettings, 'network' | 'signUp'>,
): string | undefined {
  const file = `${BUILT}index.html`;
  if (!existsSync(file)) return undefined;
  const environment = settings.network === 'production' ? 'production' : 'test';
  return readFileSync(file, 'utf8').replace(
    '<html lang="en">',
    `<html lang="en" data-face="${face}" data-env="${environment}" data-network="${settings.network}" data-sign-up="${settings.signUp}">`,
  );
}
