import { createHash } from 'node:crypto';
import { fixture } from './harness.ts';

const start = (id: string): string =>
  `<cac:AdditionalDocumentReference><cbc:ID>${id}</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="a.pdf">`;
const END = '</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>';
const NEXT = '<cac:AccountingSupplierParty>';

/** A valid invoice with an attachment that makes it exactly this long, and that gzip cannot make much shorter. */
export function invoiceOf(bytes: number): Buffer {
  const [head, tail] = fixture('invoice.xml').split(NEXT);
  const room = bytes - Buffer.byteLength(`${head}${start('a')}${END}${NEXT}${tail}`);
  // Base64 comes in fours; what is left over lengthens the identifier.
  const rest = room % 4;
  const noise = createHash('shake256', { outputLength: Math.ceil(bytes * 0.75) })
    .update('x')
    .digest('base64')
    .slice(0, room - rest);
  return Buffer.from(`${head}${start('a'.repeat(1 + rest))}${noise}${END}${NEXT}${tail}`);
}
