import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { EvidenceView } from './evidence.ts';

/** The description beside what was signed, as files that tools for XML signatures read. The document is a GET away. */
export async function evidenceArchive(evidence: EvidenceView): Promise<Buffer> {
  const { receipt, userMessage, envelope } = evidence;
  const signal = receipt ?? userMessage;
  const files: [name: string, text: string | undefined][] = [
    ['evidence.json', JSON.stringify(evidence, undefined, 2)],
    ['receipt.xml', receipt?.xml],
    ['user-message.xml', userMessage?.xml],
    ['sbdh.xml', envelope.header],
    ['signer.pem', signal?.signedBy.pem],
  ];
  const zip = new ZipFile();
  for (const [name, text] of files) if (text !== undefined) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}
