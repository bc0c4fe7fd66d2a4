import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { RevocationAuthority } from './revocation-authority.ts';

export interface RevocationServer {
  /** Without slash at the end. */
  url: string;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  type?: string;
  body?: Uint8Array;
}

const MAX_REQUEST = 8 * 1024;

/**
 * Serves OCSP at `/ocsp` [RFC 6960 A] and revocation lists at `/ap.crl` and `/smp.crl`, by HTTP without TLS as everywhere:
 * what is served is signed.
 */
export async function startRevocationServer(
  authority: RevocationAuthority,
  at: { host: string; port: number },
): Promise<RevocationServer> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    answer(authority, request)
      .catch((): Answer => ({ status: 500 }))
      .then(({ status, type, body }) => {
        response.writeHead(status, {
          ...(type ? { 'content-type': type } : {}),
          'content-length': body?.length ?? 0,
        });
        response.end(body);
      });
  });
  await listen(server, at);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : at.port;
  return {
    url: `http://${at.host}:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function listen(server: Server, at: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, () => resolve());
  });
}

async function answer(authority: RevocationAuthority, request: IncomingMessage): Promise<Answer> {
  const path = (request.url ?? '').split('?')[0] ?? '';
  const [, ca] = /^\/(ap|smp)\.crl$/.exec(path) ?? [];
  if (ca === 'ap' || ca === 'smp')
    return { status: 200, type: 'application/pkix-crl', body: await authority.list(ca) };
  if (path !== '/ocsp' && !path.startsWith('/ocsp/')) return { status: 404 };
  const asked = request.method === 'POST' ? await bodyOf(request) : requestIn(path);
  if (!asked) return { status: 413 };
  return { status: 200, type: 'application/ocsp-response', body: await authority.answer(asked) };
}

/** A GET has the request as base64 in its path [RFC 6960 A.1]. */
function requestIn(path: string): Uint8Array {
  return Buffer.from(decodeURIComponent(path.slice('/ocsp/'.length)), 'base64');
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_REQUEST) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
