import { X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { naptrName } from '@pappel/smp/locate';
import { LRS } from '@pappel/smp/sml';
import { parseXml } from '@pappel/xml/parse';
import { child, childElements, findAll, textOf, type XmlElement } from '@pappel/xml/tree';
import { escapeText } from '@pappel/xml/write';
import { startDnsServer } from './dns-server.ts';
import type { IssuedKey } from './local-pki.ts';
import { SmlState } from './sml-state.ts';

export interface SmlOptions {
  dir: string;
  zone: string;
  host: string;
  /** 0 for any free port. */
  dnsPort: number;
  smlPort: number;
  tls: IssuedKey;
  /** Who may come with a client certificate: the SMP CA, followed by the root above it. */
  smpCaPem: string;
}

export interface Sml {
  dns: { host: string; port: number };
  url: string;
  close(): Promise<void>;
}

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const IDS = 'http://busdox.org/transport/identifiers/1.0/';
type FaultName = 'UnauthorizedFault' | 'BadRequestFault' | 'NotFoundFault' | 'InternalErrorFault';
const STATUS: Record<FaultName, number> = {
  UnauthorizedFault: 401,
  BadRequestFault: 400,
  NotFoundFault: 404,
  InternalErrorFault: 500,
};

class SmlFault extends Error {
  readonly fault: FaultName;
  constructor(fault: FaultName, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** The local network's SML: the SOAP interface that SMPs manage their participants by, and the DNS server in front. */
export async function startSml(options: SmlOptions): Promise<Sml> {
  const state = await SmlState.open(join(options.dir, 'sml.json'));
  const dns = await startDnsServer(options.zone, (name) => state.urlOf(name), {
    host: options.host,
    port: options.dnsPort,
  });
  const { keyPem: key, certificatePem: cert } = options.tls;
  const tls = {
    key,
    cert,
    ca: options.smpCaPem,
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2' as const,
  };
  const smpCa = new X509Certificate(options.smpCaPem);
  const server = createServer(tls, (request, response) => {
    answer(request, state, smpCa, options.zone).then(
      () => send(response, 200, ''),
      (error: unknown) => sendFault(response, error),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.smlPort, options.host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.smlPort;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await dns.close();
  };
  return { dns, url: `https://${options.host}:${port}/edelivery-sml`, close };
}

async function answer(
  request: IncomingMessage,
  state: SmlState,
  smpCa: X509Certificate,
  zone: string,
): Promise<void> {
  const certificate = (request.socket as TLSSocket).getPeerX509Certificate();
  // An access point's certificate has the same root, but is no way in.
  if (!certificate?.checkIssued(smpCa)) throw new SmlFault('UnauthorizedFault', 'This is no SMP certificate');
  const owner = certificate.fingerprint256;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const operation = operationOf(Buffer.concat(chunks));
  switch (operation.localName) {
    case 'CreateServiceMetadataPublisherService':
      return createPublisher(state, operation, owner);
    case 'UpdateServiceMetadataPublisherService':
      return updatePublisher(state, operation, owner);
    case 'CreateParticipantIdentifier':
      return createParticipant(state, operation, owner, zone);
    case 'DeleteParticipantIdentifier':
      return deleteParticipant(state, operation, owner, zone);
    default:
      throw new SmlFault('BadRequestFault', `${operation.localName} is not an operation of this SML`);
  }
}

function operationOf(bytes: Buffer): XmlElement {
  try {
    const body = child(parseXml(bytes), SOAP, 'Body');
    const [operation] = body ? childElements(body) : [];
    if (operation?.namespace === LRS) return operation;
  } catch (error) {
    throw new SmlFault('BadRequestFault', (error as Error).message);
  }
  throw new SmlFault('BadRequestFault', 'This is no operation of the SML');
}

function text(operation: XmlElement, namespace: string, name: string): string {
  const [found] = findAll(operation, namespace, name);
  const value = found ? textOf(found).trim() : '';
  if (value === '') throw new SmlFault('BadRequestFault', `${name} is missing`);
  return value;
}

async function createPublisher(state: SmlState, operation: XmlElement, owner: string): Promise<void> {
  const smpId = text(operation, LRS, 'ServiceMetadataPublisherID');
  if (state.publisher(smpId)) throw new SmlFault('BadRequestFault', `The SMP ${smpId} exists already`);
  await state.setPublisher(smpId, { owner, url: addressOf(operation) });
}

async function updatePublisher(state: SmlState, operation: XmlElement, owner: string): Promise<void> {
  const smpId = text(operation, LRS, 'ServiceMetadataPublisherID');
  requireOwner(state, smpId, owner);
  await state.setPublisher(smpId, { owner, url: addressOf(operation) });
}

function addressOf(operation: XmlElement): string {
  const url = text(operation, LRS, 'LogicalAddress');
  if (!url.startsWith('https://')) throw new SmlFault('BadRequestFault', 'The SMP must be reached by https');
  return url;
}

function requireOwner(state: SmlState, smpId: string, owner: string): void {
  const publisher = state.publisher(smpId);
  if (!publisher) throw new SmlFault('NotFoundFault', `The SMP ${smpId} is not registered`);
  if (publisher.owner !== owner)
    throw new SmlFault('UnauthorizedFault', `The SMP ${smpId} belongs to another certificate`);
}

async function createParticipant(
  state: SmlState,
  operation: XmlElement,
  owner: string,
  zone: string,
): Promise<void> {
  const smpId = text(operation, LRS, 'ServiceMetadataPublisherID');
  requireOwner(state, smpId, owner);
  const id = participantOf(operation);
  const name = naptrName(id, zone);
  if (state.participant(name))
    throw new SmlFault('BadRequestFault', `The participant ${id} is registered already`);
  await state.setParticipant(name, { smpId, id });
}

async function deleteParticipant(
  state: SmlState,
  operation: XmlElement,
  owner: string,
  zone: string,
): Promise<void> {
  const name = naptrName(participantOf(operation), zone);
  const entry = state.participant(name);
  if (!entry) throw new SmlFault('NotFoundFault', 'The participant is not registered');
  requireOwner(state, entry.smpId, owner);
  await state.removeParticipant(name);
}

function participantOf(operation: XmlElement): ParticipantId {
  const id = parseParticipantId(text(operation, IDS, 'ParticipantIdentifier'));
  if (!id) throw new SmlFault('BadRequestFault', 'The participant identifier is not valid');
  return id;
}

function sendFault(response: ServerResponse, error: unknown): void {
  const { fault, message } =
    error instanceof SmlFault ? error : { fault: 'InternalErrorFault' as const, message: 'The SML failed' };
  const detail = `<lrs:${fault} xmlns:lrs="${LRS}"><lrs:FaultMessage>${escapeText(message)}</lrs:FaultMessage></lrs:${fault}>`;
  const body = `<soap:Fault><faultcode>soap:Server</faultcode><faultstring>${escapeText(message)}</faultstring><detail>${detail}</detail></soap:Fault>`;
  send(response, STATUS[fault], body);
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/xml; charset=utf-8' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="${SOAP}"><soap:Body>${body}</soap:Body></soap:Envelope>`,
  );
}
