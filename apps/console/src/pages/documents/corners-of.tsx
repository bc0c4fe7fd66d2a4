import type { ReactNode } from 'react';
import type { Corner } from '../../ui/way.tsx';
import { wayOf } from '../../ui/way-of.ts';
import { between, clock, duration, hourOf, millis } from '../../ui/when.ts';
import type { Document } from './queries.ts';

/** What is known at the four corners of a document's way. Where nothing is known, that is what is said. */
export function cornersOf(document: Document): readonly Corner[] {
  return document.direction === 'INBOUND' ? inbound(document) : outbound(document);
}

const at = (time: string | undefined): ReactNode => (time ? `${clock(time)}${millis(time)}` : '');
const address = (value: string): ReactNode => (
  <span className="addr">
    <b>{value}</b>
  </span>
);

function outbound(document: Document): readonly Corner[] {
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
      details: [verdictOf(document), validation.rulesetVersion ? `release ${validation.rulesetVersion}` : ''],
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
      name: document.receiverAccessPoint ?? (hasStopped ? 'Not contacted' : 'Not known yet'),
      details: [isDelivered ? 'receipt signed' : ''],
      when: isDelivered ? at(statusChangedAt) : hasStopped ? <span>nothing left this house</span> : '',
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

function inbound(document: Document): readonly Corner[] {
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
    { stop: c2, role: 'C2, sender’s access point', name: 'Their access point', details: [], when: '' },
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
      return validation.warnings > 0 ? `valid, ${validation.warnings} warnings` : 'valid';
    case 'VALIDATION_FAILED':
      return `${validationErrorsTotal ?? 'some'} findings`;
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
