/**
 * The rest of the network, in a process of its own: a provider with a seat, an SMP and access points for 200 receivers,
 * senders, and the endpoint to which the customers have their webhooks sent. It tells what it gave and got.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startAs4Server } from '@pappel/localnet/as4-server';
import { startMetadataServer } from '@pappel/localnet/metadata-server';
import { type LocalNetwork, openLocalNetwork } from '@pappel/localnet/network';
import { openPost } from '@pappel/localnet/post';
import { register } from '@pappel/localnet/register';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { type KeyMaterial, readKeyMaterial } from '@pappel/pki/key-material';
import { FarReceivers } from './far-receivers.ts';
import { FarSenders, type Inbound } from './far-senders.ts';
import { type Receiver, STRANGER } from './population.ts';

export interface FarOptions {
  dataDir: string;
  networkDir: string;
  dns: string;
  smlUrl: string;
  receivers: readonly Receiver[];
  customers: readonly ParticipantId[];
  /** Where nobody listens. */
  closedPort: number;
  seed: number;
}

export interface FarReady {
  hooksUrl: string;
}

/** What it is told: to send so many documents a second, or to say what happened. */
export type FarOrder = { sendPerSecond: number } | 'count' | 'tell';

export interface FarCount {
  receipts: number;
  underWay: number;
}

export interface FarTold {
  /** Receipts given, by the number of the document. */
  receipts: [number: string, times: number][];
  sent: Inbound[];
  /** Webhooks by the status that they told of. */
  hooks: [type: string, times: number][];
  processorMs: number;
}

const HOST = '127.0.0.1';

function usable(key: Parameters<typeof readKeyMaterial>[0]): KeyMaterial {
  const read = readKeyMaterial(key);
  if ('problem' in read) throw new Error(read.problem);
  return read;
}

/** Where a webhook may arrive; what it says is read as far as its type. */
async function startHooks() {
  const hooks = new Map<string, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const type = /"type":"([^"]+)"/.exec(Buffer.concat(chunks).toString())?.[1] ?? 'none';
      hooks.set(type, (hooks.get(type) ?? 0) + 1);
      response.writeHead(204).end();
    });
  });
  server.keepAliveTimeout = 30_000;
  server.listen(0, HOST);
  await once(server, 'listening');
  return { hooks, url: `http://${HOST}:${(server.address() as AddressInfo).port}` };
}

async function publish(options: FarOptions, network: LocalNetwork, as4Url: string): Promise<void> {
  const invoice = aliasToType('invoice');
  if (!invoice) throw new Error('nobody knows invoices');
  const types = new Map([[invoice.documentTypeId, invoice.processId]]);
  const certificateDer = usable(network.accessPoint).certificate.x509.raw;
  const urlOf = ({ participant, manner }: Receiver): string =>
    `${manner === 'refuses-connections' ? `https://${HOST}:${options.closedPort}` : as4Url}/as4/${participant.slice(5)}`;
  const published = [...options.receivers, { participant: STRANGER, manner: 'good' } as const].map(
    (receiver) => ({ participant: receiver.participant, types, url: urlOf(receiver), certificateDer }),
  );
  const tls = { key: network.tls.keyPem, cert: network.tls.certificatePem };
  const smp = await startMetadataServer({ host: HOST, tls, key: usable(network.smp), published });
  const smpPem = { key: network.smp.keyPem, cert: network.smp.certificatePem };
  const { smlUrl, tlsCaPem } = network;
  const participants = published.map(({ participant }) => participant);
  await register({ smlUrl, tlsCaPem, smpPem, smpId: 'LOAD-SMP' }, smp.url, participants);
}

async function main(options: FarOptions): Promise<void> {
  const { dataDir, networkDir, dns, smlUrl, customers, seed } = options;
  const network = await openLocalNetwork({ dataDir, networkDir, host: HOST, join: { dns, smlUrl } });
  const key = usable(network.accessPoint);
  const { post, trust } = openPost({ ...network, key });
  const receivers = new FarReceivers(key, { keys: [key], trust }, options.receivers);
  const tls = { key: network.tls.keyPem, cert: network.tls.certificatePem };
  const as4 = await startAs4Server({
    host: HOST,
    tls,
    answer: (request) => receivers.answer(request),
    mostConnections: 2_000,
  });
  await publish(options, network, as4.url);
  const senders = new FarSenders(post, customers, seed);
  const { hooks, url: hooksUrl } = await startHooks();
  const answers = {
    count: (): FarCount => ({ receipts: receivers.receipts.size, underWay: senders.underWay }),
    tell: (): FarTold => {
      const { user, system } = process.cpuUsage();
      const processorMs = (user + system) / 1_000;
      return { receipts: [...receivers.receipts], sent: senders.sent, hooks: [...hooks], processorMs };
    },
  };
  process.on('message', (order: FarOrder) => {
    if (typeof order === 'object') senders.perSecond = order.sendPerSecond;
    else process.send?.(answers[order]());
  });
  process.send?.({ hooksUrl } satisfies FarReady);
}

process.once('disconnect', () => process.exit(0));
process.once('message', (options: FarOptions) => void main(options));
