import { LRUCache } from 'lru-cache';
import type { OperatorPrincipal } from '../platform/access/operator-access.ts';
import { isTrouble } from '../platform/db/trouble.ts';
import { hashSecret } from '../platform/secret.ts';

/** How long a credential is remembered after it opened something, and how many are. */
const REMEMBERED_MS = 15 * 60_000;
const MOST_REMEMBERED = 1_000;

type Find = (credential: string) => Promise<OperatorPrincipal | undefined>;

/**
 * While the database is away nobody can be looked up, and just then health and metrics must be told: whoever came in of
 * late comes in as a viewer. What needs the database does not answer anyway. [OPR-22]
 */
export function rememberOperators(find: Find): Find {
  const lately = new LRUCache<string, OperatorPrincipal>({ max: MOST_REMEMBERED, ttl: REMEMBERED_MS });
  return async (credential) => {
    const key = hashSecret(credential).toString('base64');
    try {
      const found = await find(credential);
      if (found) lately.set(key, found);
      else lately.delete(key);
      return found;
    } catch (error) {
      const remembered = isTrouble(error) ? lately.get(key) : undefined;
      if (!remembered || hasEnded(remembered)) throw error;
      return { ...remembered, role: 'viewer' };
    }
  };
}

const hasEnded = ({ credential }: OperatorPrincipal): boolean =>
  'expiresAt' in credential && credential.expiresAt <= new Date();
