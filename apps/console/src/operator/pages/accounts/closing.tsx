import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/answer.ts';
import type { Mark, Tone } from '../../../texts/statuses.ts';
import { bytes, count } from '../../../ui/format.ts';
import { Lenticel } from '../../../ui/lenticel.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { Failed } from '../../../ui/states.tsx';
import { at, day } from '../../../ui/when.ts';
import { api } from '../../api/client.ts';
import { useRights } from '../../api/session.ts';
import type { Closing, WholeAccount } from '../../api/types.ts';
import { closingQuery } from '../../parts/queries.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';

type Facts = NonNullable<Closing['closing']>;
type Step = Facts['step'];

/** Read again while something goes on by itself. */
const LOOK_AGAIN_MS = 3_000;

/** How far the end of an account is, its export, and the way back. */
export function ClosingOf({ account }: { account: WholeAccount }) {
  const query = useQuery({ ...closingQuery(account.id), refetchInterval: LOOK_AGAIN_MS });
  const { data } = query;
  return (
    <>
      <div className="sec">
        <h2>Closing</h2>
        <span className="end">{data?.closing && <Acts account={account} facts={data.closing} />}</span>
      </div>
      {query.error && <Failed error={query.error} again={() => query.refetch()} />}
      {data?.closing && <Steps waiting={data.waiting} facts={data.closing} />}
    </>
  );
}

interface Line {
  title: string;
  /** The steps of the closing that it stands for. */
  of: readonly Step[];
  says: ReactNode;
}

const ORDER: readonly Step[] = [
  'UPLOADS',
  'ADDRESSES',
  'DOCUMENTS',
  'EXPORT',
  'ACCESS',
  'KEPT',
  'DELETING',
  'DELETED',
];

function Steps({ waiting, facts }: { waiting: Closing['waiting']; facts: Facts }) {
  const now = ORDER.indexOf(facts.step);
  return (
    <ol className="steps">
      {linesOf(waiting, facts).map(({ title, of, says }) => {
        const isDone = of.every((step) => now > ORDER.indexOf(step));
        const { mark, tone } = lookOf(isDone, of.includes(facts.step));
        return (
          <li key={title} className={isDone ? 'ok' : ''}>
            <Lenticel mark={mark} tone={tone} />
            <div>
              <h3>
                {title}
                <span className="sr">{isDone ? ', done' : ''}</span>
              </h3>
              {says && <p>{says}</p>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function lookOf(isDone: boolean, isBegun: boolean): { mark: Mark; tone: Tone } {
  if (isDone) return { mark: 'done', tone: 'done' };
  return isBegun ? { mark: 'move', tone: 'move' } : { mark: 'wait', tone: 'rest' };
}

function linesOf({ uploads, addresses, documents, uncollected }: Closing['waiting'], facts: Facts): Line[] {
  const { reason, operatorName, beganAt, closedAt, deleteAfter, deletedAt } = facts;
  return [
    {
      title: 'Shut',
      of: [],
      says: (
        <>
          By {operatorName} <Moment time={beganAt} />: {reason}
        </>
      ),
    },
    {
      title: 'Addresses withdrawn',
      of: ['UPLOADS', 'ADDRESSES'],
      says:
        uploads > 0
          ? `${count(uploads, 'uploaded file')} to be sent before`
          : addresses > 0 && `${count(addresses, 'address', 'addresses')} left`,
    },
    {
      title: 'What was on its way delivered',
      of: ['DOCUMENTS'],
      says: documents > 0 && `${count(documents, 'document')} on the way`,
    },
    {
      title: 'Export made',
      of: ['EXPORT'],
      says: [
        facts.export?.bytes !== undefined && bytes(facts.export.bytes),
        uncollected > 0 && `with ${count(uncollected, 'document')} that they did not collect`,
      ]
        .filter(Boolean)
        .join(', '),
    },
    {
      title: 'Keys, logins and webhooks ended',
      of: ['ACCESS'],
      says: closedAt && <Moment time={closedAt} />,
    },
    {
      title: 'Documents deleted',
      of: ['KEPT', 'DELETING'],
      says: deletedAt ? (
        <Moment time={deletedAt} />
      ) : deleteAfter ? (
        `Kept until ${day(deleteAfter)}`
      ) : (
        `Kept for ${count(facts.keepDays, 'day')}`
      ),
    },
  ];
}

function Acts({ account, facts }: { account: WholeAccount; facts: Facts }) {
  const { isAdmin } = useRights();
  const cache = useQueryClient();
  const [isTakenBack, setTakenBack] = useState(false);
  const [link, setLink] = useState<{ url: string; until: string | undefined }>();
  const [error, setError] = useState<Error>();
  if (!isAdmin) return null;
  const params = { path: { id: account.id } };
  const handOver = async () => {
    setError(undefined);
    try {
      const { url, expiresAt } = await call(
        api.POST('/operator/v1/accounts/{id}/closing/export-link', { params, body: {} }),
      );
      setLink({ url, until: expiresAt });
    } catch (problem) {
      setError(problem as Error);
    }
  };
  const isReady = facts.export?.status === 'DONE';
  const mayComeBack = facts.step !== 'DELETING' && facts.step !== 'DELETED';
  return (
    <>
      {error && <Failed error={error} />}
      {isReady && (
        <button type="button" className="btn sm" onClick={handOver}>
          Link to the export…
        </button>
      )}
      {mayComeBack && (
        <button type="button" className="btn sm" onClick={() => setTakenBack(true)}>
          Take it back…
        </button>
      )}
      {link && (
        <ShownOnce
          title={`The export of ${account.name}`}
          value={link.url}
          warning={`Hand it over to them alone: whoever has it can download everything${link.until ? `, until ${at(link.until)}` : ''}. It stands in the audit that you had it.`}
          close={() => setLink(undefined)}
        />
      )}
      {isTakenBack && (
        <ReasonDialog
          title={`Open ${account.name} again`}
          verb="Open again"
          label="Why; it stands in the account’s audit"
          act={async (reason) => {
            const body = reason ? { reason } : {};
            await call(api.POST('/operator/v1/accounts/{id}/reopen', { params, body }));
            await cache.invalidateQueries({ queryKey: ['accounts'] });
          }}
          close={() => setTakenBack(false)}
        >
          Their people sign in again with their passwords. Withdrawn addresses are registered anew, and keys
          and webhooks that have ended are made anew.
        </ReasonDialog>
      )}
    </>
  );
}
