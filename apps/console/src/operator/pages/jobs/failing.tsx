import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../../api/answer.ts';
import { number } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Failed } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';
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
  const list = useQuery(failingQuery);
  const rows = list.data ?? [];
  return (
    <>
      <div className="sec">
        <h2>Failing {rows.length > 0 && <small>{number(rows.length)}</small>}</h2>
      </div>
      {list.error && <Failed error={list.error} again={() => list.refetch()} />}
      {list.isSuccess && rows.length === 0 && <p className="dim none">None fails.</p>}
      {rows.length > 0 && (
        <Table>
          <caption className="sr">Failing jobs</caption>
          <thead>
            <tr>
              <th>Job</th>
              <th>Of what</th>
              <th>State</th>
              <th className="num">Failed</th>
              <th>Why</th>
              <th>Last</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
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
      )}
      {rows.length === SHOWN && <p className="more">The {SHOWN} that failed last.</p>}
    </>
  );
}

function Subject({ subject }: { subject: FailingJob['subject'] }) {
  const { messageId, participantId, accountId } = subject;
  if (messageId)
    return (
      <Link className="link mono" to="/documents/$id" params={{ id: messageId }}>
        {messageId.slice(0, 13)}…
      </Link>
    );
  if (participantId)
    return (
      <Link className="link mono" to="/addresses/$id" params={{ id: participantId }}>
        {participantId.slice(0, 13)}…
      </Link>
    );
  if (accountId)
    return (
      <Link className="link mono" to="/accounts/$id" params={{ id: accountId }}>
        {accountId.slice(0, 13)}…
      </Link>
    );
  return <span className="mono">{Object.values(subject).join(' ')}</span>;
}
