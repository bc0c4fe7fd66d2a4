import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';

/** A console's own road to its API: the same routes, with the session from its cookie. */
export interface Road {
  /** What the console asks below, and what of it is the API's. */
  prefix: string;
  leadsTo: string;
  /** Of the cookie. Cookies know no ports: two consoles of one host need two names. */
  cookie: string;
  /** Whether people reach us by https; the cookie is bound to it then. */
  secure: boolean;
}

export const customerRoad = (publicUrl: string): Road => ({
  prefix: '/console/api',
  leadsTo: '/v1/',
  cookie: 'pappel',
  secure: publicUrl.startsWith('https:'),
});

export const operatorRoad = (operatorUrl: string): Road => ({
  prefix: '/api',
  leadsTo: '/operator/v1/',
  cookie: 'pappel-operator',
  secure: operatorUrl.startsWith('https:'),
});

/** What only a script of our own origin can send along: a form or a link of another site cannot. */
export const OWN_SCRIPT = 'x-pappel-console';

const nameOf = ({ secure, cookie }: Road): string => (secure ? `__Host-${cookie}` : cookie);

/** The header that keeps a session in the browser, where no script can read it, until it ends. */
export function keepSession(token: string, expires: Date, road: Road): string {
  return setCookie(token, { expires }, road);
}

/** The header that makes the browser forget it. */
export function forgetSession(road: Road): string {
  return setCookie('', { maxAge: 0 }, road);
}

function setCookie(value: string, life: { expires?: Date; maxAge?: number }, road: Road): string {
  return stringifySetCookie({
    name: nameOf(road),
    value,
    ...life,
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: road.secure,
  });
}

/**
 * Leads a request of a console to its API, with the session of its cookie as its credential. A request that writes gets
 * no credential unless a script of our own origin sent it; what another origin sent never gets one.
 *
 * @returns the path to answer, the request's own where it does not come by the console's road
 */
export function takeRoad(request: IncomingMessage, road: Road): string {
  const url = request.url ?? '/';
  if (!url.startsWith(`${road.prefix}${road.leadsTo}`)) return url;
  const { headers } = request;
  const token = parseCookie(headers.cookie ?? '')[nameOf(road)];
  delete headers.cookie;
  delete headers['x-api-key'];
  delete headers.authorization;
  if (token && isOwn(request)) headers.authorization = `Bearer ${token}`;
  return url.slice(road.prefix.length);
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
