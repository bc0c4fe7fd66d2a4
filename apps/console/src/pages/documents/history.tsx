import { useQuery } from '@tanstack/react-query';
import type { Mark, Tone } from '../../texts/statuses.ts';
import { MESSAGE_STATUSES, type StatusWords, wordsOf } from '../../texts/statuses.ts';
import { bytes, count } from '../../ui/format.ts';
import { Lenticel } from '../../ui/lenticel.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { between, clock, duration, millis } from '../../ui/when.ts';
import { type Document, timelineQuery } from './queries.ts';

interface Entry {
  at: string;
  label: string;
  detail: string;
  mark: Mark;
  tone?: Tone;
  took?: number;
  phases?: readonly Phase[];
}

/** A part of an attempt: when it began, and how long it took; milliseconds. */
interface Phase {
  name: string;
  from: number;
  took: number;
}

/** Everything that happened to a document and every attempt to deliver it, in the order of time. */
export function History({ document }: { document: Document }) {
  const { data, error, isPending, refetch } = useQuery(timelineQuery(document.id));
  if (isPending) return <Loading lines={4} />;
  if (error) return <Failed error={error} again={() => refetch()} />;
  const entries: Entry[] = [
    ...data.events.map(({ at, status }) => ({
      at,
      detail: detailOf(status, document),
      ...(PAST[status] ?? wordsOf(MESSAGE_STATUSES, status)),
    })),
    ...data.attempts.map(attemptEntry),
  ].sort((a, b) => a.at.localeCompare(b.at));
  return (
    <>
      <p className="hist-of">
        {count(data.events.length, 'event')}, {count(data.attempts.length, 'attempt')}
        <span>Times in {ZONE}</span>
      </p>
      <ol className="hist">
        {entries.map((entry, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened never changes its place
          <li key={i} className={entry.took === undefined ? '' : 'try'}>
            <time dateTime={entry.at} title={entry.at}>
              {clock(entry.at)}
              <small>{millis(entry.at)}</small>
            </time>
            <Lenticel mark={entry.mark} {...(entry.tone ? { tone: entry.tone } : {})} />
            <div>
              <b>{entry.label}</b>
              {entry.detail && <p>{entry.detail}</p>}
              {entry.phases && entry.phases.length > 0 && (
                <Phases phases={entry.phases} isBad={entry.tone === 'wait'} />
              )}
            </div>
            <span className="dur">{entry.took === undefined ? '' : duration(entry.took)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone.replace(/^.*\//, '').replaceAll('_', ' ');

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

type Timeline = Awaited<ReturnType<NonNullable<ReturnType<typeof timelineQuery>['queryFn']>>>;

function attemptEntry(attempt: Timeline['attempts'][number]): Entry {
  const { number, startedAt, finishedAt, endpointUrl, errorCode, errorMessage } = attempt;
  const isOver = finishedAt !== undefined;
  const failed = errorCode !== undefined;
  return {
    at: startedAt,
    label: `Attempt ${number}: ${isOver ? (failed ? 'no success' : 'accepted') : 'running'}`,
    detail: [errorCode, errorMessage].filter(Boolean).join('. ') || (endpointUrl ?? ''),
    mark: isOver ? (failed ? 'retry' : 'done') : 'move',
    tone: isOver ? (failed ? 'wait' : 'done') : 'move',
    phases: phasesOf(attempt),
    took: isOver ? between(startedAt, finishedAt) : 0,
  };
}

function phasesOf({ discoveryMs, connectMs, answerMs }: Timeline['attempts'][number]): Phase[] {
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

function Phases({ phases, isBad }: { phases: readonly Phase[]; isBad: boolean }) {
  const whole = Math.max(1, ...phases.map(({ from, took }) => from + took));
  return (
    <div className="sub">
      {phases.map(({ name, from, took }, i) => (
        <div key={name}>
          <span>{name}</span>
          <svg className="bar" viewBox="0 0 1000 5" preserveAspectRatio="none" aria-hidden="true">
            <rect
              x={(from / whole) * 1000}
              width={Math.max(4, (took / whole) * 1000)}
              height="5"
              className={isBad && i === phases.length - 1 ? 'bad' : undefined}
            />
          </svg>
          <span className="mono">{duration(took)}</span>
        </div>
      ))}
    </div>
  );
}
