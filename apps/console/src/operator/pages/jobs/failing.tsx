import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../../api/answer.ts';
import { Answered } from '../../../ui/answered.tsx';
import { number } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { figures, Table } from '../../../ui/table.tsx';
import { at } from '../../../ui/when.ts';
import { api } from '../../api/client.ts';
import type { FailingJob } from '../../api/types.ts';

const SHOWN = 100;

const failingQuery = queryOptions({
  queryKey: ['jobs', 'failing'],
  queryFn: async () =>
    (await call(api.GET('/operator/v1/jobs/failing', { params: { query: { limit: SHOWN } } }))).jobs,
});

/** What fails again and again, and what was given up. */
export function Failing() {
  const query = useQuery(failingQuery);
  return (
    <>
      <div className="sec">
        <h2>Failing {query.data && query.data.length > 0 && <small>{number(query.data.length)}</small>}</h2>
      </div>
      <Answered query={query} lines={2}>
        {(jobs) => (jobs.length === 0 ? <p className="dim none">None fails.</p> : <Jobs jobs={jobs} />)}
      </Answered>
    </>
  );
}

function Jobs({ jobs }: { jobs: readonly FailingJob[] }) {
  return (
    <>
      <Table caption="Failing jobs" columns={['Job', 'Of what', 'State', figures('Failed'), 'Why', 'Last']}>
        <tbody>
          {jobs.map((row) => (
            <tr key={`${row.job} ${Object.values(row.subject).join(' ')} ${row.firstFailedAt}`}>
              <td className="mono">{row.job}</td>
              <td>
                <Subject subject={row.subject} />
              </td>
              <td>
                {row.state === 'ENDED' ? (
                  <Pill tone="stop" mark="stop" label="Given up" />
                ) : (
                  <Pill
                    tone="wait"
                    mark="retry"
                    label={row.nextTryAt ? `Again ${at(row.nextTryAt)}` : 'Tried again'}
                  />
                )}
              </td>
              <td className="num">{number(row.failures)}</td>
              <td className="dim reason break">{row.lastError}</td>
              <td className="dim nowrap">
                <Moment time={row.lastFailedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {jobs.length === SHOWN && <p className="more">The {SHOWN} that failed last.</p>}
    </>
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
