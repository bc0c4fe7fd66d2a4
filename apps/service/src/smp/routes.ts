import { createHash } from 'node:crypto';
import { ByteGate, LONGEST_WAIT_MS } from '../platform/http/byte-budget.ts';
import type { HttpServer } from '../platform/http/http-server.ts';
import { cardOf, type SmpServerDeps, serviceGroupOf, serviceMetadataOf } from './service-metadata.ts';
import type { Resource } from './signed.ts';

const XML = 'application/xml; charset=UTF-8';
/**
 * Questions that ask the database at once: whoever asks a thousand things must not hold up everybody else's. Documents that
 * come in have as many places of their own (inbound/accept.ts): who looks addresses up keeps none of them waiting, nor they
 * him, and both together leave some of the connections to customers and jobs.
 */
const AT_ONCE = 8;
/** A change is seen everywhere after a minute; whoever asks again meanwhile needs no body. */
const CACHE_CONTROL = 'public, max-age=60';

interface Conditions {
  'if-none-match'?: string;
  'if-modified-since'?: string;
}

interface Answer {
  status: 200 | 304 | 404;
  headers: Record<string, string>;
  body?: string;
}

/** 404 without a body for what we do not serve; 304 to who has it already, by its tag or by its age. */
function answerTo(conditions: Conditions, resource: Resource | undefined): Answer {
  if (!resource) return { status: 404, headers: { 'cache-control': 'no-store' } };
  const etag = `"${createHash('sha256').update(resource.content).digest('base64url')}"`;
  const modified = Math.floor(resource.changedAt.getTime() / 1000) * 1000;
  const headers = {
    etag,
    'last-modified': new Date(modified).toUTCString(),
    'cache-control': CACHE_CONTROL,
    'content-type': XML,
  };
  const tags = conditions['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  const isKnown = tags
    ? tags.includes(etag) || tags.includes('*')
    : Date.parse(conditions['if-modified-since'] ?? '') >= modified;
  return isKnown ? { status: 304, headers } : { status: 200, headers, body: resource.content };
}

/** What the network reads, on its own port. [SMP 1.4 5.3] */
export function addSmpRoutes(server: HttpServer, deps: SmpServerDeps): void {
  const asking = new ByteGate(AT_ONCE);
  const serve = <Params>(path: string, find: (params: Params) => Promise<Resource | undefined>): void => {
    server.get<{ Params: Params }>(path, async (request, reply) => {
      const leave = await asking.enter(1, { longestMs: LONGEST_WAIT_MS });
      try {
        // Who went away meanwhile is not looked for.
        if (request.raw.socket.destroyed) return reply;
        const { status, headers, body } = answerTo(request.headers, await find(request.params as Params));
        return reply.status(status).headers(headers).send(body);
      } finally {
        leave();
      }
    });
  };
  serve<{ participant: string }>('/:participant', (params) => serviceGroupOf(deps, params.participant));
  serve<{ participant: string; documentType: string }>('/:participant/services/:documentType', (params) =>
    serviceMetadataOf(deps, params.participant, params.documentType),
  );
  serve<{ participant: string }>('/businesscard/:participant', (params) => cardOf(deps, params.participant));
}
