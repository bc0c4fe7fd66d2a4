import { createHash } from 'node:crypto';
import { fixture } from './harness.ts';

const START =
  '<cac:AdditionalDocumentReference><cbc:ID>a</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="a.pdf">';
const END = '</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>';
const NEXT = '<cac:AccountingSupplierParty>';

/** A valid invoice with an attachment that makes it exactly this long, and that gzip cannot make much shorter. */
export function invoiceOf(bytes: number): Buffer {
  const [head, tail] = fixture('invoice.xml').split(NEXT);
  const fixed = Buffer.byteLength(`${head}${START}${END}${NEXT}${tail}`);
  const noise = createHash('shake256', { outputLength: Math.ceil(bytes * 0.75) })
    .update('x')
    .digest('base64')
    .slice(0, bytes - fixed);
  return Buffer.from(`${head}${START}${noise}${END}${NEXT}${tail}`);
}
