import type { Certificate } from '@pappel/pki/certificate';
import { child, childrenNamed, textOf, type XmlElement } from '@pappel/xml/tree';
import { NS } from './peppol-profile.ts';
import { readSignal } from './signal-message.ts';
import { readSoap, type SoapMessage } from './soap.ts';
import { findSignature, type ReferenceDigest, verifyWss } from './wss-signature.ts';

/** A signed message that was kept: a receipt we were given, or the header of a message that came. */
export interface SignedEvidence {
  kind: 'RECEIPT' | 'USER_MESSAGE';
  messageId: string;
  /** Of a receipt: the message it confirms. */
  refToMessageId: string | undefined;
  timestamp: string;
  /** Who signed. Whether it was trusted was judged when the message came. */
  certificate: Certificate;
  /** The signature is that of the certificate, and covers what stands here. */
  isGenuine: boolean;
  /** What is confirmed as received, or was signed: digests of header, body and compressed payload [AS4 5.1.8]. */
  references: ReferenceDigest[];
}

/**
 * Reads and verifies a kept SOAP envelope once more, without network and without judging the certificate.
 *
 * @param soap the envelope, UTF-8
 * @returns undefined when it is no signed receipt and no signed user message
 */
export async function readEvidence(soap: Uint8Array): Promise<SignedEvidence | undefined> {
  const message = readSoap(soap);
  if (!('messaging' in message)) return undefined;
  const signed = message.security && findSignature(message.security, message.ids);
  if (!signed || 'problem' in signed) return undefined;
  const coverage = await verifyWss(signed, message.ids);
  const isGenuine = 'covered' in coverage && coverage.covered.has(message.messaging);
  const { certificate } = signed;
  const receipt = receiptIn(message);
  if (receipt) return { kind: 'RECEIPT', ...receipt, certificate, isGenuine };
  const [userMessage] = childrenNamed(message.messaging, NS.eb, 'UserMessage');
  if (!userMessage) return undefined;
  const references =
    'covered' in coverage ? coverage.references.map(({ uri, digestValue: digest }) => ({ uri, digest })) : [];
  return { kind: 'USER_MESSAGE', ...infoOf(userMessage), certificate, isGenuine, references };
}

function receiptIn({ messaging }: SoapMessage) {
  const signals = childrenNamed(messaging, NS.eb, 'SignalMessage').map(readSignal);
  const signal = signals.find(({ receipt }) => receipt !== undefined);
  if (!signal?.receipt) return undefined;
  const { messageId, refToMessageId, timestamp, receipt: references } = signal;
  return { messageId, refToMessageId, timestamp, references };
}

function infoOf(userMessage: XmlElement) {
  const info = child(userMessage, NS.eb, 'MessageInfo');
  const text = (name: string): string => {
    const found = info && child(info, NS.eb, name);
    return found ? textOf(found).trim() : '';
  };
  return { messageId: text('MessageId'), refToMessageId: undefined, timestamp: text('Timestamp') };
}
