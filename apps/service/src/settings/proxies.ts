import { isIP } from 'node:net';
import type { Settings } from './settings.ts';

/**
 * Addresses of proxies. `true` or a number of hops would believe what a caller who comes past the proxy writes into
 * X-Forwarded-For, and every limit per source address could be fooled.
 */
export function trustedProxies(settings: Settings): false | string[] {
  const text = settings.text('TRUST_PROXY')?.trim() ?? '';
  if (text === '' || text === 'false' || text === '0') return false;
  const proxies = text.split(',').map((one) => one.trim());
  if (proxies.every(isProxyAddress)) return proxies;
  settings.problem(
    `TRUST_PROXY=${text} is no list of addresses. Name those of your proxies, such as 10.0.0.7,loopback.`,
  );
  return false;
}

function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits = '0'] = text.split('/');
  return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
}
