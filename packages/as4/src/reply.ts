import { randomUUID } from 'node:crypto';
import type { KeyMaterial } from '@pappel/pki/key-material';
import type { EbmsError } from './ebms-error.ts';
import { BODY_ID, BODY_XML, envelopeXml, MESSAGING_ID } from './envelope.ts';
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

/** The signed receipt for a message. To be given only when the message is kept for good; for a repeat again. */
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
  return signed(signalId, errorXml(ids, error), key);
}

const newSignalId = (key: KeyMaterial): string => `${randomUUID()}@${key.certificate.commonName ?? 'pappel'}`;

async function signed(signalId: string, messaging: string, key: KeyMaterial): Promise<As4Reply> {
  const references = [elementDigest(MESSAGING_ID, messaging), elementDigest(BODY_ID, BODY_XML)];
  const security = await signatureXml(references, key);
  return {
    httpStatus: 200,
    contentType: 'application/soap+xml; charset=UTF-8',
    body: Buffer.from(envelopeXml(security, messaging)),
    signalId,
  };
}
