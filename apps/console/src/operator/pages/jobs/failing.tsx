import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/answer.ts';
import { refresh } from '../../../api/new-query-client.ts';
import type { StatusWords } from '../../../texts/statuses.ts';
import { number } from '../../../ui/format.ts';
import { Listed } from '../../../ui/listed.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { ACTIONS, figures, Table } from '../../../ui/table.tsx';
import { Button } from '../../../ui/unable.tsx';
import { at } from '../../../ui/when.ts';
import { WordsField } from '../../../ui/words-field.tsx';
import { api } from '../../api/client.ts';
import { EVERY_MS } from '../../api/query-client.ts';
import { useRights } from '../../api/session.ts';
import type { FailingJob } from '../../api/types.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StatusChoice } from '../../parts/status-choice.tsx';

const route = getRouteApi('/inside/jobs');

const STATES = {
  RETRYING: { label: 'Tried again', tone: 'wait', mark: 'retry' },
  ENDED: { label: 'Given up', tone: 'stop', mark: 'stop' },
} as const satisfies Record<FailingJob['state'], StatusWords>;

type State = keyof typeof STATES;

/** Read again soon while something is about to change. */
const SOON_MS = 2_000;

const isDue = ({ nextTryAt }: FailingJob): boolean =>
  nextTryAt !== undefined && Date.parse(nextTryAt) <= Date.now();

const isUnderWay = (row: FailingJob): boolean =>
  row.state === 'RETRYING' && (row.givenUpAt !== undefined || isDue(row));

const isState = (word: string | undefined): word is State =>
  word !== undefined && Object.hasOwn(STATES, word);

const failingQuery = (filter: { q: string | undefined; state: State | undefined }) =>
  infiniteQueryOptions({
    queryKey: ['jobs', 'failing', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const query = { ...filter, limit: 50, cursor: pageParam };
      return call(api.GET('/operator/v1/jobs/failing', { params: { query } }));
    },
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state: { data, error } }) => {
      if (error) return false;
      return data?.pages.some(({ jobs }) => jobs.some(isUnderWay)) ? SOON_MS : EVERY_MS;
    },
  });

/** What fails again and again, and what was given up: found by its state and by what it is about. */
export function Failing() {
  const { q, status } = route.useSearch();
  const navigate = useNavigate();
  const [givenUp, setGivenUp] = useState<FailingJob>();
  const list = useInfiniteQuery(failingQuery({ q, state: isState(status) ? status : undefined }));
  return (
    <>
      <div className="sec">
        <h2>Failing</h2>
      </div>
      <search className="filters">
        <WordsField
          label="Id of a document or address, or a job"
          value={q ?? ''}
          onWords={(words) =>
            navigate({ to: '/jobs', search: { status, q: words || undefined }, replace: true })
          }
        />
        <StatusChoice
          statuses={STATES}
          chosen={status}
          counts={undefined}
          choose={(chosen) => navigate({ to: '/jobs', search: { q, status: chosen } })}
        />
      </search>
      <Listed
        list={list}
        rowsOf={({ jobs }) => jobs}
        empty={<p className="dim none">{q || status ? 'None fits.' : 'None fails.'}</p>}
      >
        {(rows) => <Rows rows={rows} giveUp={setGivenUp} />}
      </Listed>
      {givenUp && <GiveUp row={givenUp} close={() => setGivenUp(undefined)} />}
    </>
  );
}

type GiveUpRow = (row: FailingJob) => void;

function Rows({ rows, giveUp }: { rows: readonly FailingJob[]; giveUp: GiveUpRow }) {
  const { mayWork } = useRights();
  return (
    <Table
      caption="Failing jobs"
      columns={['Job', 'Of what', 'State', figures('Failed'), 'Why', 'Last', mayWork && ACTIONS]}
    >
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="mono">{row.job}</td>
            <td>
              <Subject subject={row.subject} />
            </td>
            <td>
              <Pill {...STATES[row.state]} label={labelOf(row)} />
            </td>
            <td className="num">{number(row.failures)}</td>
            <td className="dim reason break">{row.lastError}</td>
            <td className="dim nowrap">
              <Moment time={row.lastFailedAt} />
            </td>
            {mayWork && (
              <td>{row.state === 'RETRYING' && !row.givenUpAt && <Acts row={row} giveUp={giveUp} />}</td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function labelOf(row: FailingJob): string {
  const { state, givenUpAt, nextTryAt } = row;
  if (state === 'ENDED') return STATES.ENDED.label;
  if (givenUpAt) return 'Being given up';
  if (isDue(row)) return 'Being tried';
  return nextTryAt ? `Again ${at(nextTryAt)}` : STATES.RETRYING.label;
}

function Acts({ row, giveUp }: { row: FailingJob; giveUp: GiveUpRow }) {
  const cache = useQueryClient();
  const about = `${row.job} ${Object.values(row.subject).join(' ')}`;
  const run = useMutation({
    mutationFn: () =>
      call(api.POST('/operator/v1/jobs/failing/{id}/run', { params: { path: { id: row.id } }, body: {} })),
    onSuccess: () => refresh(cache, 'jobs'),
  });
  return (
    <div className="acts">
      {run.error && <span className="wrong">{run.error.message}</span>}
      <Button className="btn sm ghost" act={run.mutate} of={about} isBusy={run.isPending}>
        Run now
      </Button>
      {row.hasEnd && (
        <Button className="btn sm ghost" act={() => giveUp(row)} of={about}>
          Give up…
        </Button>
      )}
    </div>
  );
}

/** Stands beside the list: its row may be gone from it meanwhile. */
function GiveUp({ row, close }: { row: FailingJob; close: () => void }) {
  const cache = useQueryClient();
  return (
    <ReasonDialog
      title={`Give up ${row.job}`}
      verb="Give up"
      label="Why, for the audit"
      isNeeded
      act={async (reason) => {
        const params = { path: { id: row.id } };
        const body = { reason: reason ?? '' };
        await call(api.POST('/operator/v1/jobs/failing/{id}/give-up', { params, body }));
        await refresh(cache, 'jobs', 'documents', 'addresses');
      }}
      close={close}
    >
      It is not tried again. A document becomes not delivered and an address not registered, which their
      account hears of; either can be tried again from its own page. A mail is not sent.
    </ReasonDialog>
  );
}

function Subject({ subject }: { subject: FailingJob['subject'] }) {
  const { messageId, participantId, accountId } = subject;
  const id = messageId ?? participantId ?? accountId;
  if (!id) return <span className="mono">{Object.values(subject).join(' ')}</span>;
  const to = messageId ? '/documents/$id' : participantId ? '/addresses/$id' : '/accounts/$id';
  return (
    <Link className="link mono" to={to} params={{ id }}>
      {id.slice(0, 13)}…
    </Link>
  );
}
