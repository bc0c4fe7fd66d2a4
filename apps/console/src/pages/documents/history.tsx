import { useQuery } from '@tanstack/react-query';
import { Answered } from '../../ui/answered.tsx';
import { Facts } from '../../ui/facts.tsx';
import { count } from '../../ui/format.ts';
import { Lenticel } from '../../ui/lenticel.tsx';
import { useSecond } from '../../ui/use-now.ts';
import { clock, duration, millis, since, until } from '../../ui/when.ts';
import { type Attempt, type Entry, entriesOf, type Phase } from './entries-of.ts';
import { type Document, timelineQuery } from './queries.ts';

/** Everything that happened to a document and every attempt to deliver it, in the order of time, and what comes next. */
export function History({ document }: { document: Document }) {
  const query = useQuery(timelineQuery(document.id));
  return (
    <Answered query={query} lines={4}>
      {({ events, attempts }) => (
        <>
          <p className="hist-of">
            {count(events.length, 'event')}, {count(attempts.length, 'attempt')}
            <span>Times in {ZONE}</span>
          </p>
          <ol className="hist">
            {entriesOf(document, events, attempts).map((entry, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what happened never changes its place
              <EntryOf key={i} entry={entry} />
            ))}
          </ol>
        </>
      )}
    </Answered>
  );
}

const PLACE = Intl.DateTimeFormat().resolvedOptions().timeZone.replace(/^.*\//, '').replaceAll('_', ' ');
const OFFSET = new Intl.DateTimeFormat('en', { timeZoneName: 'longOffset' })
  .formatToParts()
  .find(({ type }) => type === 'timeZoneName')
  ?.value.replace('GMT', '');
/** `Stockholm, +01:00`, or `UTC`. */
const ZONE = PLACE === 'UTC' ? PLACE : `${PLACE}, ${OFFSET}`;

function EntryOf({ entry }: { entry: Entry }) {
  const { at, label, detail, mark, tone, took, waited, attempt } = entry;
  return (
    <li>
      <time dateTime={at} title={at}>
        {clock(at)}
        <small>{millis(at)}</small>
      </time>
      <Lenticel mark={mark} {...(tone ? { tone } : {})} />
      <div>
        <b>
          {label}
          {entry.isAhead && <InTime time={at} />}
        </b>
        {detail && <p>{detail}</p>}
        {entry.phases && entry.phases.length > 0 && <Phases phases={entry.phases} isBad={tone === 'wait'} />}
        {attempt && <WhatItWas attempt={attempt} />}
        {waited !== undefined && <p className="waited">waited {duration(waited)}</p>}
      </div>
      <span className="dur">
        {took !== undefined && duration(took)}
        {attempt && !attempt.finishedAt && <Running since={attempt.startedAt} />}
      </span>
    </li>
  );
}

/** An attempt that is not over is counted. */
function Running({ since: start }: { since: string }) {
  return since(start, useSecond());
}

function InTime({ time }: { time: string }) {
  return `, in ${until(time, useSecond())}`;
}

/** What the attempt says of itself, for who has to tell the other side. */
function WhatItWas({ attempt }: { attempt: Attempt }) {
  return (
    <details>
      <summary>All of it</summary>
      <Facts
        facts={{
          Outcome: attempt.outcome,
          Code: attempt.errorCode,
          Message: attempt.errorMessage,
          Endpoint: attempt.endpointUrl,
          'Access point': attempt.accessPoint,
          Receipt: attempt.receiptId,
        }}
      />
    </details>
  );
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
