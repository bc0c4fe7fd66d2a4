import type { Tamper } from './our-access-point.ts';

/** Replaces the first match within the SOAP part, leaving the attachment's bytes as they are. */
function inSoap(from: RegExp, to: string): Tamper {
  return (body) => Buffer.from(body.toString('latin1').replace(from, to), 'latin1');
}

/** A bit of the attachment, well before its end. */
const inAttachment: Tamper = (body) => {
  const at = body.lastIndexOf('\r\n--') - 40;
  body[at] = (body[at] ?? 0) ^ 1;
  return body;
};

export const TAMPERINGS: readonly { part: string; code: string; tamper: Tamper }[] = [
  { part: 'header', code: 'EBMS:0101', tamper: inSoap(/0208:0848934496/, '0208:0848934497') },
  { part: 'body', code: 'EBMS:0101', tamper: inSoap(/(<\w+:Body\b)/, '$1 added="yes"') },
  { part: 'attachment', code: 'EBMS:0102', tamper: inAttachment },
];
