import type { KeyMaterial } from '@pappel/pki/key-material';
import type { Trust, TrustedCertificate } from '@pappel/pki/trust';
import type { SignedReference } from '@pappel/xml/signature';
import type { XmlElement } from '@pappel/xml/tree';
import { DECOMPRESSION_LIMIT } from './compression.ts';
import { type EbmsError, ebmsError } from './ebms-error.ts';
import { type MimePart, readMultipart } from './mime.ts';
import { Payload } from './payload.ts';
import { isTestMessage, messageIdOf, type ReadUserMessage, readUserMessage } from './read-user-message.ts';
import { readSoap, refuseForeignContent, type SoapMessage } from './soap.ts';
import type { UserMessage } from './user-message.ts';
import { decryptAttachment } from './wss-encryption.ts';
import { whatIsWrongWithHeader } from './wss-header.ts';
import {
  findSignature,
  verifyWss,
  type WssCoverage,
  type WssProblem,
  type WssSignature,
} from './wss-signature.ts';

declare const brand: unique symbol;

/** A message whose signature, certificate, addressing and encryption hold. Made only by {@link receive}. */
export interface Received {
  readonly [brand]: 'Received';
  readonly kind: 'received';
  readonly userMessage: UserMessage;
  /** The Standard Business Document, decrypted and decompressed; empty when a test message has none. */
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
  /** Undefined when the message's id could not be read. */
  readonly refToMessageId: string | undefined;
}

export interface ReceiveContext {
  /** Our present key first, then former ones that messages may still be encrypted for. */
  keys: readonly KeyMaterial[];
  trust: Trust;
  /** What times in messages are held against; the machine's when not given. */
  clock?: () => Date;
  /** Bytes of the decompressed envelope; more is refused. 100 MB when not given. */
  payloadLimit?: number;
  /** How many times its compressed size an envelope above 10 MB may have. 200 when not given. */
  ratioLimit?: number;
  /** Waits until there is room for so many bytes of payload, in place of what was asked for before. */
  roomFor?: (bytes: number) => Promise<void>;
}

export interface As4Request {
  /** The header as it came. */
  contentType: string;
  /** Is decrypted in place: not to be read afterwards. */
  body: Uint8Array;
}

/**
 * Opens a request to our AS4 endpoint [AS4-prof 4]: MIME, SOAP, header values, the sender's certificate, the signature
 * over Messaging, Body and attachment, decryption, the attachment's digest, decompression. Nothing is handed out before
 * all of it holds, and nothing is decrypted for who did not sign.
 * No network but the trust's, which may ask whether the certificate was revoked; when that cannot be told,
 * the answer is EBMS:0202, after which the sender repeats. Repeats, addressees and the envelope inside are for the caller to judge:
 * a repeat has the same sender and `messageId`, and gets a receipt of its own.
 */
export async function receive(context: ReceiveContext, request: As4Request): Promise<Received | Refused> {
  const parts = await readParts(request);
  const [root, ...attachments] = parts ?? [];
  if (!root) return refused(ebmsError('EBMS:0007', 'The message is no complete multipart/related'));
  const soap = readSoap(root.body);
  if (!('messaging' in soap)) return refused(soap);
  const result = await open(context, soap, attachments);
  if ('severity' in result) return refused(result, messageIdOf(soap.messaging));
  // A copy: a part of the body would keep all of it in memory for as long as the message is looked at.
  return { kind: 'received', soap: new Uint8Array(root.body), ...result } as Received;
}

/** A test message may come without attachment and then without MIME. */
async function readParts({ contentType, body }: As4Request): Promise<MimePart[] | undefined> {
  if (/^\s*application\/soap\+xml\b/i.test(contentType)) return [{ headers: new Map(), contentId: '', body }];
  return readMultipart(contentType, body);
}

function refused(error: EbmsError, refToMessageId?: string): Refused {
  return { kind: 'refused', error, refToMessageId };
}

type Opened = Pick<Received, 'userMessage' | 'payload' | 'senderCertificate' | 'references' | 'isTest'>;

async function open(
  context: ReceiveContext,
  soap: SoapMessage,
  attachments: readonly MimePart[],
): Promise<Opened | EbmsError> {
  const foreign = refuseForeignContent(soap);
  if (foreign) return foreign;
  const now = context.clock?.() ?? new Date();
  const user = readUserMessage(soap.messaging, now);
  if (!('message' in user)) return user;
  const { message } = user;
  if (!isOurs(context, message))
    return ebmsError('EBMS:0003', `The message is for ${message.to}, which we are not`);
  const signer = await trustedSigner(context, soap, message, now);
  if ('severity' in signer) return signer;
  const [attachment, ...more] = attachments;
  if (more.length > 0 || attachment?.contentId !== user.contentId)
    return ebmsError('EBMS:0011', 'PayloadInfo and attachments do not match');
  const signed = await verify(soap, signer, attachment);
  if ('severity' in signed) return signed;
  const payload = attachment && (await decryptPayload(context, soap, signer, user, attachment));
  if (payload && 'severity' in payload) return payload;
  if (!signed.attachments.every(({ sha256 }) => payload?.isSignedAs(sha256)))
    return signatureError({ problem: 'the digest of the attachment is wrong', policy: false });
  const opened = payload ? await payload.open() : new Uint8Array();
  if (!opened) return ebmsError('EBMS:0303', 'The payload cannot be decompressed within the size limit');
  return {
    userMessage: message,
    payload: opened,
    senderCertificate: signer.trusted,
    references: signed.references,
    isTest: isTestMessage(message),
  };
}

function isOurs(context: ReceiveContext, message: UserMessage): boolean {
  return context.keys.some((key) => key.certificate.seatId === message.to);
}

type Signer = WssSignature & { trusted: TrustedCertificate; security: XmlElement };

/** The access point that signed, which must be who From says; its certificate is of Peppol [AS4-prof 4.7]. */
async function trustedSigner(
  context: ReceiveContext,
  soap: SoapMessage,
  message: UserMessage,
  now: Date,
): Promise<Signer | EbmsError> {
  if (!soap.security) return ebmsError('EBMS:0101', 'The message is not signed');
  const wrong = whatIsWrongWithHeader(soap.security, now);
  if (wrong) return signatureError(wrong);
  const found = findSignature(soap.security, soap.ids);
  if ('problem' in found) return signatureError(found);
  const verdict = await context.trust.check(found.certificate, 'access-point');
  if (!verdict.trusted) {
    // Not the sender's fault, and different the next time: this is the one error that says "send it again".
    const code = verdict.reason === 'REVOCATION_UNKNOWN' ? 'EBMS:0202' : 'EBMS:0101';
    return ebmsError(code, `The certificate is not trusted: ${verdict.detail}`);
  }
  if (verdict.certificate.seatId !== message.from)
    return ebmsError('EBMS:0101', 'From is not the seat of the signing certificate');
  return { ...found, trusted: verdict.certificate, security: soap.security };
}

/** The signature must cover Messaging, Body and attachment: the very ones that are used [AS4-prof 4.5]. */
async function verify(
  soap: SoapMessage,
  signer: Signer,
  attachment: MimePart | undefined,
): Promise<WssCoverage | EbmsError> {
  const verified = await verifyWss(signer, soap.ids);
  if ('problem' in verified) return signatureError(verified);
  const { covered, attachments } = verified;
  if (attachments.some(({ contentId }) => contentId !== attachment?.contentId))
    return signatureError({ problem: 'it refers to an attachment that is not there', policy: false });
  if (!covered.has(soap.messaging) || !covered.has(soap.body) || (attachment && attachments.length === 0))
    return ebmsError('EBMS:0101', 'The signature does not cover Messaging, Body and attachment');
  return verified;
}

/** Encrypted after it was compressed, and for our certificate [AS4-prof 4.5]. */
async function decryptPayload(
  context: ReceiveContext,
  soap: SoapMessage,
  signer: Signer,
  { compressed }: ReadUserMessage,
  attachment: MimePart,
): Promise<Payload | EbmsError> {
  const decrypted = await decryptAttachment(signer.security, soap.ids, attachment, context.keys);
  if ('problem' in decrypted)
    return ebmsError(decrypted.policy ? 'EBMS:0103' : 'EBMS:0102', `Not accepted: ${decrypted.problem}`);
  return new Payload(decrypted, compressed, {
    ...DECOMPRESSION_LIMIT,
    bytes: context.payloadLimit ?? DECOMPRESSION_LIMIT.bytes,
    ratio: context.ratioLimit ?? DECOMPRESSION_LIMIT.ratio,
    roomFor: context.roomFor,
  });
}

function signatureError({ policy, problem }: WssProblem): EbmsError {
  return ebmsError(policy ? 'EBMS:0103' : 'EBMS:0101', `The signature is not accepted: ${problem}`);
}
