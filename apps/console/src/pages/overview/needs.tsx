import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Mark, Tone } from '../../texts/statuses.ts';
import { count } from '../../ui/format.ts';
import { Lenticel } from '../../ui/lenticel.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { ago, at, dayAndHour } from '../../ui/when.ts';
import type { Needs } from './queries.ts';

/** One thing that waits for a person, with the one button that helps. */
interface Thing {
  key: string;
  /** Since when. */
  at: string;
  mark: Mark;
  tone: Tone;
  title: string;
  text: ReactNode;
  act: ReactNode;
}

const SHOWN = 6;

/** What needs a person, oldest first. */
export function needsOf(needs: Needs): Thing[] {
  return [
    ...addressThings(needs),
    ...waitingThing(needs),
    ...hookThings(needs),
    ...rejectedThing(needs),
    ...keyThings(needs),
  ].sort((a, b) => a.at.localeCompare(b.at));
}

function addressThings({ addresses, pending }: Needs): Thing[] {
  const look = (id: string) => (
    <Link className="btn sm" to="/addresses/$id" params={{ id }} search={{}}>
      See the address
    </Link>
  );
  return [
    ...addresses.map((address): Thing => {
      const { id, scheme, value, name, statusReason, statusChangedAt } = address;
      return {
        key: id,
        at: statusChangedAt,
        mark: 'stop',
        tone: 'stop',
        title: `Address ${scheme}:${value} did not reach the network`,
        text: `${name}. ${statusReason ?? 'The registration stopped.'}`,
        act: look(id),
      };
    }),
    ...pending.map((address): Thing => {
      const { id, scheme, value, name, statusChangedAt } = address;
      return {
        key: id,
        at: statusChangedAt,
        mark: 'wait',
        tone: 'wait',
        title: `Address ${scheme}:${value} has waited for approval over a day`,
        text: `${name}. The operator looks at it first; ask there.`,
        act: look(id),
      };
    }),
  ];
}

function waitingThing({ waiting }: Needs): Thing[] {
  if (waiting === 0) return [];
  return [
    {
      key: 'waiting',
      at: '0',
      mark: 'wait',
      tone: 'move',
      title: `${count(waiting, 'document')} ${waiting === 1 ? 'has' : 'have'} waited over a day to be collected`,
      text: 'Your system has not fetched or acknowledged them.',
      act: (
        <Link className="btn sm" to="/inbox" search={{}}>
          List them
        </Link>
      ),
    },
  ];
}

function hookThings({ webhooks }: Needs): Thing[] {
  return webhooks.map(({ id, url, status, failingSince, updatedAt }) => ({
    key: id,
    at: failingSince ?? updatedAt,
    mark: status === 'DISABLED' ? 'stop' : 'retry',
    tone: status === 'DISABLED' ? 'stop' : 'wait',
    title:
      status === 'DISABLED'
        ? 'A webhook was switched off'
        : `A webhook has failed since ${at(failingSince ?? updatedAt)}`,
    text: (
      <>
        <span className="mono">{url}</span>
        {status === 'DISABLED'
          ? ' kept failing. What waits for it is kept.'
          : ' does not take what it is told.'}
      </>
    ),
    act: (
      <Link className="btn sm" to="/webhooks" search={{ endpoint: id }}>
        Look
      </Link>
    ),
  }));
}

function rejectedThing({ rejected }: Needs): Thing[] {
  const [newest] = rejected;
  if (!newest) return [];
  const byCode = Map.groupBy(
    rejected,
    ({ validationErrors }) =>
      validationErrors?.find(({ severity }) => severity === 'ERROR')?.code ?? 'no rule',
  );
  const [code = '', most = []] = [...byCode].sort((a, b) => b[1].length - a[1].length)[0] ?? [];
  const senders = new Set(most.map(({ sender, senderName }) => senderName ?? sender));
  const from = senders.size === 1 ? `, all from ${[...senders][0]}` : '';
  return [
    {
      key: 'rejected',
      at: rejected.at(-1)?.createdAt ?? newest.createdAt,
      mark: 'stop',
      tone: 'stop',
      title:
        most.length > 1
          ? `${count(rejected.length, 'document')} rejected today, ${most.length} for the same reason`
          : `${count(rejected.length, 'document')} rejected today`,
      text: `${code}${from}.`,
      act: (
        <Link className="btn sm" to="/documents" search={{ status: 'VALIDATION_FAILED' }}>
          List them
        </Link>
      ),
    },
  ];
}

function keyThings({ keys }: Needs): Thing[] {
  return keys.map(({ id, name, expiresAt = '', lastUsedAt }) => ({
    key: id,
    at: expiresAt,
    mark: 'retry',
    tone: 'wait',
    title: `The key ${name} ends on ${dayAndHour(expiresAt)}`,
    text: lastUsedAt ? `It was last used ${ago(lastUsedAt)}.` : 'It has never been used.',
    act: (
      <Link className="btn sm" to="/access" search={{ tab: 'keys' }}>
        See the keys
      </Link>
    ),
  }));
}

export function NeedsAPerson(props: {
  things: readonly Thing[] | undefined;
  error: Error | null;
  again: () => void;
}) {
  const { things, error, again } = props;
  return (
    <section aria-labelledby="needs">
      <div className="sec">
        <h2 id="needs">Needs a person</h2>
        {things && things.length > 1 && (
          <span className="end">
            {things.length > SHOWN ? `the oldest ${SHOWN} of ${things.length}` : 'oldest first'}
          </span>
        )}
      </div>
      {error && <Failed error={error} again={again} />}
      {!things && !error && <Loading lines={4} />}
      {things?.length === 0 && <p className="quiet">Nothing needs a person.</p>}
      <ul className="need">
        {things?.slice(0, SHOWN).map(({ key, mark, tone, title, text, act }) => (
          <li key={key}>
            <Lenticel mark={mark} tone={tone} />
            <div>
              <b>{title}</b>
              <p>{text}</p>
            </div>
            {act}
          </li>
        ))}
      </ul>
    </section>
  );
}
