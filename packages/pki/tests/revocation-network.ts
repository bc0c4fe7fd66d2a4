import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IssuedKey, type LocalPki, openLocalPki } from '@pappel/localnet/local-pki';
import {
  openRevocationAuthority,
  type RevocationAuthority,
  type RevocationAuthorityOptions,
} from '@pappel/localnet/revocation-authority';
import { readAnchors } from '../src/anchors.ts';
import { type Certificate, readCertificate } from '../src/certificate.ts';
import { createRevocationCheck, type RevocationCheck, type RevocationOptions } from '../src/revocation.ts';

export type Behaviour =
  | 'ok'
  | 'down'
  | 'drip'
  | 'silent'
  | 'redirect'
  | number
  | Uint8Array
  | ((asked: Uint8Array) => Promise<Uint8Array>);

/** An authority whose OCSP and revocation list can each be told to misbehave. */
export interface RevocationNetwork {
  dir: string;
  url: string;
  pki: LocalPki;
  issuer: Certificate;
  authority(options?: RevocationAuthorityOptions): Promise<RevocationAuthority>;
  ocsp: Behaviour;
  crl: Behaviour;
  /** Paths that were asked for. */
  heard: string[];
  /** What time it is for the client. */
  now: Date;
  check(options?: Partial<RevocationOptions>): RevocationCheck;
  issue(): Promise<Certificate>;
  revoked(reason?: 'keyCompromise' | 'certificateHold'): Promise<Certificate>;
  close(): Promise<void>;
}

export const newDirectory = (): string => mkdtempSync(join(tmpdir(), 'pappel-revocation-'));

export function certificateOf(issued: IssuedKey | string): Certificate {
  const found = readCertificate(typeof issued === 'string' ? issued : issued.certificatePem);
  assert.ok(found);
  return found;
}

export async function openRevocationNetwork(): Promise<RevocationNetwork> {
  const dir = newDirectory();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    network.heard.push(path);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const behaviour = path === '/ocsp' ? network.ocsp : network.crl;
    if (behaviour === 'down') return request.socket.destroy();
    if (behaviour === 'silent') return undefined;
    if (behaviour === 'redirect') return response.writeHead(302, { location: '/elsewhere' }).end();
    if (behaviour === 'drip') {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 10);
      return response.once('close', () => clearInterval(timer));
    }
    if (typeof behaviour === 'number') return response.writeHead(behaviour).end();
    if (behaviour instanceof Uint8Array) return response.end(behaviour);
    const asked = Buffer.concat(chunks);
    if (behaviour !== 'ok') return response.end(await behaviour(asked));
    const authority = await network.authority();
    return response.end(
      await (path === '/ocsp' ? authority.answer(asked) : authority.list(path === '/smp.crl' ? 'smp' : 'ap')),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const pki = await openLocalPki(dir, { revocationUrl: url });
  const anchors = readAnchors(pki.anchorsPem, 'local');
  assert.ok('anchors' in anchors);
  const [issuer] = anchors.anchors.accessPointCas;
  assert.ok(issuer);
  const clock = () => network.now;
  const network: RevocationNetwork = {
    dir,
    url,
    pki,
    issuer,
    authority: (options = {}) => openRevocationAuthority(dir, { clock, ...options }),
    ocsp: 'ok',
    crl: 'ok',
    heard: [],
    now: new Date(),
    check: (options = {}) =>
      createRevocationCheck({ fetch: fetch as RevocationOptions['fetch'], clock, ...options }),
    issue: async () => certificateOf(await pki.issueAccessPoint('POP000001')),
    revoked: async (reason = 'keyCompromise') => {
      const issued = await pki.issueAccessPoint('POP000002');
      await pki.revoke(issued.certificatePem, { reason, since: new Date('2026-10-01T10:00:00Z') });
      return certificateOf(issued);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return network;
}
