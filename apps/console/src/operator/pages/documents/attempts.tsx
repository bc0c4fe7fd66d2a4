import { Lenticel } from '../../../ui/lenticel.tsx';
import { at, between, clock, duration, millis } from '../../../ui/when.ts';
import type { Attempt } from '../../api/types.ts';

/** Every attempt to deliver a document, oldest first, and the one to come. */
export function Attempts({ attempts, next }: { attempts: readonly Attempt[]; next: string | undefined }) {
  if (attempts.length === 0 && !next) return <p className="dim none">None was made.</p>;
  return (
    <ol className="hist">
      {attempts.map((attempt) => (
        <AttemptEntry key={attempt.number} attempt={attempt} />
      ))}
      {next && (
        <li>
          <time dateTime={next}>{clock(next)}</time>
          <Lenticel mark="wait" tone="wait" />
          <div>
            <b>
              Attempt {attempts.length + 1} {at(next)}
            </b>
          </div>
        </li>
      )}
    </ol>
  );
}

function AttemptEntry({ attempt }: { attempt: Attempt }) {
  const { number, startedAt, finishedAt, errorCode, errorMessage, endpointUrl } = attempt;
  const failed = errorCode !== undefined;
  const outcome = finishedAt === undefined ? 'running' : failed ? 'no success' : 'accepted';
  const mark = finishedAt === undefined ? 'move' : failed ? 'retry' : 'done';
  const tone = finishedAt === undefined ? 'move' : failed ? 'wait' : 'done';
  return (
    <li className="try">
      <time dateTime={startedAt} title={startedAt}>
        {clock(startedAt)}
        <small>{millis(startedAt)}</small>
      </time>
      <Lenticel mark={mark} tone={tone} />
      <div>
        <b>
          Attempt {number}: {outcome}
        </b>
        <p className="break">{[errorCode, errorMessage].filter(Boolean).join('. ')}</p>
        <p className="dimmer break">{[endpointUrl, phasesOf(attempt)].filter(Boolean).join(', ')}</p>
      </div>
      <span className="dur">{finishedAt ? duration(between(startedAt, finishedAt)) : ''}</span>
    </li>
  );
}

function phasesOf({ discoveryMs, connectMs, answerMs }: Attempt): string {
  const phases = [
    ['found in', discoveryMs],
    ['connected in', connectMs],
    ['answered in', answerMs],
  ] as const;
  return phases.flatMap(([name, ms]) => (ms === undefined ? [] : [`${name} ${duration(ms)}`])).join(', ');
}
