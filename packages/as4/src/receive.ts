import type { KeyMaterial } from '@pappel/pki/key-material';
import type { Trust, TrustedCertificate } from '@pappel/pki/trust';
import type { SignedReference } from '@pappel/xml/signature';
import { child, type XmlElement } from '@pappel/xml/tree';
import { decompress } from './compression.ts';
import { type EbmsError, ebmsError } from './ebms-error.ts';
import { type MimePart, readMultipart } from './mime.ts';
import { NS, PROFILE } from './peppol-profile.ts';
import { readSoap, type SoapMessage } from './soap.ts';
import { type ReadUserMessage, readUserMessage, type UserMessage } from './user-message.ts';
import { decryptAttachment } from './wss-encryption.ts';
import { verifyWss } from './wss-signature.ts';

declare const brand: unique symbol;

/** A message whose signature, certificate, addressing and encryption hold. Made only by {@link receive}. */
export interface Received {
  readonly [brand]: 'Received';
  readonly kind: 'received';
  readonly userMessage: UserMessage;
  /** The Standard Business Document, decrypted and decompressed. */
  readonly payload: Uint8Array;
  readonly senderCertificate: TrustedCertificate;
  /** What the sender signed, for the receipt. */
  readonly references: SignedReference[];
  /** The SOAP part as it came: proof of what was signed. */
  readonly soap: Uint8Array;
  /** An ebMS test message: give the receipt, deliver nothing. */
  readonly isTest: boolean;
}

export interface Refused {
  readonly kind: 'refused';
  readonly error: EbmsError;
  readonly refToMessageId: string | undefined;
}

export interface ReceiveContext {
  /** Our present key first, then former ones that messages may still be encrypted for. */
  keys: readonly KeyMaterial[];
  trust: Trust;
  /** Bytes of the decompressed envelope; more is refused. */
  payloadLimit: number;
}

/**
 * Opens a request to our AS4 endpoint [AS4-prof 4]: MIME, SOAP, header values, decryption, signature over Messaging,
 * Body and attachment, the sender's certificate, decompression. Nothing is handed out before all of it holds.
 * No network, no clock but the trust's. Duplicates and addressees are for the caller to judge.
 */
export async function receive(
  context: ReceiveContext,
  request: { contentType: string; body: Uint8Array },
): Promise<Received | Refused> {
  const parts = readMultipart(request.contentType, request.body);
  const [root, ...attachments] = parts ?? [];
  if (!root) return refused(ebmsError('EBMS:0007', 'The message is no complete multipart/related'));
  const soap = readSoap(root.body);
  if (!('messaging' in soap)) return refused(soap);
  const userElement = child(soap.messaging, NS.eb, 'UserMessage');
  if (!userElement) return refused(ebmsError('EBMS:0009', 'There is no UserMessage'));
  const user = readUserMessage(userElement);
  if (!('message' in user)) return refused(user, rawMessageId(userElement));
  const result = await open(context, soap, user, attachments);
  if ('code' in result) return refused(result, user.message.messageId);
  return { kind: 'received', userMessage: user.message, soap: root.body, ...result } as Received;
}

const refused = (error: EbmsError, refToMessageId?: string): Refused => ({
  kind: 'refused',
  error,
  refToMessageId,
});

function rawMessageId(userMessage: XmlElement): string | undefined {
  const info = child(userMessage, NS.eb, 'MessageInfo');
  const id = info && child(info, NS.eb, 'MessageId');
  const [text] = id?.children ?? [];
  return text?.kind === 'text' ? text.value.trim() : undefined;
}

type Opened = Pick<Received, 'payload' | 'senderCertificate' | 'references' | 'isTest'>;

async function open(
  context: ReceiveContext,
  soap: SoapMessage,
  user: ReadUserMessage,
  attachments: MimePart[],
): Promise<Opened | EbmsError> {
  const { message, contentId } = user;
  if (!soap.security) return ebmsError('EBMS:0101', 'The message is not signed');
  const plain = await decryptPayload(context, soap.security, soap.ids, contentId, attachments);
  if (plain && 'code' in plain) return plain;
  const signer = await verifySigner(context, soap, message, contentId, plain);
  if ('code' in signer) return signer;
  const misaddressed = wrongAddressee(context, message);
  if (misaddressed) return misaddressed;
  const payload = await unpack(plain?.chunks ?? [], user.compressed, context.payloadLimit);
  if (!payload) return ebmsError('EBMS:0303', 'The payload cannot be decompressed within the size limit');
  return { ...signer, payload, isTest: isTestMessage(message) };
}

/** The one attachment that PayloadInfo names, decrypted; undefined when a test message has none. */
async function decryptPayload(
  context: ReceiveContext,
  security: XmlElement,
  ids: SoapMessage['ids'],
  contentId: string,
  attachments: MimePart[],
): Promise<{ chunks: Uint8Array[]; sha256: Uint8Array } | EbmsError | undefined> {
  const attachment = attachments.find((part) => part.contentId === contentId);
  if (attachments.length !== (attachment ? 1 : 0) || (!attachment && contentId !== '')) {
    return ebmsError('EBMS:0011', 'PayloadInfo and attachments do not match');
  }
  if (!attachment) return undefined;
  const plain = await decryptAttachment(security, ids, attachment, context.keys);
  if (!('problem' in plain)) return plain;
  return ebmsError(plain.policy ? 'EBMS:0103' : 'EBMS:0102', `Decryption failed: ${plain.problem}`);
}

const isTestMessage = ({ service, action }: UserMessage): boolean =>
  service === PROFILE.testService && action === PROFILE.testAction;

/** The signature covers Messaging, Body and attachment, by an access point that is who From says [AS4-prof 4.7]. */
async function verifySigner(
  context: ReceiveContext,
  soap: SoapMessage,
  message: UserMessage,
  contentId: string,
  plain: { sha256: Uint8Array } | undefined,
): Promise<Pick<Opened, 'senderCertificate' | 'references'> | EbmsError> {
  const security = soap.security as XmlElement;
  const verified = await verifyWss(security, soap.ids, (id) =>
    id === contentId && plain ? { sha256: plain.sha256 } : undefined,
  );
  if (!verified.ok)
    return ebmsError(
      verified.policy ? 'EBMS:0103' : 'EBMS:0101',
      `The signature is not valid: ${verified.reason}`,
    );
  const attachmentCovered = contentId === '' || verified.attachments.has(contentId);
  if (!verified.covered.has(soap.messaging) || !verified.covered.has(soap.body) || !attachmentCovered) {
    return ebmsError('EBMS:0101', 'The signature does not cover Messaging, Body and attachment');
  }
  const verdict = context.trust.check(verified.certificate, 'access-point');
  if (!verdict.trusted) return ebmsError('EBMS:0101', `The certificate is not trusted: ${verdict.detail}`);
  if (verdict.certificate.seatId !== message.from)
    return ebmsError('EBMS:0101', 'From is not the seat of the signing certificate');
  return { senderCertificate: verdict.certificate, references: verified.references };
}

function wrongAddressee(context: ReceiveContext, message: UserMessage): EbmsError | undefined {
  const ours = context.keys.some((key) => key.certificate.seatId === message.to);
  return ours ? undefined : ebmsError('EBMS:0003', `The message is for ${message.to}, which we are not`);
}

async function unpack(
  chunks: Uint8Array[],
  compressed: boolean,
  limit: number,
): Promise<Uint8Array | undefined> {
  if (compressed) return decompress(chunks, limit);
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return size > limit ? undefined : Buffer.concat(chunks, size);
}
