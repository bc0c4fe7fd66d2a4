import type { ReactNode } from 'react';
import { REASONS } from '../../texts/codes.ts';
import { Address } from '../../ui/address.tsx';
import { count } from '../../ui/format.ts';
import type { Corner } from '../../ui/way.tsx';
import { wayOf } from '../../ui/way-of.ts';
import { between, clock, duration, hourOf, millis } from '../../ui/when.ts';
import type { Document } from './queries.ts';

/** What its evidence and its attempts say of the access points. */
export interface AccessPoints {
  /** The other side's. */
  seat?: string | undefined;
  /** Where it was tried last. */
  endpointUrl?: string | undefined;
}

/** What is known at the four corners of a document's way. Where nothing is known, that is what is said. */
export function cornersOf(document: Document, known: AccessPoints): readonly Corner[] {
  return document.direction === 'INBOUND' ? inbound(document, known) : outbound(document, known);
}

const at = (time: string | undefined): ReactNode => (time ? `${clock(time)}${millis(time)}` : '');
const address = (value: string): ReactNode => <Address value={value} />;
const hostOf = (url = ''): string => (URL.canParse(url) ? new URL(url).host : url);
/** We name our messages by our seat. */
const ownSeatOf = ({ as4MessageId }: Document): string | undefined => as4MessageId?.split('@')[1];

function outbound(document: Document, { seat, endpointUrl }: AccessPoints): readonly Corner[] {
  const { validation, createdAt, statusChangedAt, status } = document;
  const isDelivered = status === 'AS4_ACCEPTED';
  const hasStopped = status === 'VALIDATION_FAILED';
  const [c1, c2, c3, c4] = wayOf(document);
  return [
    {
      stop: c1,
      role: 'C1, sender',
      name: document.senderName ?? document.sender,
      details: [address(document.sender), `over ${document.source === 'API' ? 'the API' : document.source}`],
      when: at(createdAt),
      line: validation.checkedAt ? duration(between(createdAt, validation.checkedAt)) : undefined,
    },
    {
      stop: c2,
      role: 'C2, your access point',
      name: 'Pappel, here',
      isOurs: true,
      details: [
        ownSeatOf(document) ? `seat ${ownSeatOf(document)}` : '',
        [verdictOf(document), validation.rulesetVersion && `release ${validation.rulesetVersion}`]
          .filter(Boolean)
          .join(', '),
      ],
      when: hasStopped ? (
        <>
          {at(validation.checkedAt)} <span>stopped here</span>
        </>
      ) : (
        at(validation.checkedAt)
      ),
      line: travel(document),
    },
    {
      stop: c3,
      role: 'C3, receiver’s access point',
      name: document.receiverAccessPoint ?? seat ?? NAMELESS[status] ?? 'Not known yet',
      details: [hostOf(endpointUrl), isDelivered ? 'receipt signed' : whyNot(document)],
      when: arrivalOf(document),
      line: document.mls?.receivedAt
        ? duration(between(statusChangedAt, document.mls.receivedAt))
        : undefined,
    },
    {
      stop: c4,
      role: 'C4, receiver',
      name: document.receiverName ?? document.receiver,
      details: [address(document.receiver), document.mls?.code ? `message status ${document.mls.code}` : ''],
      when: document.mls?.receivedAt ? at(document.mls.receivedAt) : <span>{unseen(document)}</span>,
    },
  ];
}

/** What an access point is called that has not been reached. */
const NAMELESS: Readonly<Record<string, string>> = {
  VALIDATION_FAILED: 'Not contacted',
  DISCOVERY_FAILED: 'Not found',
};

const hasGivenUp = (status: string): boolean => status === 'SEND_FAILED' || status === 'DISCOVERY_FAILED';

const whyNot = ({ status, lastErrorCode = '' }: Document): string =>
  hasGivenUp(status) ? (REASONS[lastErrorCode]?.say ?? '') : '';

function arrivalOf({ status, statusChangedAt }: Document): ReactNode {
  if (status === 'AS4_ACCEPTED') return at(statusChangedAt);
  if (status === 'VALIDATION_FAILED') return <span>nothing left this house</span>;
  if (!hasGivenUp(status)) return '';
  return (
    <>
      {at(statusChangedAt)} <span>stopped here</span>
    </>
  );
}

function inbound(document: Document, { seat }: AccessPoints): readonly Corner[] {
  const { createdAt, acknowledgedAt } = document;
  const waited = duration(between(createdAt, acknowledgedAt ?? new Date().toISOString()));
  const [c1, c2, c3, c4] = wayOf(document);
  return [
    {
      stop: c1,
      role: 'C1, sender',
      name: document.senderName ?? document.sender,
      details: [address(document.sender)],
      when: '',
    },
    {
      stop: c2,
      role: 'C2, sender’s access point',
      name: seat ?? 'Their access point',
      details: [],
      when: '',
    },
    {
      stop: c3,
      role: 'C3, your access point',
      name: 'Pappel, here',
      isOurs: true,
      details: ['received, stored, receipt signed', verdictOf(document)],
      when: at(createdAt),
      line: waited,
    },
    {
      stop: c4,
      role: 'C4, your system',
      name: document.receiverName ?? document.receiver,
      details: [address(document.receiver)],
      when: acknowledgedAt ? at(acknowledgedAt) : <span>waits for {waited}</span>,
    },
  ];
}

function verdictOf({ validation, validationErrorsTotal }: Document): string {
  switch (validation.verdict) {
    case 'VALID':
      return validation.warnings > 0 ? `valid, ${count(validation.warnings, 'warning')}` : 'valid';
    case 'VALIDATION_FAILED':
      return count(validationErrorsTotal ?? 0, 'finding');
    case 'SKIPPED':
      return 'not checked, as it has no rules';
    default:
      return 'being checked';
  }
}

function travel(document: Document): string | undefined {
  const { status, attempts, nextAttemptAt, createdAt, statusChangedAt } = document;
  if (status === 'VALIDATION_FAILED') return 'not sent';
  if (status === 'SEND_RETRY' && nextAttemptAt) return `next ${hourOf(nextAttemptAt)}`;
  if (status !== 'AS4_ACCEPTED') return undefined;
  return `${attempts > 1 ? `${attempts} attempts, ` : ''}${duration(between(createdAt, statusChangedAt))}`;
}

function unseen({ status }: Document): string {
  return status === 'AS4_ACCEPTED' ? 'from here on the network promises nothing' : 'has not seen it';
}
