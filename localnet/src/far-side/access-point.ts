import { ebmsError, notServiced } from '@pappel/as4/ebms-error';
import { type As4Request, type ReceiveContext, receive } from '@pappel/as4/receive';
import { type As4Reply, errorReply, receiptFor } from '@pappel/as4/reply';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { SeatId } from '@pappel/peppol-ids/seat-id';
import { parseSeatId } from '@pappel/peppol-ids/seat-id';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { readSbd } from '@pappel/sbdh/read';
import type { Sbdh } from '@pappel/sbdh/sbdh';
import { startAs4Server } from './as4-server.ts';
import type { Listening, TlsServerOptions } from './listening.ts';
import { type MagicReceiver, receiverAt } from './receivers.ts';

export interface AccessPointOptions extends TlsServerOptions {
  key: KeyMaterial;
  as4: ReceiveContext;
  provider: ParticipantId;
  /** Told once a document was taken whose receiver rejects it afterwards. */
  onTaken(sbdh: Sbdh, sender: SeatId, afterMs: number): void;
}

/** Messages that were failed once; who comes back after so many others is failed again. */
const MOST_REMEMBERED = 10_000;

/** The far side's access point: real AS4, with an answer that depends on the receiver alone. */
export function startAccessPoint(options: AccessPointOptions): Promise<Listening> {
  const failedOnce = new Set<string>();
  return startAs4Server({
    ...options,
    inTurn: true,
    answer: (request) => answer(options, failedOnce, request),
  });
}

async function answer(
  options: AccessPointOptions,
  failedOnce: Set<string>,
  request: As4Request,
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
