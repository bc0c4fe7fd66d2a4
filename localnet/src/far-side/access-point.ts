import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { ebmsError, notServiced } from '@pappel/as4/ebms-error';
import { type ReceiveContext, receive } from '@pappel/as4/receive';
import { type As4Reply, errorReply, receiptFor } from '@pappel/as4/reply';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { SeatId } from '@pappel/peppol-ids/seat-id';
import { parseSeatId } from '@pappel/peppol-ids/seat-id';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { readSbd } from '@pappel/sbdh/read';
import type { Sbdh } from '@pappel/sbdh/sbdh';
import { type Listening, listening, type TlsServerOptions } from './listening.ts';
import { type MagicReceiver, receiverAt } from './receivers.ts';

export interface AccessPointOptions extends TlsServerOptions {
  key: KeyMaterial;
  as4: ReceiveContext;
  provider: ParticipantId;
  /** Told once a document was taken whose receiver rejects it afterwards. */
  onTaken(sbdh: Sbdh, sender: SeatId, afterMs: number): void;
}

const LARGEST_MESSAGE = 42 * 1024 * 1024;
/** Messages that were failed once; who comes back after so many others is failed again. */
const MOST_REMEMBERED = 10_000;

/** The far side's access point: real AS4, with an answer that depends on the receiver alone. */
export async function startAccessPoint(options: AccessPointOptions): Promise<Listening> {
  const failedOnce = new Set<string>();
  // One after the other: whatever comes at once, one message is in memory.
  let turn: Promise<unknown> = Promise.resolve();
  const server = createServer(options.tls, (request, response) => {
    const answered = turn.then(async () => {
      const body = await bodyOf(request);
      if (!body) return response.writeHead(413).end();
      const contentType = request.headers['content-type'] ?? '';
      const reply = await answer(options, failedOnce, { contentType, body });
      return response.writeHead(reply.httpStatus, { 'content-type': reply.contentType }).end(reply.body);
    });
    turn = answered.catch(() => response.destroy());
  });
  return listening(server, options.host);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > LARGEST_MESSAGE) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

async function answer(
  options: AccessPointOptions,
  failedOnce: Set<string>,
  request: { contentType: string; body: Uint8Array },
): Promise<As4Reply> {
  const { key, provider } = options;
  const received = await receive(options.as4, request);
  if (received.kind === 'refused') return errorReply(received.error, received.refToMessageId, key);
  const { messageId } = received.userMessage;
  if (received.isTest) return receiptFor(received, key);
  const reading = readSbd(received.payload);
  if (!reading.ok) {
    const what = reading.errors.map(({ id }) => id).join(', ');
    return errorReply(ebmsError('EBMS:0004', `The envelope is not valid: ${what}`), messageId, key);
  }
  const { sbdh } = reading;
  if (sbdh.receiver === provider) return receiptFor(received, key);
  const receiver = receiverAt(sbdh.receiver);
  const objection = whyNot(receiver, messageId, failedOnce);
  if (objection) return errorReply(objection, messageId, key);
  const sender = parseSeatId(received.userMessage.from);
  if (sender && receiver?.rejectsAfterMs !== undefined)
    options.onTaken(sbdh, sender, receiver.rejectsAfterMs);
  return receiptFor(received, key);
}

function whyNot(receiver: MagicReceiver | undefined, messageId: string, failedOnce: Set<string>) {
  if (!receiver || receiver.reaction === 'refusal')
    return notServiced('This receiver of the sandbox is not served');
  if (receiver.reaction !== 'error-then-receipt' || failedOnce.delete(messageId)) return undefined;
  if (failedOnce.size >= MOST_REMEMBERED) failedOnce.clear();
  failedOnce.add(messageId);
  return ebmsError('EBMS:0202', 'This receiver of the sandbox fails at the first attempt');
}
