import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/answer.ts';
import { number } from '../../../ui/format.ts';
import { Page } from '../../../ui/page.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { figures, Table } from '../../../ui/table.tsx';
import { span } from '../../../ui/when.ts';
import { api } from '../../api/client.ts';
import { Failing } from './failing.tsx';

const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: () => call(api.GET('/operator/v1/jobs')),
});

const runningOf = (running: number): string =>
  running === 0 ? 'none runs' : `${number(running)} ${running === 1 ? 'runs' : 'run'}`;

/** The work behind: what waits, what runs, and what fails again and again. */
export function JobsPage() {
  const { data, error, isPending, refetch } = useQuery(jobsQuery);
  return (
    <Page
      title="Jobs"
      lede={
        data &&
        (data.due === 0
          ? `Nothing is due; ${runningOf(data.running)}.`
          : `${number(data.due)} are due, the oldest for ${span(data.oldestSeconds * 1000)}; ${runningOf(data.running)}.`)
      }
    >
      {isPending && <Loading />}
      {error && <Failed error={error} again={() => refetch()} />}
      <Failing />
      {data && data.tasks.length > 0 && (
        <>
          <div className="sec">
            <h2>By kind</h2>
          </div>
          <Table
            className="slim"
            caption="Jobs by kind"
            columns={[
              'Job',
              figures('Wait for their time'),
              figures('Due'),
              figures('Run'),
              figures('Oldest'),
            ]}
          >
            <tbody>
              {data.tasks.map(({ task, waiting, due, running, oldestSeconds }) => (
                <tr key={task}>
                  <th scope="row" className="mono">
                    {task}
                  </th>
                  <td className="num">{number(waiting)}</td>
                  <td className="num">{number(due)}</td>
                  <td className="num">{number(running)}</td>
                  <td className="num">{due > 0 ? span(oldestSeconds * 1000) : '–'}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
      )}
    </Page>
  );
}
