import { lookup as lookupAll } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-address.ts';

/**
 * Looks a host up for a connection, and leaves out its private addresses: a name that came from outside may lead into our
 * own network, and may lead elsewhere when it is looked up again, so that only the connection itself can tell.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookupAll(hostname, { ...options, all: true }, (error, found = []) => {
    if (error) return callback(error, []);
    const addresses = found.filter(({ address }) => !isPrivateAddress(address));
    const [first] = addresses;
    if (!first) {
      const refusal = Object.assign(new Error(`${hostname} has no public address`), { code: 'EACCES' });
      return callback(refusal, []);
    }
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};
