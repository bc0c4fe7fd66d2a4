import { Resolver } from 'node:dns/promises';
import type { Trust } from '@pappel/pki/trust';
import type { Dispatcher } from 'undici';

/** One NAPTR record, in the words of RFC 3403 and of `node:dns`. */
export interface NaptrRecord {
  order: number;
  preference: number;
  flags: string;
  service: string;
  regexp: string;
  replacement: string;
}

/** How much of an SMP we put up with. */
export interface SmpLimits {
  /** Bytes of one answer. Real ones have some ten thousand. */
  responseBytes: number;
  /** Milliseconds for one request from connecting to the last byte, so that nobody holds us by dripping. */
  requestMs: number;
}

export const DEFAULT_LIMITS: SmpLimits = { responseBytes: 1024 * 1024, requestMs: 10_000 };

/** What looking up needs: names, HTTP, trust and time. */
export interface SmpContext {
  /** NAPTR records of a name. Throws with the code ENOTFOUND or ENODATA when there are none, another on trouble. */
  resolveNaptr(name: string): Promise<NaptrRecord[]>;
  dispatcher: Dispatcher;
  trust: Pick<Trust, 'check'>;
  /** The SML's zone, without dots at the ends. */
  zone: string;
  clock(): Date;
  /** Why a URL must not be called, or undefined. Refuses private addresses outside a local network. */
  refuseUrl?: ((url: string) => string | undefined) | undefined;
  /** Whatever is not given is as in {@link DEFAULT_LIMITS}. */
  limits?: Partial<SmpLimits>;
}

/**
 * A resolver asking `servers` (`host:port`, `[v6]:port`), or those of the system: over UDP, over TCP when the answer is
 * cut short, and a second time when none comes. Give the answer to {@link SmpContext.resolveNaptr}.
 *
 * @param timeoutMs how long to wait for the first answer
 */
export function createNaptrResolver(
  servers?: readonly string[],
  { timeoutMs = 3_000 }: { timeoutMs?: number } = {},
): SmpContext['resolveNaptr'] {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers && servers.length > 0) resolver.setServers(servers);
  return (name) => resolver.resolveNaptr(name);
}
