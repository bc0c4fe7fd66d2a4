import { randomUUID } from 'node:crypto';
import { type DocumentTypeId, type ProcessId, processParts } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { Certificate } from '@pappel/pki/certificate';
import type { KeyMaterial } from '@pappel/pki/key-material';
import type { TrustedCertificate } from '@pappel/pki/trust';
import { As4Error } from './as4-error.ts';
import { compress } from './compression.ts';
import { BODY_ID, BODY_XML, envelopeXml, MESSAGING_ID } from './envelope.ts';
import { messagingXml } from './user-message.ts';
import { type AttachmentCipher, encryptAttachment } from './wss-encryption.ts';
import { elementDigest, type ReferenceDigest, signatureXml } from './wss-signature.ts';

/** One document to send to one access point. The same ids on every attempt, so that C3 can tell a repeat [AS4 3.2]. */
export interface OutgoingMessage {
  endpointUrl: string;
  /** Of the receiving access point, from the service metadata. */
  receiverCertificate: TrustedCertificate;
  messageId: string;
  conversationId: string;
  timestamp: Date;
  documentTypeId: DocumentTypeId;
  processId: ProcessId;
  originalSender: ParticipantId;
  finalRecipient: ParticipantId;
  /** The Standard Business Document as chunks, UTF-8. They are read, not kept and not joined. */
  payload: readonly Uint8Array[];
}

export interface BuiltRequest {
  contentType: string;
  contentLength: number;
  /** The HTTP body, produced while it is sent; once. */
  body(): Generator<Uint8Array>;
  /** What was signed: the receipt must name exactly these. */
  references: ReferenceDigest[];
}

/**
 * Compresses, signs and encrypts a message into the bytes of its HTTP request [AS4-prof 4]. No network.
 *
 * @param key of the sending access point, whose seat becomes From; To is the seat of the receiver's certificate
 * @throws As4Error SEAT_ID_MISSING when one of the two certificates is no access point's
 */
export async function buildRequest(message: OutgoingMessage, key: KeyMaterial): Promise<BuiltRequest> {
  // Derived, not random: a repeat has the same header and so the same digests.
  const contentId = `payload-${message.messageId.replace(/[^A-Za-z0-9.@-]/g, '')}`;
  const process = processParts(message.processId);
  const messaging = messagingXml(
    {
      messageId: message.messageId,
      timestamp: message.timestamp,
      from: seatOf(key.certificate),
      to: seatOf(message.receiverCertificate),
      service: process.value,
      serviceType: process.scheme,
      action: message.documentTypeId,
      conversationId: message.conversationId,
      originalSender: message.originalSender,
      finalRecipient: message.finalRecipient,
    },
    MESSAGING_ID,
    contentId,
  );
  const { chunks, digest } = await compress(message.payload);
  const references = [
    elementDigest(MESSAGING_ID, messaging),
    elementDigest(BODY_ID, BODY_XML),
    { uri: `cid:${contentId}`, digest },
  ];
  const signature = await signatureXml(references, key);
  const cipher = encryptAttachment(chunks, contentId, message.receiverCertificate);
  const soap = envelopeXml(cipher.xml + signature, messaging);
  return { ...multipart(soap, contentId, cipher), references };
}

function seatOf({ seatId, subjectName }: Certificate): string {
  if (seatId !== undefined) return seatId;
  throw new As4Error('SEAT_ID_MISSING', `${subjectName} is not the certificate of an access point`);
}

function multipart(
  soap: string,
  contentId: string,
  attachment: AttachmentCipher,
): Omit<BuiltRequest, 'references'> {
  const boundary = `pappel-${randomUUID()}`;
  const rootId = 'soap@pappel';
  const part = (type: string, id: string): string =>
    `Content-Type: ${type}\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <${id}>\r\n\r\n`;
  const head = Buffer.from(
    `--${boundary}\r\n${part('application/soap+xml; charset=UTF-8', rootId)}${soap}\r\n` +
      `--${boundary}\r\n${part('application/octet-stream', contentId)}`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/related; type="application/soap+xml"; boundary="${boundary}"; start="<${rootId}>"; start-info="application/soap+xml"`,
    contentLength: head.length + attachment.length + tail.length,
    *body() {
      yield head;
      yield* attachment.chunks();
      yield tail;
    },
  };
}
