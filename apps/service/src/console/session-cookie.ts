import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';

/** The console's own road to the API: the same routes, with the session from its cookie. */
const ROAD = '/console/api';
/** What only a script of our own origin can send along: a form or a link of another site cannot. */
export const OWN_SCRIPT = 'x-pappel-console';

export interface CookieSettings {
  /** Whether people reach us by https; the cookie is bound to it then. */
  secure: boolean;
}

const nameOf = ({ secure }: CookieSettings): string => (secure ? '__Host-pappel' : 'pappel');

/** The header that keeps a session in the browser, where no script can read it, until it ends. */
export function keepSession(token: string, expires: Date, settings: CookieSettings): string {
  return setCookie(token, { expires }, settings);
}

/** The header that makes the browser forget it. */
export function forgetSession(settings: CookieSettings): string {
  return setCookie('', { maxAge: 0 }, settings);
}

function setCookie(
  value: string,
  life: { expires?: Date; maxAge?: number },
  settings: CookieSettings,
): string {
  const { secure } = settings;
  return stringifySetCookie({
    name: nameOf(settings),
    value,
    ...life,
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure,
  });
}

/**
 * Leads a request of the console to the API, with the session of its cookie as its credential. A request that writes gets
 * no credential unless a script of our own origin sent it; what another origin sent never gets one.
 *
 * @returns the path to answer, the request's own where it does not come by the console's road
 */
export function takeConsoleRoad(request: IncomingMessage, settings: CookieSettings): string {
  const url = request.url ?? '/';
  if (!url.startsWith(`${ROAD}/v1/`)) return url;
  const { headers } = request;
  const token = parseCookie(headers.cookie ?? '')[nameOf(settings)];
  delete headers.cookie;
  delete headers['x-api-key'];
  delete headers.authorization;
  if (token && isOwn(request)) headers.authorization = `Bearer ${token}`;
  return url.slice(ROAD.length);
}

function isOwn({ method, headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (headers.origin !== undefined && !sameHost(headers.origin, headers.host)) return false;
  return method === 'GET' || method === 'HEAD' || headers[OWN_SCRIPT] === '1';
}

function sameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
