import { request } from 'undici';
import { DEFAULT_LIMITS, type SmpContext } from './context.ts';
import { readBody } from './read-body.ts';

/** What fetching from an SMP needs. */
export type SmpReader = Pick<SmpContext, 'dispatcher' | 'refuseUrl' | 'limits'>;

export type Fetched =
  | { kind: 'document'; bytes: Uint8Array }
  | { kind: 'not-found' }
  /** It must not be asked, or its answer must not be read. */
  | { kind: 'refused'; detail: string }
  | { kind: 'unreachable'; detail: string };

/**
 * GET of an SMP resource, bounded in time and size [SMP 1.4 5.1]. Only 404 is "not found"; HTTP redirects are not
 * followed, as a server must not send any; every other status may be different the next time.
 */
export async function fetchResource(context: SmpReader, url: string): Promise<Fetched> {
  const objection = refuseAddress(context, url);
  if (objection) return { kind: 'refused', detail: `${url}: ${objection}` };
  const { responseBytes, requestMs } = { ...DEFAULT_LIMITS, ...context.limits };
  try {
    const { statusCode, body } = await request(url, {
      dispatcher: context.dispatcher,
      headers: { accept: 'application/xml, text/xml', 'user-agent': 'Pappel' },
      headersTimeout: requestMs,
      bodyTimeout: requestMs,
      signal: AbortSignal.timeout(requestMs),
    });
    if (statusCode !== 200) {
      await body.dump({ limit: 65_536 });
      return statusOf(url, statusCode);
    }
    const bytes = await readBody(body, responseBytes);
    return bytes
      ? { kind: 'document', bytes }
      : { kind: 'refused', detail: `${url} answers more than ${responseBytes} bytes` };
  } catch (error) {
    return { kind: 'unreachable', detail: `${url}: ${reasonOf(error)}` };
  }
}

/** Why an address that came from outside must not be called, or undefined. SMPs and access points: https only. */
function refuseAddress(context: SmpReader, url: string): string | undefined {
  if (!URL.canParse(url)) return 'it is no URL';
  return new URL(url).protocol === 'https:' ? context.refuseUrl?.(url) : 'it is not reached by https';
}

function statusOf(url: string, status: number): Fetched {
  if (status === 404) return { kind: 'not-found' };
  if (status >= 300 && status < 400)
    return { kind: 'refused', detail: `${url} redirects by HTTP, which an SMP must not` };
  return { kind: 'unreachable', detail: `${url} answers ${status}` };
}

function reasonOf(error: unknown): string {
  const { message, code, name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError') return 'no complete answer in time';
  return message || code || 'the connection failed';
}
