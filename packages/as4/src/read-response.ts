import type { Trust, TrustedCertificate } from '@pappel/pki/trust';
import { childrenNamed } from '@pappel/xml/tree';
import { type EbmsError, isWorthRetrying } from './ebms-error.ts';
import { readMultipart } from './mime.ts';
import { NS } from './peppol-profile.ts';
import { type ReadSignal, readSignal } from './signal-message.ts';
import { readSoap, type SoapMessage } from './soap.ts';
import { type ReferenceDigest, verifyWss } from './wss-signature.ts';

/** How sending ended, every way there is. */
export type SendOutcome =
  | { kind: 'receipt'; receiptId: string; timestamp: string; raw: Uint8Array }
  | { kind: 'ebms-error'; errors: EbmsError[]; retry: boolean; raw: Uint8Array }
  | { kind: 'receipt-invalid'; reason: string; raw: Uint8Array }
  | { kind: 'no-signal'; httpStatus: number; retry: boolean }
  | { kind: 'transport'; code: 'CONNECTION_FAILED' | 'TLS_FAILED' | 'TIMEOUT'; detail: string };

export interface SentMessage {
  messageId: string;
  references: readonly ReferenceDigest[];
  receiverCertificate: TrustedCertificate;
}

export interface HttpAnswer {
  httpStatus: number;
  contentType: string;
  body: Uint8Array;
}

/** A receiver that is set up wrongly; the others in this range mean that the request was bad. */
const CONFIGURATION_STATUSES = new Set([401, 403, 404, 405, 408, 415, 425, 429]);

/**
 * Judges the HTTP answer to a message [AS4-prof 4.6]. Errors are read before the status, as stacks differ in it; a
 * receipt counts only if it is signed by the receiver and confirms exactly what was sent.
 */
export async function readResponse(
  sent: SentMessage,
  answer: HttpAnswer,
  trust: Trust,
): Promise<SendOutcome> {
  const soapBytes = /^multipart\//i.test(answer.contentType)
    ? readMultipart(answer.contentType, answer.body)?.[0]?.body
    : answer.body;
  const soap = soapBytes && soapBytes.length > 0 ? readSoap(soapBytes) : undefined;
  if (!soap || !('messaging' in soap)) return noSignal(answer);
  const signals = childrenNamed(soap.messaging, NS.eb, 'SignalMessage').map(readSignal);
  const failures = signals.flatMap((signal) => signal.errors).filter((error) => error.severity === 'failure');
  if (failures.length > 0) {
    return { kind: 'ebms-error', errors: failures, retry: failures.every(isWorthRetrying), raw: answer.body };
  }
  const signal = signals.find((candidate) => candidate.receipt !== undefined);
  if (!signal) return noSignal(answer);
  const wrong = await whatIsWrong(sent, soap, signal, trust);
  if (wrong) return { kind: 'receipt-invalid', reason: wrong, raw: answer.body };
  return { kind: 'receipt', receiptId: signal.messageId, timestamp: signal.timestamp, raw: answer.body };
}

function noSignal({ httpStatus, body }: HttpAnswer): SendOutcome {
  const fault = Buffer.from(body.subarray(0, 65_536)).toString('latin1');
  const senderFault = /<(\w+:)?Fault[\s>]/.test(fault) && /:(Sender|MustUnderstand)\s*</.test(fault);
  const badRequest = httpStatus >= 400 && httpStatus < 500 && !CONFIGURATION_STATUSES.has(httpStatus);
  return { kind: 'no-signal', httpStatus, retry: !senderFault && !badRequest };
}

async function whatIsWrong(
  sent: SentMessage,
  soap: SoapMessage,
  signal: ReadSignal,
  trust: Trust,
): Promise<string | undefined> {
  if (signal.refToMessageId !== sent.messageId) return `it is for the message ${signal.refToMessageId}`;
  if (!soap.security) return 'it is not signed';
  const verified = await verifyWss(soap.security, soap.ids, () => undefined);
  if (!verified.ok) return `its signature is not valid: ${verified.reason}`;
  if (!verified.covered.has(soap.messaging) || !verified.covered.has(soap.body))
    return 'its signature does not cover Messaging and Body';
  const verdict = trust.check(verified.certificate, 'access-point');
  if (!verdict.trusted) return `its certificate is not trusted: ${verdict.detail}`;
  if (verdict.certificate.seatId !== sent.receiverCertificate.seatId)
    return `it is signed by ${verdict.certificate.seatId}`;
  return confirmsAll(sent.references, signal.receipt ?? []) ? undefined : 'it does not confirm what was sent';
}

function confirmsAll(sent: readonly ReferenceDigest[], confirmed: readonly ReferenceDigest[]): boolean {
  const key = ({ uri, digest }: ReferenceDigest): string => `${digest} ${uri}`;
  const expected = new Set(sent.map(key));
  return confirmed.length === sent.length && confirmed.every((reference) => expected.has(key(reference)));
}
