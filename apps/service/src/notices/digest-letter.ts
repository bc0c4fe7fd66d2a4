import type { DigestKind } from '../platform/jobs/catalog.ts';
import type { Letter } from '../platform/mail/compose.ts';
import type { ToldDocument, ToldDocuments } from './documents.ts';
import { othersText } from './others-text.ts';
import type { Recipient } from './recipient.ts';

/** "3 documents arrived", and which. */
export function digestLetter(
  kind: DigestKind,
  { name, email, accountName }: Recipient,
  { named, count, isMore }: ToldDocuments,
  publicUrl: string,
): Letter {
  const happened = kind === 'documentsArrived' ? 'arrived' : 'could not be sent';
  const many = count === 1 ? 'A document' : `${isMore ? 'More than ' : ''}${count} documents`;
  const rest = count - named.length;
  return {
    to: { name, address: email },
    subject: `${many} ${happened} at ${othersText(accountName) ?? 'your account'}`,
    before: [`Hello ${name},`, `${many.toLowerCase()} ${happened}:`],
    items: named.map(kind === 'documentsArrived' ? arrivedLine : failedLine),
    button: { label: 'Look at the documents', url: `${publicUrl}/console/documents` },
    after: rest > 0 ? [`${isMore ? 'More than ' : ''}${rest} more are not named here.`] : [],
  };
}

const whatOf = ({ data }: ToldDocument): string =>
  [othersText(data.type) ?? 'document', othersText(data.documentNumber)].filter(Boolean).join(' ');

const arrivedLine = (one: ToldDocument): string =>
  `${whatOf(one)} from ${one.data.sender}${placeOf(one, ', for')}`;

function failedLine(one: ToldDocument): string {
  const { receiver, lastErrorCode, lastErrorMessage, validationErrorCount } = one.data;
  const why =
    one.type === 'document.validation_failed'
      ? `it breaks ${validationErrorCount ?? 'some'} rules`
      : (othersText(lastErrorMessage) ?? othersText(lastErrorCode) ?? 'see the document');
  return `${whatOf(one)} to ${receiver}${placeOf(one, ', of')}: ${why}`;
}

function placeOf({ companyName }: ToldDocument, word: string): string {
  const name = othersText(companyName);
  return name ? `${word} ${name}` : '';
}
