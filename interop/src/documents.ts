import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { writeSbd } from '@pappel/sbdh/write';

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('An identifier of this script is not valid');
  return value;
}

export const INVOICE = known(aliasToType('invoice'));
/** Behind our access point, and behind the other one. */
export const OURS = known(parseParticipantId('0208:0848934496'));
export const THEIRS = known(parseParticipantId('0192:991825827'));

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export interface Sample {
  name: string;
  /** A fresh envelope, as one piece. */
  envelope(sender: ParticipantId, receiver: ParticipantId): Uint8Array;
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

export function invoice(content: string): string {
  return `<Invoice xmlns="${UBL}:Invoice-2" xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2">${content}</Invoice>`;
}

const note = (text: string): string => `<cbc:Note>${text}</cbc:Note>`;
const attachment = (text: string): string =>
  `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="a.pdf">${text}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`;
/** Does not shrink: as large on the wire as it may get. */
const ofSize = (bytes: number): string => attachment(randomBytes((bytes * 3) / 4).toString('base64'));
const lines = (end: string): string => Array.from({ length: 50 }, (_, i) => note(`line ${i}`)).join(end);

const sample = (name: string, content: () => string, mark = ''): Sample => ({
  name,
  envelope: (sender, receiver) => Buffer.concat([Buffer.from(mark), envelope(sender, receiver, content())]),
});

export const envelope = (sender: ParticipantId, receiver: ParticipantId, content: string): Uint8Array =>
  envelopeOf(sender, receiver, Buffer.from(invoice(content)));

/** Around an invoice as it is. */
export function envelopeOf(sender: ParticipantId, receiver: ParticipantId, document: Uint8Array): Uint8Array {
  const ids = { sender, receiver, ...INVOICE, instanceIdentifier: randomUUID() };
  const header = { ...ids, creationDateTime: new Date(), countryC1: 'BE' };
  return Buffer.concat(writeSbd(header, document));
}

/** Every shape of document that must arrive byte for byte. */
export const SAMPLES: readonly Sample[] = [
  sample('a small document', () => note('small')),
  sample('1 MB', () => ofSize(1024 * 1024)),
  sample('40 MB', () => ofSize(40 * 1024 * 1024)),
  sample('UTF-8 beyond ASCII', () => note('Grüße, 请付款, Παρακαλώ, 𝄞 🧾, e\u0301, \u00a0, \u2028, \ufffd')),
  sample('CRLF line ends', () => `\r\n${lines('\r\n')}\r\n`),
  sample('LF line ends', () => `\n${lines('\n')}\n`),
  sample('a byte order mark', () => note('marked'), '\ufeff'),
  sample('an attachment without text', () => attachment('')),
  sample(
    'an attachment of blanks and a CDATA section',
    () => attachment(' \t\r\n ') + note('<![CDATA[<&>]]>'),
  ),
];
