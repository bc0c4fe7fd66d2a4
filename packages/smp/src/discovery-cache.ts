import { LRUCache } from 'lru-cache';
import type { SmpContext } from './context.ts';
import { type Discovery, discover, type Wanted } from './discover.ts';

/** Lookups in a quarter of an hour ask the same SMP once; more receivers than this push out those unused for longest [peppol-facts 3]. */
const KEPT_MS = 15 * 60_000;
const KEPT = 1_000;

interface Remembered {
  discovery: Discovery;
  until: number;
}

/** Remembers where receivers were found. What was not found, and trouble, is asked anew each time. */
export class DiscoveryCache {
  readonly #context: SmpContext;
  readonly #known = new LRUCache<string, Remembered>({ max: KEPT });

  constructor(context: SmpContext) {
    this.#context = context;
  }

  /** As `discover`; `isRemembered` says that nobody was asked. */
  async find(wanted: Wanted): Promise<{ discovery: Discovery; isRemembered: boolean }> {
    const key = keyOf(wanted);
    const now = this.#context.clock().getTime();
    const known = this.#known.get(key);
    if (known && known.until > now && (await this.#isTrusted(known.discovery)))
      return { discovery: known.discovery, isRemembered: true };
    const discovery = await discover(this.#context, wanted);
    this.#known.delete(key);
    if (discovery.kind === 'found') this.#known.set(key, { discovery, until: now + KEPT_MS });
    return { discovery, isRemembered: false };
  }

  /** A certificate may have been revoked, or have expired, since it was found. */
  async #isTrusted(discovery: Discovery): Promise<boolean> {
    if (discovery.kind !== 'found') return false;
    return (await this.#context.trust.check(discovery.endpoint.certificate, 'access-point')).trusted;
  }

  /** After a failed send the receiver may have moved: it is looked up again [SMP 1.4 5.2.3]. */
  forget(wanted: Wanted): void {
    this.#known.delete(keyOf(wanted));
  }
}

const keyOf = ({ participant, documentTypeId, processId }: Wanted): string =>
  `${participant}\n${documentTypeId}\n${processId}`;
