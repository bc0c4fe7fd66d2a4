import { Readable } from 'node:stream';
import type { KeyMaterial } from '@pappel/pki/key-material';
import type { Trust } from '@pappel/pki/trust';
import { type Dispatcher, request } from 'undici';
import { buildRequest, type OutgoingMessage } from './build-request.ts';
import { readResponse, type SendOutcome } from './read-response.ts';

export interface SendContext {
  dispatcher: Dispatcher;
  /** Of our access point. */
  key: KeyMaterial;
  trust: Trust;
  /** Milliseconds to wait for the answer; two minutes is what Peppol asks for. */
  responseTimeout?: number;
}

const RESPONSE_TIMEOUT_MS = 120_000;
const RESPONSE_LIMIT = 4 * 1024 * 1024;
/** Above this the body is made while it is sent, so that it is not held twice. */
const STREAM_ABOVE = 1024 * 1024;

/** Sends one message and judges the answer. Redirects are not followed. The one function here that opens a socket. */
export async function sendUserMessage(context: SendContext, message: OutgoingMessage): Promise<SendOutcome> {
  const built = await buildRequest(message, context.key);
  const timeout = context.responseTimeout ?? RESPONSE_TIMEOUT_MS;
  try {
    const response = await request(message.endpointUrl, {
      dispatcher: context.dispatcher,
      method: 'POST',
      headers: { 'content-type': built.contentType, 'content-length': String(built.contentLength) },
      body:
        built.contentLength > STREAM_ABOVE
          ? Readable.from(built.body(), { objectMode: false })
          : Buffer.concat([...built.body()]),
      headersTimeout: timeout,
      bodyTimeout: timeout,
    });
    const body = await readBounded(response.body);
    const contentType = String(response.headers['content-type'] ?? '');
    const sent = {
      messageId: message.messageId,
      references: built.references,
      receiverCertificate: message.receiverCertificate,
    };
    return await readResponse(sent, { httpStatus: response.statusCode, contentType, body }, context.trust);
  } catch (error) {
    return { kind: 'transport', ...transportFailure(error) };
  }
}

async function readBounded(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > RESPONSE_LIMIT) throw new Error('The answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

const TIMEOUTS = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
]);
const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH)/;

function transportFailure(error: unknown): {
  code: 'CONNECTION_FAILED' | 'TLS_FAILED' | 'TIMEOUT';
  detail: string;
} {
  const { code, message, cause } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException };
  const actual = code ?? cause?.code ?? '';
  const detail = message || actual;
  if (TIMEOUTS.has(actual)) return { code: 'TIMEOUT', detail };
  if (TLS_CODE.test(actual)) return { code: 'TLS_FAILED', detail };
  return { code: 'CONNECTION_FAILED', detail };
}
