import { Resolver } from 'node:dns/promises';
import type { Trust } from '@pappel/pki/trust';
import { type Dispatcher, request } from 'undici';

export interface NaptrRecord {
  order: number;
  preference: number;
  flags: string;
  service: string;
  regexp: string;
  replacement: string;
}

/** What looking up needs: names, HTTP, trust and time. */
export interface SmpContext {
  /** NAPTR records of a name. Throws with the code ENOTFOUND or ENODATA when there are none, another on trouble. */
  resolveNaptr(name: string): Promise<NaptrRecord[]>;
  dispatcher: Dispatcher;
  trust: Trust;
  /** The SML's zone, without dots at the ends. */
  zone: string;
  clock(): Date;
  /** Why a URL must not be called, or undefined. Refuses private addresses outside a local network. */
  refuseUrl?(url: string): string | undefined;
}

/** A resolver asking `servers` (`host:port`), or those of the system, twice before it gives up. */
export function createNaptrResolver(servers?: readonly string[]): SmpContext['resolveNaptr'] {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (servers && servers.length > 0) resolver.setServers(servers);
  return (name) => resolver.resolveNaptr(name);
}

export type Fetched =
  | { kind: 'document'; bytes: Uint8Array }
  | { kind: 'not-found' }
  | { kind: 'refused'; detail: string }
  | { kind: 'unreachable'; detail: string };

const RESPONSE_LIMIT = 2 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** GET of an SMP resource, bounded in time and size; redirects are not followed [SMP 1.4 5.1]. */
export async function fetchResource(context: SmpContext, url: string): Promise<Fetched> {
  const objection = url.startsWith('https://') ? context.refuseUrl?.(url) : 'an SMP must be reached by https';
  if (objection) return { kind: 'refused', detail: `${url}: ${objection}` };
  try {
    const response = await request(url, {
      dispatcher: context.dispatcher,
      headers: { accept: 'application/xml, text/xml' },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > RESPONSE_LIMIT)
        return { kind: 'refused', detail: `${url} answers more than ${RESPONSE_LIMIT} bytes` };
      chunks.push(chunk);
    }
    if (response.statusCode === 200) return { kind: 'document', bytes: Buffer.concat(chunks, size) };
    if (response.statusCode === 404) return { kind: 'not-found' };
    return { kind: 'unreachable', detail: `${url} answers ${response.statusCode}` };
  } catch (error) {
    return { kind: 'unreachable', detail: `${url}: ${(error as Error).message}` };
  }
}
