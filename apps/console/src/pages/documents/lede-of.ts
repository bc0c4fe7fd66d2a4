import { REASONS } from '../../texts/codes.ts';
import { clock } from '../../ui/when.ts';
import type { Document } from './queries.ts';

const timeOf = (time: string | undefined): string => (time ? clock(time) : '');

/** One sentence on how things are with a document. */
export function ledeOf(document: Document): string {
  const { status, statusChangedAt, createdAt, acknowledgedAt, attempts, nextAttemptAt } = document;
  const receiver = document.receiverName ?? document.receiver;
  const known = document.lastErrorCode ? REASONS[document.lastErrorCode] : undefined;
  const reason = known?.say ?? document.lastErrorMessage ?? '';
  const whatToDo = known ? `${known.say} ${known.act}` : reason;
  switch (status) {
    case 'QUEUED_VALIDATION':
      return 'It has been accepted and is being checked against the rules.';
    case 'VALIDATION_FAILED':
      return `${brokenRules(document)} broken, so nothing was sent and ${receiver} has not seen it. Correct it where it was made and send it as a new document.`;
    case 'QUEUED':
      return 'It is valid and about to be sent.';
    case 'SENDING':
      return `It is being handed to ${receiver}’s access point.`;
    case 'SEND_RETRY':
      return `${reason} Attempt ${attempts + 1} of 8 at ${timeOf(nextAttemptAt)}.`;
    case 'AS4_ACCEPTED':
      return `${receiver}’s access point accepted it at ${timeOf(statusChangedAt)} and signed a receipt.${answer(document)}`;
    case 'SEND_FAILED':
      return `We gave up after ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}: ${whatToDo}`;
    case 'DISCOVERY_FAILED':
      return `${receiver} could not be found for this on the network. ${whatToDo}`;
    case 'CUSTOMER_DELIVERY_QUEUED':
      return `It arrived at ${timeOf(createdAt)} and waits for your system.`;
    case 'ACKNOWLEDGED':
      return `Your system took it at ${timeOf(acknowledgedAt)}.`;
    default:
      return 'This console does not know this status yet.';
  }
}

function brokenRules({ validationErrors = [], validationErrorsTotal }: Document): string {
  const errors = validationErrors.filter(({ severity }) => severity === 'ERROR').length;
  const all = Math.max(errors, validationErrorsTotal ?? 0);
  return all === 1 ? 'A rule is' : `${all} rules are`;
}

function answer({ mls }: Document): string {
  switch (mls?.status) {
    case 'PENDING':
      return ' The receiver’s side has not answered yet.';
    case 'ACCEPTED':
      return ` The receiver’s side confirmed at ${timeOf(mls.receivedAt)}.`;
    case 'ACKNOWLEDGED':
      return ' The receiver’s side took it on, without a confirmation from the receiver.';
    case 'REJECTED':
      return ` But the receiver’s side refused it: ${mls.issues?.[0]?.description ?? mls.description ?? ''}`;
    default:
      return '';
  }
}
