import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isNeverCalled, isPrivateAddress } from './private-address.ts';

/**
 * Asks the name servers itself: `dns.lookup` waits in one of the few threads that the whole process has for it, so that
 * some names of a name server which never answers would keep every other name waiting.
 */
const usualResolver = new dns.Resolver({ timeout: 2_000, tries: 2 });

/** No name, for now: the name servers do not answer, or not in order. */
const NOT_FOUND = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];

/**
 * The public addresses of a host, IPv4 first. Throws an error with the code ENOTFOUND or EAI_AGAIN, or EACCES when all that
 * it has are private.
 */
export async function publicAddresses(host: string, resolver = usualResolver): Promise<LookupAddress[]> {
  const found = await addressesOf(host, resolver);
  const addresses = found.filter(({ address }) => !isPrivateAddress(address));
  if (addresses.length === 0) throw failure(host, 'EACCES', 'has no public address');
  return addresses;
}

async function addressesOf(host: string, resolver: dns.Resolver): Promise<LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  // [RFC 6761 6.3]
  if (/(^|\.)localhost\.?$/i.test(host)) return [{ address: '127.0.0.1', family: 4 }];
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled'
      ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
      : [],
  );
  if (found.length > 0) return found;
  const isSure = answers.every(
    (answer) => answer.status === 'fulfilled' || NOT_FOUND.includes(answer.reason.code),
  );
  throw failure(host, isSure ? 'ENOTFOUND' : 'EAI_AGAIN', 'cannot be found');
}

const failure = (host: string, code: string, what: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${host} ${what} (${code})`), { code });

/**
 * Looks a host up for a connection, and leaves out its private addresses: a name that came from outside may lead into our
 * own network, and may lead elsewhere when it is looked up again, so that only the connection itself can tell.
 */
export const publicLookupBy = (resolver: dns.Resolver): LookupFunction =>
  lookupBy((host) => publicAddresses(host, resolver));

export const publicLookup: LookupFunction = publicLookupBy(usualResolver);

/**
 * The addresses of a host as the machine itself knows it, without those that are never called: for a local network, and for
 * what the operator named. Throws as `publicAddresses` does.
 */
export async function callableAddresses(host: string): Promise<LookupAddress[]> {
  const found = await dns.lookup(host, { all: true });
  const addresses = found.filter(({ address }) => !isNeverCalled(address));
  if (addresses.length === 0) throw failure(host, 'EACCES', 'has no address that may be called');
  return addresses;
}

/** The lookup of connections that may reach loopback and private addresses too. [WHK-20] */
export const insideLookup: LookupFunction = lookupBy(callableAddresses);

function lookupBy(addressesOf: (host: string) => Promise<LookupAddress[]>): LookupFunction {
  return (hostname, { all, family }, callback) => {
    const wanted = family === 4 || family === 'IPv4' ? 4 : family === 6 || family === 'IPv6' ? 6 : undefined;
    addressesOf(hostname).then(
      (found) => {
        const addresses = wanted === undefined ? found : found.filter((one) => one.family === wanted);
        const [first] = addresses;
        if (!first) callback(failure(hostname, 'ENOTFOUND', 'has no address of that family'), []);
        else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
