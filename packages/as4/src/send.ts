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

/** Where the time of one attempt went; milliseconds. What was not reached has none. */
export interface SendPhases {
  /** When a connection was first asked for; what goes before is signing and encrypting. */
  startedAt?: Date;
  /** Until there was a connection, new or kept. */
  connectMs?: number;
  /** From there until the answer was read, or nothing more came. */
  answerMs?: number;
}

/**
 * Sends one message and judges the answer: build, post, read [AS4-prof 4]. Every expected end is a {@link SendOutcome}; how long it took is written into
 * `phases`.
 * Calling it again with the same message is a repeat that C3 can tell: same ids and digests, fresh encryption.
 */
export async function sendUserMessage(
  context: SendContext,
  message: OutgoingMessage,
  phases: SendPhases = {},
): Promise<SendOutcome> {
  const built = await buildRequest(message, context.key);
  const responseTimeout = context.responseTimeout ?? RESPONSE_TIMEOUT_MS;
  const { dispatcher, uploadTimeout } = context;
  phases.startedAt = new Date();
  const startedAt = performance.now();
  let connectedAt: number | undefined;
  const onConnected = () => {
    connectedAt ??= performance.now();
  };
  const options = { dispatcher, responseTimeout, uploadTimeout, onConnected };
  const answer = await post(message.endpointUrl, built, options);
  const endedAt = performance.now();
  phases.connectMs = (connectedAt ?? endedAt) - startedAt;
  if (connectedAt !== undefined) phases.answerMs = endedAt - connectedAt;
  if ('kind' in answer) return answer;
  const { messageId, receiverCertificate } = message;
  return readResponse(
    { messageId, references: built.references, receiverCertificate },
    answer,
    context.trust,
  );
}
