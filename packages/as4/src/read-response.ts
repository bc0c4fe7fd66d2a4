import type { Trust, TrustedCertificate } from '@pappel/pki/trust';
import { cutText } from '@pappel/xml/cut-text';
import { childrenNamed } from '@pappel/xml/tree';
import { type EbmsError, worthwhileRepeats } from './ebms-error.ts';
import { isIdentifier } from './identifier.ts';
import { readMultipart } from './mime.ts';
import { NS } from './peppol-profile.ts';
import { type ReadSignal, readSignal } from './signal-message.ts';
import { readFault, readSoap, type SoapMessage } from './soap.ts';
import { whatIsWrongWithHeader } from './wss-header.ts';
import { findSignature, type ReferenceDigest, verifyWss } from './wss-signature.ts';

/** How sending ended, every way there is. Whatever `retry` says, a repeat keeps the ids and the timestamp. */
export type SendOutcome =
  /** `raw`: the signed SOAP envelope, without the MIME that some stacks put around it. */
  | { kind: 'receipt'; receiptId: string; timestamp: string; raw: Uint8Array }
  /** `repeats`: how many more attempts make sense after such an error; `retry`: whether any does. */
  | { kind: 'ebms-error'; errors: EbmsError[]; retry: boolean; repeats: number; raw: Uint8Array }
  /** A receipt that proves nothing (EBMS:0302). The message may have arrived. */
  | { kind: 'receipt-invalid'; reason: string; raw: Uint8Array }
  /** Neither receipt nor error (EBMS:0301). The message may have arrived. */
  | { kind: 'no-signal'; httpStatus: number; retry: boolean; detail: string }
  | { kind: 'transport'; code: 'CONNECTION_FAILED' | 'TLS_FAILED' | 'TIMEOUT'; detail: string };

export interface SentMessage {
  messageId: string;
  /** What was signed, as `buildRequest` answered it. */
  references: readonly ReferenceDigest[];
  /** Of the receiving access point, from the service metadata. */
  receiverCertificate: TrustedCertificate;
}

export interface HttpAnswer {
  httpStatus: number;
  contentType: string;
  body: Uint8Array;
}

/** A receiver that is set up wrongly or busy; the other statuses from 400 to 499 mean that the request was bad. */
const PASSING_STATUSES = new Set([401, 403, 404, 405, 408, 415, 425, 429]);
/** Fault codes that mean the request itself [SOAP 1.2 5.4.6]. */
const PERMANENT_FAULTS = new Set(['Sender', 'MustUnderstand', 'VersionMismatch']);
const DETAIL_LENGTH = 500;

/**
 * Judges the HTTP answer to a message [AS4-prof 4.6]. Errors are read before the status, as stacks differ in it, and
 * taken without signature; a receipt counts only if it is signed by the receiver and confirms exactly what was sent.
 */
export async function readResponse(
  sent: SentMessage,
  answer: HttpAnswer,
  trust: Trust,
): Promise<SendOutcome> {
  const soapBytes = await soapOf(answer);
  const soap = soapBytes && readSoap(soapBytes);
  if (!soapBytes || !soap) return noSignal(answer, undefined, undefined);
  if (!('messaging' in soap)) return noSignal(answer, soapBytes, soap.description);
  const signals = childrenNamed(soap.messaging, NS.eb, 'SignalMessage').map(readSignal);
  const errors = signals.flatMap((signal) => signal.errors);
  const failures = errors.filter((error) => error.severity === 'failure');
  if (failures.length > 0) {
    const repeats = Math.min(...failures.map(worthwhileRepeats));
    // What made it fail comes first, warnings beside it after.
    const ordered = [...failures, ...errors.filter((error) => error.severity !== 'failure')];
    return { kind: 'ebms-error', errors: ordered, retry: repeats > 0, repeats, raw: answer.body };
  }
  const receipts = signals.filter((candidate) => candidate.receipt !== undefined);
  const signal = receipts.find(({ refToMessageId }) => refToMessageId === sent.messageId) ?? receipts[0];
  if (!signal) return noSignal(answer, soapBytes, errors[0]?.description);
  const wrong = await whatIsWrong(sent, soap, signal, trust);
  if (wrong) return { kind: 'receipt-invalid', reason: wrong, raw: answer.body };
  const { messageId: receiptId, timestamp } = signal;
  return { kind: 'receipt', receiptId, timestamp: cutText(timestamp, 100), raw: soapBytes };
}

/** Some stacks wrap their answer in MIME, with nothing attached. */
async function soapOf({ contentType, body }: HttpAnswer): Promise<Uint8Array | undefined> {
  if (body.length === 0) return undefined;
  return /^\s*multipart\//i.test(contentType) ? (await readMultipart(contentType, body))?.[0]?.body : body;
}

function noSignal(
  { httpStatus }: HttpAnswer,
  soapBytes: Uint8Array | undefined,
  problem: string | undefined,
): SendOutcome {
  const fault = soapBytes && readFault(soapBytes);
  const isBadRequest = httpStatus >= 400 && httpStatus < 500 && !PASSING_STATUSES.has(httpStatus);
  const isPermanent = fault ? PERMANENT_FAULTS.has(fault.code) : isBadRequest;
  const detail = fault
    ? `SOAP fault ${fault.code}: ${fault.reason}`
    : (problem ?? 'The answer is empty or no SOAP message');
  return { kind: 'no-signal', httpStatus, retry: !isPermanent, detail: cutText(detail, DETAIL_LENGTH) };
}

/** A Receipt proves something if the receiver signed it and it repeats our digests [AS4 5.1.8, AS4-prof 4.6]. */
async function whatIsWrong(
  sent: SentMessage,
  soap: SoapMessage,
  signal: ReadSignal,
  trust: Trust,
): Promise<string | undefined> {
  if (signal.refToMessageId !== sent.messageId)
    return `it is for the message ${cutText(signal.refToMessageId, 200)}`;
  if (!isIdentifier(signal.messageId)) return 'its MessageId is missing or too long';
  if (!soap.security) return 'it is not signed';
  const wrong = whatIsWrongWithHeader(soap.security, new Date());
  if (wrong) return wrong.problem;
  const found = findSignature(soap.security, soap.ids);
  if ('problem' in found) return found.problem;
  const verdict = await trust.check(found.certificate, 'access-point');
  if (!verdict.trusted) return `its certificate is not trusted: ${verdict.detail}`;
  if (verdict.certificate.seatId !== sent.receiverCertificate.seatId)
    return `it is signed by ${verdict.certificate.seatId}`;
  const verified = await verifyWss(found, soap.ids);
  if ('problem' in verified) return `its signature is not valid: ${verified.problem}`;
  if (!verified.covered.has(soap.messaging) || !verified.covered.has(soap.body))
    return 'its signature does not cover Messaging and Body';
  if (verified.attachments.length > 0) return 'its signature covers an attachment that no receipt has';
  return confirmsAll(sent.references, signal.receipt ?? []) ? undefined : 'it does not confirm what was sent';
}

/** The same set of what was signed and what is confirmed; the order is the receiver's. */
function confirmsAll(sent: readonly ReferenceDigest[], confirmed: readonly ReferenceDigest[]): boolean {
  const key = ({ uri, digest }: ReferenceDigest): string => `${digest} ${uri}`;
  const found = new Set(confirmed.map(key));
  return confirmed.length === sent.length && sent.every((reference) => found.has(key(reference)));
}
