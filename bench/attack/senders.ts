import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect as connectPlain, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { buildRequest, type OutgoingMessage } from '@pappel/as4/build-request';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { writeSbd } from '@pappel/sbdh/write';
import { request } from 'undici';
import { ROOT } from '../../scripts/demo-installation.ts';
import { type Installation, OUR_SENDER, OURS } from './installation.ts';

export const INVOICE = readFileSync(join(ROOT, 'packages/validation/tests/fixtures/invoice.xml'));

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A constant of the attacks is wrong');
  return value;
}
export const BILLING = known(aliasToType('invoice'));
export const participant = (id: string) => known(parseParticipantId(id));

export interface Sent {
  method?: 'POST' | 'PUT' | 'GET';
  contentType?: string;
  body?: Uint8Array | string;
  headers?: Record<string, string>;
}

/** Sends a request and answers its status, with the code of the error or signal in it. */
export async function send(target: Installation, url: string, sent: Sent): Promise<string> {
  const answer = await request(url, {
    dispatcher: target.dispatcher,
    method: sent.method ?? 'POST',
    headers: { 'content-type': sent.contentType ?? 'application/json', ...sent.headers },
    body: sent.body ?? null,
    headersTimeout: 80_000,
    bodyTimeout: 80_000,
  });
  const text = await answer.body.text();
  const error = /errorCode="([^"]+)"/.exec(text)?.[1] ?? /"code":"([^"]+)"/.exec(text)?.[1];
  const what = error ?? (text.includes(':Receipt>') ? 'Receipt' : '');
  const size = text.length > 20_000 ? `, ${text.length} bytes` : '';
  return `${answer.statusCode} ${what}${size}`.trim();
}

export const withKey = ({ key }: Installation): Record<string, string> => ({
  authorization: `Bearer ${key}`,
});

/** A document of the network to our participant, in an envelope, from an access point that is trusted. */
export function message(
  target: Installation,
  document: Uint8Array,
  changes: Partial<OutgoingMessage> = {},
): OutgoingMessage {
  const [sender, receiver] = [participant(OUR_SENDER), participant(OURS)];
  const envelope = {
    sender,
    receiver,
    ...BILLING,
    instanceIdentifier: randomUUID(),
    creationDateTime: new Date(),
    countryC1: 'SE',
  };
  return {
    endpointUrl: target.as4Url,
    receiverCertificate: target.certificate,
    messageId: `${randomUUID()}@attack`,
    conversationId: '1',
    timestamp: new Date(),
    ...BILLING,
    originalSender: sender,
    finalRecipient: receiver,
    payload: writeSbd(envelope, document),
    ...changes,
  };
}

export interface As4Body {
  contentType: string;
  body: Buffer;
}

/** The bytes of a signed and encrypted message. */
export async function as4Body(target: Installation, outgoing: OutgoingMessage): Promise<As4Body> {
  const built = await buildRequest(outgoing, target.attacker);
  return { contentType: built.contentType, body: Buffer.concat([...built.body()]) };
}

/** A document that the installation sends to itself, as its customers do all day. */
export async function sendInvoice(target: Installation): Promise<void> {
  const sent = { sender: OUR_SENDER, receiver: OURS, type: 'invoice', payload: INVOICE.toString() };
  const url = `${target.api}/v1/messages`;
  const answer = await send(target, url, { body: JSON.stringify(sent), headers: withKey(target) });
  if (answer !== '202') throw new Error(`An invoice was not taken: ${answer}`);
}

/** A bare connection, to say less than HTTP asks for. */
export function connectTo(target: Installation, url: string): Promise<Socket> {
  const { protocol, hostname: host, port } = new URL(url);
  const where = { host, port: Number(port), localAddress: '127.0.0.2' };
  return new Promise((resolve, reject) => {
    const socket =
      protocol === 'https:'
        ? connectTls({ ...where, ca: target.pki.tlsCaPem }, () => resolve(socket))
        : connectPlain(where, () => resolve(socket));
    socket.once('error', reject);
  });
}
