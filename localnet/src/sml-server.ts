import { X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { BDMSL, LRS, SML_SERVICES, type SmlService } from '@pappel/smp/sml-soap';
import { parseXml } from '@pappel/xml/parse';
import { child, childElements, type XmlElement } from '@pappel/xml/tree';
import { escapeText } from '@pappel/xml/write';
import { startDnsServer } from './dns-server.ts';
import type { IssuedKey } from './local-pki.ts';
import { OPERATIONS, SmlFault } from './sml-operations.ts';
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
const MAX_REQUEST = 1024 * 1024;

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
      (body) => send(response, 200, body),
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
): Promise<string> {
  const certificate = (request.socket as TLSSocket).getPeerX509Certificate();
  // An access point's certificate has the same root, but is no way in.
  if (!certificate?.checkIssued(smpCa)) throw new SmlFault('UnauthorizedFault', 'This is no SMP certificate');
  const body = bodyOf(await bytesOf(request));
  const { service, action } = asked(request);
  const operation = OPERATIONS[service][action];
  if (operation?.element !== body.localName)
    throw new SmlFault('BadRequestFault', `${action} with ${body.localName} is no operation of this service`);
  return operation.run({ state, zone, owner: certificate.fingerprint256, body });
}

/** The path names the service, the SOAP action the operation. */
function asked(request: IncomingMessage): { service: SmlService; action: string } {
  const service = (request.url ?? '').split('/').at(-1) as SmlService;
  const said = String(request.headers['soapaction'] ?? '').replace(/^"|"$/g, '');
  const prefix = Object.hasOwn(SML_SERVICES, service) ? SML_SERVICES[service] : undefined;
  if (prefix === undefined || !said.startsWith(prefix))
    throw new SmlFault('BadRequestFault', `${said} is no action of this service`);
  return { service, action: said.slice(prefix.length) };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_REQUEST) throw new SmlFault('BadRequestFault', 'The request is too long');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function bodyOf(bytes: Buffer): XmlElement {
  try {
    const body = child(parseXml(bytes), SOAP, 'Body');
    const [operation] = body ? childElements(body) : [];
    if (operation?.namespace === LRS || operation?.namespace === BDMSL) return operation;
  } catch (error) {
    throw new SmlFault('BadRequestFault', (error as Error).message);
  }
  throw new SmlFault('BadRequestFault', 'This is no operation of the SML');
}

function sendFault(response: ServerResponse, error: unknown): void {
  const { fault, message } =
    error instanceof SmlFault ? error : { fault: 'InternalErrorFault' as const, message: 'The SML failed' };
  const detail = `<lrs:${fault} xmlns:lrs="${LRS}"><lrs:FaultMessage>${escapeText(message)}</lrs:FaultMessage></lrs:${fault}>`;
  const body = `<soap:Fault><faultcode>soap:Server</faultcode><faultstring>${escapeText(message)}</faultstring><detail>${detail}</detail></soap:Fault>`;
  // Always 500 [SOAP 1.1 6.2]: peppol-commons, and phoss SMP with it, reads no fault from another status.
  send(response, 500, body);
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/xml; charset=utf-8' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="${SOAP}"><soap:Body>${body}</soap:Body></soap:Envelope>`,
  );
}
