/**
 * Our access point as a program of its own, with the same control port as the foreign ones: it sends what it is given, and
 * gives a receipt for what it gets. Argument: the directory of the key stores.
 */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { receive } from '@pappel/as4/receive';
import { errorReply, receiptFor } from '@pappel/as4/reply';
import { sendUserMessage } from '@pappel/as4/send';
import { createAgent } from '@pappel/as4/transport';
import { readAnchors } from '@pappel/pki/anchors';
import { createRevocationCheck, type RevocationOptions } from '@pappel/pki/revocation';
import { Trust } from '@pappel/pki/trust';
import { INVOICE, OURS, THEIRS } from './documents.ts';
import { material, PEER_SEAT, STORE_PASSWORD } from './world.ts';

const stores = process.argv[2] ?? '';
const inStores = (name: string): Buffer => readFileSync(join(stores, name));
const keyOf = (name: string) => material({ pkcs12: inStores(`${name}.p12`), password: STORE_PASSWORD });

const anchors = readAnchors(inStores('anchors.pem').toString(), 'local');
if ('problem' in anchors) throw new Error(anchors.problem);
const revocation = createRevocationCheck({ fetch: fetch as RevocationOptions['fetch'] });
const trust = new Trust(anchors.anchors, undefined, revocation);
const key = keyOf('peer');
const receiver = await trust.check(keyOf('ours').certificate, 'access-point');
if (!receiver.trusted) throw new Error(receiver.detail);
const receiverCertificate = receiver.certificate;
const sending = { dispatcher: createAgent(), key, trust };

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const endpoint = await listen(async (incoming, response) => {
  const contentType = incoming.headers['content-type'] ?? '';
  const received = await receive({ keys: [key], trust }, { contentType, body: await bytesOf(incoming) });
  if (received.kind === 'received') createHash('sha256').update(received.payload).digest();
  const reply =
    received.kind === 'received'
      ? await receiptFor(received, key)
      : await errorReply(received.error, received.refToMessageId, key);
  response.writeHead(reply.httpStatus, { 'content-type': reply.contentType }).end(reply.body);
});

const control = await listen(async (incoming, response) => {
  const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://control');
  if (pathname === '/as4-port') return response.end(`port=${endpoint}\n`);
  const outcome = await sendUserMessage(sending, {
    endpointUrl: searchParams.get('url') ?? '',
    receiverCertificate,
    messageId: `${randomUUID()}@${PEER_SEAT}`,
    conversationId: randomUUID(),
    timestamp: new Date(),
    ...INVOICE,
    originalSender: THEIRS,
    finalRecipient: OURS,
    payload: [await bytesOf(incoming)],
  });
  return response.end(`result=${outcome.kind === 'receipt' ? 'RECEIPT' : JSON.stringify(outcome)}\n`);
});
console.log(`CONTROL ${control}`);

/** Serves on a free port of loopback, which is answered. */
async function listen(serve: (...given: Parameters<RequestListener>) => Promise<unknown>): Promise<number> {
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((problem) => {
      console.error(problem);
      response.writeHead(500).end(String(problem));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
