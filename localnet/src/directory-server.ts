import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { createNaptrResolver } from '@pappel/smp/context';
import { Agent } from 'undici';
import { DirectoryIndex } from './directory-index.ts';
import { searchAnswer } from './directory-search.ts';
import type { IssuedKey } from './local-pki.ts';

export interface DirectoryOptions {
  dir: string;
  host: string;
  /** 0 for any free port. */
  port: number;
  tls: IssuedKey;
  /** Whose certificates may index: the SMP CA, followed by the root above it. */
  smpCaPem: string;
  /** Of the SMPs that are read. */
  tlsCaPem: string;
  zone: string;
  /** `host:port` */
  dns: string;
}

export interface Directory {
  url: string;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  json?: unknown;
}

const MAX_REQUEST = 4096;

/** The local network's Directory: anybody searches [PD-spec 4], SMPs index with their certificate [PD-spec 5]. */
export async function startDirectory(options: DirectoryOptions): Promise<Directory> {
  const dispatcher = new Agent({ connect: { ca: options.tlsCaPem, timeout: 3_000 } });
  const index = await DirectoryIndex.open(join(options.dir, 'directory.json'), {
    resolveNaptr: createNaptrResolver([options.dns]),
    zone: options.zone,
    dispatcher,
  });
  const smpCa = new X509Certificate(options.smpCaPem);
  const server = createServer(
    {
      key: options.tls.keyPem,
      cert: options.tls.certificatePem,
      ca: options.smpCaPem,
      requestCert: true,
      // Searching needs no certificate; indexing looks at it.
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2' as const,
      requestTimeout: 10_000,
    },
    (request, response) => {
      answer(request, index, smpCa)
        .catch((): Answer => ({ status: 500 }))
        .then(({ status, json }) => {
          response.writeHead(status, json === undefined ? {} : { 'content-type': 'application/json' });
          response.end(json === undefined ? undefined : JSON.stringify(json));
        });
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  return {
    url: `https://${options.host}:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await index.close();
      await dispatcher.destroy();
    },
  };
}

async function answer(
  request: IncomingMessage,
  index: DirectoryIndex,
  smpCa: X509Certificate,
): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'https://directory');
  if (url.pathname === '/search/1.0/json' && request.method === 'GET') {
    const found = searchAnswer(index.all(), url.searchParams);
    return found ? { status: 200, json: found } : { status: 400 };
  }
  const [, path] = /^\/indexer\/1\.0\/(.*)$/.exec(url.pathname) ?? [];
  if (path === undefined) return { status: 404 };
  const owner = smpOf(request, smpCa);
  if (!owner) return { status: 403 };
  return request.method === 'PUT' ? put(request, index, owner) : other(request.method, path, index, owner);
}

/** Fingerprint of the SMP certificate presented, if one is. */
function smpOf(request: IncomingMessage, smpCa: X509Certificate): string | undefined {
  const socket = request.socket as TLSSocket;
  const certificate = socket.getPeerX509Certificate();
  return socket.authorized && certificate?.checkIssued(smpCa) ? certificate.fingerprint256 : undefined;
}

async function put(request: IncomingMessage, index: DirectoryIndex, owner: string): Promise<Answer> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MAX_REQUEST) return { status: 400 };
  }
  const participant = parseParticipantId(text);
  if (!participant) return { status: 400 };
  await index.ask(participant, owner);
  return { status: 204 };
}

async function other(
  method: string | undefined,
  path: string,
  index: DirectoryIndex,
  owner: string,
): Promise<Answer> {
  const participant = parseParticipantId(decodeURIComponent(path));
  if (!participant) return { status: 400 };
  if (method === 'GET') return { status: index.has(participant) ? 204 : 404 };
  if (method !== 'DELETE') return { status: 405 };
  const holder = index.ownerOf(participant);
  if (holder === undefined) return { status: 404 };
  if (holder !== owner) return { status: 403 };
  await index.remove(participant);
  return { status: 204 };
}
