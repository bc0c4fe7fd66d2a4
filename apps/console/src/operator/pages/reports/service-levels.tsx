import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/answer.ts';
import { number } from '../../../ui/format.ts';
import { Failed } from '../../../ui/states.tsx';
import { figures, Table } from '../../../ui/table.tsx';
import { api } from '../../api/client.ts';
import { monthName } from '../../parts/report-table.tsx';

const levelsQuery = (month: string) =>
  queryOptions({
    queryKey: ['levels', month],
    queryFn: () => call(api.GET('/operator/v1/service-levels/mls/{month}', { params: { path: { month } } })),
  });

/** How the targets of Message Level Statuses were kept, by us and towards us. */
export function ServiceLevels({ month }: { month: string }) {
  const { data, error } = useQuery(levelsQuery(month));
  if (error) return <Failed error={error} />;
  if (!data) return null;
  const rows = [
    ['Sent by us', data.sent, `${number(data.sent.waiting)} wait`],
    ['Sent to us', data.received, `${number(data.received.overdue)} overdue`],
  ] as const;
  return (
    <>
      <div className="sec">
        <h2>
          Message Level Statuses <small>{monthName(month)}</small>
        </h2>
      </div>
      <Table
        className="slim"
        columns={['Whose', figures('Statuses'), figures('In time'), figures('Share'), figures('Open')]}
      >
        <tbody>
          {rows.map(([name, level, open]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="num">{number(level.count)}</td>
              <td className="num">{number(level.withinTarget)}</td>
              <td className="num">{level.percent === null ? '–' : `${level.percent.toFixed(1)} %`}</td>
              <td className="num dim">{open}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
