import { randomUUID } from 'node:crypto';
import { type DocumentTypeId, type ProcessId, processParts } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { KeyMaterial } from '@pappel/pki/key-material';
import type { TrustedCertificate } from '@pappel/pki/trust';
import { compress } from './compression.ts';
import { BODY_ID, BODY_XML, envelopeXml, MESSAGING_ID } from './envelope.ts';
import { messagingXml } from './user-message.ts';
import { encryptAttachment } from './wss-encryption.ts';
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
  /** The Standard Business Document as chunks, UTF-8. */
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

/** Compresses, signs and encrypts a message into the bytes of its HTTP request [AS4-prof 4]. No network. */
export async function buildRequest(message: OutgoingMessage, key: KeyMaterial): Promise<BuiltRequest> {
  // Derived, not random: a repeat has the same header and so the same digests.
  const contentId = `payload-${message.messageId.replace(/[^A-Za-z0-9.@-]/g, '')}`;
  const process = processParts(message.processId);
  const messaging = messagingXml(
    {
      messageId: message.messageId,
      timestamp: message.timestamp,
      from: key.certificate.commonName ?? '',
      to: message.receiverCertificate.commonName ?? '',
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

interface Attachment {
  length: number;
  chunks(): Generator<Uint8Array>;
}

function multipart(soap: string, contentId: string, attachment: Attachment) {
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
