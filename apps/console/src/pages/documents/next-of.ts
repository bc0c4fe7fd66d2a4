import { REASONS } from '../../texts/codes.ts';
import { hourOf, since } from '../../ui/when.ts';
import type { Document } from './queries.ts';

const ATTEMPTS = 8;

/** What a row says of the document's future, or why it has none; empty when all is as it should be. */
export function nextOf(document: Document, now: number = Date.now()): string {
  const { status, attempts, nextAttemptAt, lastErrorCode } = document;
  switch (status) {
    case 'SENDING':
      return `Attempt ${attempts ?? 1} running`;
    case 'SEND_RETRY': {
      const when = nextAttemptAt ? ` at ${hourOf(nextAttemptAt)}` : '';
      return `Attempt ${(attempts ?? 0) + 1} of ${ATTEMPTS}${when}. ${reasonOf(document)}`.trim();
    }
    case 'VALIDATION_FAILED':
      return findingsOf(document);
    case 'SEND_FAILED':
    case 'DISCOVERY_FAILED': {
      const reason = lastErrorCode ? REASONS[lastErrorCode] : undefined;
      return reason ? `${reason.say} ${reason.act}` : reasonOf(document);
    }
    case 'CUSTOMER_DELIVERY_QUEUED':
      return `Waiting for your system, ${since(document.createdAt, now)}`;
    case 'AS4_ACCEPTED':
      return document.mls?.status === 'REJECTED' ? 'Refused by the receiver’s side' : '';
    default:
      return '';
  }
}

function reasonOf({ lastErrorCode, lastErrorMessage }: Document): string {
  return (lastErrorCode && REASONS[lastErrorCode]?.say) ?? lastErrorMessage ?? '';
}

function findingsOf({ validationErrors, validationErrorsTotal }: Document): string {
  const errors = (validationErrors ?? []).filter((finding) => finding.severity === 'ERROR');
  const count = validationErrorsTotal ?? errors.length;
  const codes = [...new Set(errors.map((finding) => finding.code))].slice(0, 3).join(', ');
  return `${count === 1 ? '1 finding' : `${count} findings`}${codes ? `: ${codes}` : ''}`;
}
