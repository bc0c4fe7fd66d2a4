import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { number } from '../../ui/format.ts';
import { Lenticel } from '../../ui/lenticel.tsx';
import { useScope } from '../../ui/scope.ts';
import { Failed, Loading } from '../../ui/states.tsx';
import { figures, Table } from '../../ui/table.tsx';
import { Avenue, type Tree } from './avenue.tsx';
import { DAY_MS, DAYS, usageQuery } from './queries.ts';

const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** What was sent and received, a day at a time: as an avenue, or as a table. */
export function Days() {
  const { data, error, isPending, refetch } = useQuery(usageQuery(useScope()));
  const [isTable, setTable] = useState(false);
  const trees = data ? treesOf(data.days ?? [], new Date()) : [];
  return (
    <section aria-labelledby="days">
      <div className="sec">
        <h2 id="days">Documents a day</h2>
        {data && (
          <span className="end">
            <span>
              <Lenticel mark="done" tone="done" /> Sent {number(data.totals.DOCUMENT_SENT ?? 0)}
            </span>
            <span>
              <i className="root" /> Received {number(data.totals.DOCUMENT_RECEIVED ?? 0)}
            </span>
            <span className="lg">{DAYS} days, by UTC</span>
            <button type="button" className="link" onClick={() => setTable(!isTable)}>
              {isTable ? 'As a picture' : 'As a table'}
            </button>
          </span>
        )}
      </div>
      {isPending && <Loading />}
      {error && <Failed error={error} again={() => refetch()} />}
      {data && (isTable ? <DayTable trees={trees} /> : <Avenue trees={trees} />)}
    </section>
  );
}

interface Day {
  date: string;
  totals: Readonly<Record<string, number | undefined>>;
}

/** One for each day up to today, those without anything too. */
function treesOf(days: readonly Day[], now: Date): Tree[] {
  const byDate = new Map(days.map(({ date, totals }) => [date, totals]));
  return Array.from({ length: DAYS }, (_, i) => {
    const at = new Date(now.getTime() - (DAYS - 1 - i) * DAY_MS);
    const totals = byDate.get(at.toISOString().slice(0, 10));
    return {
      label: DAY.format(at),
      isMonday: at.getUTCDay() === 1,
      isToday: i === DAYS - 1,
      sent: totals?.DOCUMENT_SENT ?? 0,
      received: totals?.DOCUMENT_RECEIVED ?? 0,
    };
  });
}

function DayTable({ trees }: { trees: readonly Tree[] }) {
  return (
    <Table
      className="short"
      caption="Documents a day"
      columns={['Day', figures('Sent'), figures('Received')]}
    >
      <tbody>
        {[...trees].reverse().map(({ label, sent, received }) => (
          <tr key={label}>
            <td>{label}</td>
            <td className="num">{number(sent)}</td>
            <td className="num">{number(received)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
