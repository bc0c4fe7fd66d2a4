import { isIP } from 'node:net';
import { invalidField } from '../platform/errors.ts';
import { refuseNeverCalledUrl, refusePrivateUrl } from '../platform/private-address.ts';
import { callableAddresses, publicAddresses } from '../platform/public-lookup.ts';

/** What endpoints may be, on this installation. */
export interface TargetRules {
  /** https only: where documents are real. */
  httpsOnly: boolean;
  /** Only addresses of the internet: wherever others than ourselves can make us call. Else loopback and private ones too. */
  publicOnly: boolean;
}

const LONGEST = 2_000;

/** Why a URL may not be called, as far as its text tells; asked again before every attempt. */
export function refuseTarget(url: string, { httpsOnly, publicOnly }: TargetRules): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return 'is no http or https URL';
  if (httpsOnly && parsed.protocol !== 'https:') return 'must begin with https://';
  if (parsed.username !== '' || parsed.password !== '') return 'must have no user and no password in it';
  if (publicOnly && parsed.port !== '' && Number(parsed.port) < 1024)
    return 'must have port 443, 80, or one from 1024';
  const reason = publicOnly ? refusePrivateUrl(url) : refuseNeverCalledUrl(url);
  return reason && `may not be called: ${reason}`;
}

/** The URL of an endpoint as it is kept, or VALIDATION_FAILED. Its host must have an address that may be called. */
export async function readTarget(text: string, rules: TargetRules): Promise<string> {
  const reason = text.length > LONGEST ? 'is too long' : refuseTarget(text, rules);
  if (reason) throw invalidField('url', `${reason}; send another one`);
  const url = new URL(text);
  url.hash = '';
  await requireCallableHost(url.hostname.replace(/^\[|\]$/g, ''), rules);
  return url.href;
}

async function requireCallableHost(host: string, { publicOnly }: TargetRules): Promise<void> {
  if (isIP(host) !== 0) return;
  try {
    await (publicOnly ? publicAddresses(host) : callableAddresses(host));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES')
      throw invalidField('url', 'its host has no address that may be called; send another one');
    // On a local network a receiver may be started later than its endpoint is made.
    if (publicOnly) throw invalidField('url', 'its host cannot be found; check the name');
  }
}
