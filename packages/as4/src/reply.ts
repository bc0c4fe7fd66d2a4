import { randomUUID } from 'node:crypto';
import type { KeyMaterial } from '@pappel/pki/key-material';
import type { EbmsError } from './ebms-error.ts';
import { BODY_ID, BODY_XML, envelopeXml, faultBodyXml, MESSAGING_ID } from './envelope.ts';
import type { Received } from './receive.ts';
import { errorXml, receiptXml } from './signal-message.ts';
import { elementDigest, signatureXml } from './wss-signature.ts';

/** What goes back on the HTTP response [AS4-prof 4.6]. */
export interface As4Reply {
  httpStatus: number;
  contentType: string;
  body: Uint8Array;
  /** Message id of the signal. */
  signalId: string;
}

/**
 * The signed receipt for a message [AS4 5.1.8]. To be given only when the message is kept for good; a repeat gets a
 * receipt of its own, made from the repeat.
 */
export function receiptFor(received: Received, key: KeyMaterial): Promise<As4Reply> {
  const signalId = newSignalId(key);
  const ids = {
    elementId: MESSAGING_ID,
    messageId: signalId,
    refToMessageId: received.userMessage.messageId,
    timestamp: new Date(),
  };
  return signed(signalId, receiptXml(ids, received.references), key);
}

/** A signed ebMS error; `refToMessageId` when the request's id could be read. */
export function errorReply(
  error: EbmsError,
  refToMessageId: string | undefined,
  key: KeyMaterial,
): Promise<As4Reply> {
  const signalId = newSignalId(key);
  const ids = { elementId: MESSAGING_ID, messageId: signalId, refToMessageId, timestamp: new Date() };
  const body = error.fault && faultBodyXml(error.fault, error.description);
  return signed(signalId, errorXml(ids, error), key, body);
}

function newSignalId(key: KeyMaterial): string {
  return `${randomUUID()}@${key.certificate.seatId ?? 'pappel'}`;
}

/** ebMS errors go out with 200, as their sender must read them first; only a SOAP fault has a status of its own. */
async function signed(
  signalId: string,
  messaging: string,
  key: KeyMaterial,
  fault?: string,
): Promise<As4Reply> {
  const body = fault ?? BODY_XML;
  const references = [elementDigest(MESSAGING_ID, messaging), elementDigest(BODY_ID, body)];
  const security = await signatureXml(references, key);
  return {
    httpStatus: fault === undefined ? 200 : 500,
    contentType: 'application/soap+xml; charset=UTF-8',
    body: Buffer.from(envelopeXml(security, messaging, body)),
    signalId,
  };
}
