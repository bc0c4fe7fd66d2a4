import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createParticipant, createSmp, type SmlContext } from '@pappel/smp/sml';
import { Agent } from 'undici';
import type { Installation } from './installation.ts';
import { participant } from './senders.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

export interface HostilePeer {
  url: string;
  /** Issued by the SMP authority of the network. */
  smp: { keyPem: string; certificatePem: string };
  /** Decides what it answers to everything from now on. */
  answers(answer: Answer): void;
  /** Puts a participant of the network under this SMP. */
  register(id: string): Promise<void>;
}

const opened = new WeakMap<Installation, Promise<HostilePeer>>();

/** An SMP of the network, and an access point on the same port, that answer whatever an attack wants. */
export function hostilePeer(target: Installation): Promise<HostilePeer> {
  const peer = opened.get(target) ?? open(target);
  opened.set(target, peer);
  return peer;
}

async function open({ pki, smlUrl }: Installation): Promise<HostilePeer> {
  const tls = await pki.issueTlsServer(['127.0.0.1']);
  const smp = await pki.issueSmp('POP666667');
  let answer: Answer = (_request, response) => response.end();
  const server = createServer({ key: tls.keyPem, cert: tls.certificatePem }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response, Buffer.concat(chunks)));
    request.on('error', () => undefined);
    response.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connect = { ca: pki.tlsCaPem, key: smp.keyPem, cert: smp.certificatePem };
  const sml: SmlContext = { url: smlUrl(), dispatcher: new Agent({ connect }), smpId: 'HOSTILE' };
  const created = await createSmp(sml, { url, ip: '127.0.0.1' });
  const now = (): SmlContext => ({ ...sml, url: smlUrl() });
  if (!created.ok) throw new Error(created.message);
  return {
    url,
    smp,
    answers: (next) => {
      answer = next;
    },
    register: async (id) => {
      const outcome = await createParticipant(now(), participant(id));
      if (!outcome.ok) throw new Error(outcome.message);
    },
  };
}
