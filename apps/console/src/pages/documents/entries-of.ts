import { type Mark, MESSAGE_STATUSES, type StatusWords, type Tone, wordsOf } from '../../texts/statuses.ts';
import { bytes, count } from '../../ui/format.ts';
import { between, hourOf } from '../../ui/when.ts';
import type { Document, timelineQuery } from './queries.ts';

type Timeline = Awaited<ReturnType<NonNullable<ReturnType<typeof timelineQuery>['queryFn']>>>;
export type Attempt = Timeline['attempts'][number];

/** One line of a document's history. */
export interface Entry {
  at: string;
  label: string;
  detail: string;
  mark: Mark;
  tone?: Tone;
  /** How long an attempt took, or how much later than what was before this is; milliseconds. */
  took?: number;
  /** How long nothing was done after it; milliseconds. */
  waited?: number;
  phases?: readonly Phase[];
  attempt?: Attempt;
  /** It is planned. */
  isAhead?: true;
}

/** A part of an attempt: when it began, and how long it took; milliseconds. */
export interface Phase {
  name: string;
  from: number;
  took: number;
}

/** What goes on sooner after a failure was not waited for. */
const WAIT_MS = 1000;

/** Events and attempts by time, the oldest first; after a failure how long was waited; last what is planned. */
export function entriesOf(
  document: Document,
  events: Timeline['events'],
  attempts: readonly Attempt[],
): readonly Entry[] {
  const entries: Entry[] = [
    ...events.map(({ at, status }) => ({
      at,
      detail: detailOf(status, document),
      ...(PAST[status] ?? wordsOf(MESSAGE_STATUSES, status)),
    })),
    ...attempts.map(attemptEntry),
    ...aheadOf(document),
  ].sort((a, b) => a.at.localeCompare(b.at));
  for (const [i, entry] of entries.entries()) {
    const before = entries[i - 1];
    if (!before || entry.isAhead) continue;
    const gap = between(before.attempt?.finishedAt ?? before.at, entry.at);
    if (before.tone === 'wait' && gap >= WAIT_MS) before.waited = gap;
    else if (!entry.attempt && gap >= 1) entry.took = gap;
  }
  return entries;
}

function aheadOf({ status, attempts, nextAttemptAt }: Document): Entry[] {
  if (status !== 'SEND_RETRY' || !nextAttemptAt) return [];
  const label = `Attempt ${attempts + 1} at ${hourOf(nextAttemptAt)}`;
  return [{ at: nextAttemptAt, label, detail: '', mark: 'wait', tone: 'wait', isAhead: true }];
}

/** What a status is called once it is past. */
const PAST: Readonly<Record<string, StatusWords>> = {
  QUEUED_VALIDATION: { label: 'Accepted', tone: 'rest', mark: 'done' },
  QUEUED: { label: 'Valid', tone: 'done', mark: 'done' },
  SENDING: { label: 'Taken up for sending', tone: 'move', mark: 'move' },
  CUSTOMER_DELIVERY_QUEUED: { label: 'Arrived', tone: 'done', mark: 'done' },
};

/** One line of what is known of it beside its time. */
function detailOf(status: string, document: Document): string {
  const { validation, source, receiverAccessPoint, validationErrorsTotal } = document;
  const release = validation.rulesetVersion ? `Release ${validation.rulesetVersion}. ` : '';
  switch (status) {
    case 'QUEUED_VALIDATION':
      return `${SOURCES[source] ?? source}, ${bytes(document.bytes)}.`;
    case 'QUEUED':
      return `${release}${count(validation.warnings, 'warning')}.`;
    case 'VALIDATION_FAILED':
      return `${release}${count(validationErrorsTotal ?? 0, 'finding')}. Nothing was sent.`;
    case 'AS4_ACCEPTED':
      return receiverAccessPoint ? `Receipt signed by ${receiverAccessPoint}, checked and kept.` : '';
    case 'CUSTOMER_DELIVERY_QUEUED':
      return 'Received, stored, receipt signed.';
    default:
      return '';
  }
}

const SOURCES: Readonly<Record<string, string>> = {
  API: 'Over the API',
  SFTP: 'Over SFTP',
  CONSOLE: 'From the console',
};

function attemptEntry(attempt: Attempt): Entry {
  const { number, startedAt, finishedAt, endpointUrl, errorCode, errorMessage } = attempt;
  const failed = errorCode !== undefined;
  const entry = {
    at: startedAt,
    attempt,
    detail: [errorCode, errorMessage].filter(Boolean).join('. ') || (endpointUrl ?? ''),
    phases: phasesOf(attempt),
  };
  if (finishedAt === undefined)
    return { ...entry, label: `Attempt ${number}: running`, mark: 'move', tone: 'move' };
  const took = between(startedAt, finishedAt);
  return failed
    ? { ...entry, took, label: `Attempt ${number}: no success`, mark: 'retry', tone: 'wait' }
    : { ...entry, took, label: `Attempt ${number}: accepted`, mark: 'done', tone: 'done' };
}

function phasesOf({ discoveryMs, connectMs, answerMs }: Attempt): Phase[] {
  const parts = [
    ['DNS and SMP', discoveryMs],
    ['Connect, TLS', connectMs],
    ['Sent and receipt', answerMs],
  ] as const;
  let from = 0;
  return parts.flatMap(([name, took]) => {
    if (took === undefined) return [];
    const phase = { name, from, took };
    from += took;
    return [phase];
  });
}
