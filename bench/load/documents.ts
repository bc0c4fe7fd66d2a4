import { randomBytes } from 'node:crypto';
import type { Random } from '../../scripts/seeded-random.ts';
import { invoice } from '../validation-documents.ts';
import { pick } from './pick.ts';

const KB = 1_024;

/** How large documents are: a share of them lies between two sizes, evenly by their logarithm. */
export const SIZES = [
  { share: 0.7, from: 5 * KB, to: 20 * KB },
  { share: 0.22, from: 20 * KB, to: 100 * KB },
  { share: 0.07, from: 100 * KB, to: 1_024 * KB },
  { share: 0.01, from: 1_024 * KB, to: 5_120 * KB },
] as const;

const BYTES_A_LINE = 1_400;
const MOST_LINES = 12;
/** Already compressed, as pictures and PDF are: cut out of it, it makes no document smaller on its way. */
const file = randomBytes(4 * KB * KB).toString('base64');
const templates = new Map<number, string>();

export function randomSize(random: Random): number {
  const { from, to } = pick(
    random,
    SIZES.map((band) => [band, band.share] as const),
  );
  return Math.round(from * (to / from) ** random());
}

/** What is asked of a document. */
export interface Wanted {
  /** Its own number, by which it is known again at the other end. */
  number: string;
  sender: string;
  receiver: string;
  bytes: number;
}

/** A valid invoice of about so many bytes: some lines, and what they do not fill is attached. */
export function writeInvoice({ number, sender, receiver, bytes }: Wanted): string {
  const lines = Math.max(1, Math.min(MOST_LINES, Math.floor(bytes / BYTES_A_LINE) - 2));
  const template = templateOf(lines);
  const attached = bytes - template.length;
  return template
    .replace('{number}', number)
    .replace('{sender}', sender.slice(5))
    .replace('{receiver}', receiver.slice(5))
    .replace('{attachment}', attached > 500 ? attachment(attached - 400) : '');
}

const ENDPOINT = /<cbc:EndpointID schemeID="[^"]*">[^<]*</;
const endpointOf = (value: string): string => `<cbc:EndpointID schemeID="0088">${value}<`;

function templateOf(lines: number): string {
  const known = templates.get(lines);
  if (known !== undefined) return known;
  const made = invoice(lines)
    .toString()
    .replace(/<cbc:ID>[^<]*</, '<cbc:ID>{number}<')
    .replace(ENDPOINT, endpointOf('{sender}'))
    .replace(
      new RegExp(`(?<=<cac:AccountingCustomerParty>.*?)${ENDPOINT.source}`, 's'),
      endpointOf('{receiver}'),
    )
    .replace('  <cac:AccountingSupplierParty>', (found) => `{attachment}${found}`);
  templates.set(lines, made);
  return made;
}

const attachment = (bytes: number): string => `  <cac:AdditionalDocumentReference>
    <cbc:ID>Drawing</cbc:ID>
    <cac:Attachment>
      <cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="drawing.pdf">${file.slice(0, bytes - (bytes % 4))}</cbc:EmbeddedDocumentBinaryObject>
    </cac:Attachment>
  </cac:AdditionalDocumentReference>
`;
