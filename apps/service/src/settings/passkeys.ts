import type { RelyingParty } from '../platform/webauthn/relying-party.ts';
import type { Settings } from './settings.ts';

/**
 * For customers: from PUBLIC_URL, with PASSKEY_RP_ID for a wider domain and PASSKEY_ORIGINS for pages that are elsewhere in it. Browsers
 * know passkeys on https and on localhost only, and never for an IP address: then it is undefined.
 */
export function readRelyingParty(settings: Settings, publicUrl: string): RelyingParty | undefined {
  const home = homeOf(publicUrl);
  const asked = list(settings.text('PASSKEY_ORIGINS'));
  const origins = [...(home ? [home.origin] : []), ...asked];
  const id = settings.text('PASSKEY_RP_ID') ?? home?.hostname ?? hostOf(asked[0]);
  if (id === undefined) return undefined;
  for (const stranger of origins.filter((origin) => !isWithin(origin, id)))
    settings.problem(
      `${stranger} is no page on which a passkey of ${id} can be used. Correct PASSKEY_RP_ID or PASSKEY_ORIGINS.`,
    );
  return { id, name: 'Pappel', origins };
}

/** For the operator's people, who come to OPERATOR_URL and nowhere else. */
export function operatorRelyingParty(operatorUrl: string): RelyingParty | undefined {
  const home = homeOf(operatorUrl);
  return home && { id: home.hostname, name: 'Pappel operator', origins: [home.origin] };
}

const list = (text = ''): string[] =>
  text
    .split(',')
    .map((one) => one.trim().replace(/\/+$/, ''))
    .filter(Boolean);

const hostOf = (origin: string | undefined): string | undefined =>
  origin === undefined ? undefined : URL.parse(origin)?.hostname;

/** A loopback address is also called localhost, and by that name browsers know passkeys there. */
function homeOf(publicUrl: string): URL | undefined {
  const url = URL.parse(publicUrl);
  if (!url) return undefined;
  if (url.hostname === '127.0.0.1' || url.hostname === '[::1]') url.hostname = 'localhost';
  return isWithin(url.origin, url.hostname) ? url : undefined;
}

function isWithin(origin: string, id: string): boolean {
  const url = URL.parse(origin);
  if (!url || url.origin !== origin || /^[\d.]+$|^\[/.test(url.hostname)) return false;
  const isSecure =
    url.protocol === 'https:' || (url.protocol === 'http:' && /(^|\.)localhost$/.test(url.hostname));
  return isSecure && (url.hostname === id || url.hostname.endsWith(`.${id}`));
}
