import { isIPv6 } from 'node:net';

/** Where somebody on this machine reaches who listens on `host`: who listens on every address is on loopback. */
export const ownHost = (host: string): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);

/** As it stands in a URL. */
export const hostInUrl = (host: string): string => (isIPv6(host) ? `[${host}]` : host);
