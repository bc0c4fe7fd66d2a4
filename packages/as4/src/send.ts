import type { KeyMaterial } from '@pappel/pki/key-material';
import type { Trust } from '@pappel/pki/trust';
import type { Dispatcher } from 'undici';
import { buildRequest, type OutgoingMessage } from './build-request.ts';
import { readResponse, type SendOutcome } from './read-response.ts';
import { post, RESPONSE_TIMEOUT_MS } from './transport.ts';

export interface SendContext {
  /** Opens the connections; `createAgent` of `./transport` makes one with the limits that Peppol asks for. */
  dispatcher: Dispatcher;
  /** Of our access point. */
  key: KeyMaterial;
  trust: Trust;
  /** Milliseconds to wait for the answer; two minutes when not given, which is what Peppol asks for. */
  responseTimeout?: number;
  /** Milliseconds to connect and to send the message; 5 s and 1 s for every 64 KB when not given. */
  uploadTimeout?: number;
}

/**
 * Sends one message and judges the answer: build, post, read [AS4-prof 4]. Every expected end is a {@link SendOutcome}.
 * Calling it again with the same message is a repeat that C3 can tell: same ids and digests, fresh encryption.
 */
export async function sendUserMessage(context: SendContext, message: OutgoingMessage): Promise<SendOutcome> {
  const built = await buildRequest(message, context.key);
  const responseTimeout = context.responseTimeout ?? RESPONSE_TIMEOUT_MS;
  const { dispatcher, uploadTimeout } = context;
  const answer = await post(message.endpointUrl, built, { dispatcher, responseTimeout, uploadTimeout });
  if ('kind' in answer) return answer;
  const { messageId, receiverCertificate } = message;
  return readResponse(
    { messageId, references: built.references, receiverCertificate },
    answer,
    context.trust,
  );
}
