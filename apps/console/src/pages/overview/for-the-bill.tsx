import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { number } from '../../ui/format.ts';
import { useScope } from '../../ui/scope.ts';
import { Loading } from '../../ui/states.tsx';
import { figures, Table } from '../../ui/table.tsx';
import { DAYS, usageQuery } from './queries.ts';

const SHOWN = 5;
const KINDS = ['DOCUMENT_SENT', 'DOCUMENT_RECEIVED', 'DOCUMENT_REJECTED'] as const;

/** Who sent and received how much. */
export function ForTheBill() {
  const { data, isPending } = useQuery(usageQuery(useScope()));
  const rows = (data?.companies ?? [])
    .filter(({ companyId }) => companyId !== null)
    .sort((a, b) => (b.totals.DOCUMENT_SENT ?? 0) - (a.totals.DOCUMENT_SENT ?? 0));
  const others = rows.slice(SHOWN);
  const sum = (kind: (typeof KINDS)[number]) =>
    others.reduce((total, { totals }) => total + (totals[kind] ?? 0), 0);
  return (
    <section aria-labelledby="bill">
      <div className="sec">
        <h2 id="bill">
          For the bill <small>{DAYS} days</small>
        </h2>
        <span className="end">
          <Link className="link" to="/usage" search={{}}>
            Usage
          </Link>
        </span>
      </div>
      {isPending && <Loading lines={4} />}
      {data && rows.length === 0 && <p className="quiet">Nothing has been sent or received in these days.</p>}
      {data && rows.length > 0 && (
        <Table
          className="short"
          caption="Documents by company"
          columns={['Company', figures('Sent'), figures('Received'), figures('Rejected')]}
        >
          <tbody>
            {rows.slice(0, SHOWN).map(({ companyId, name, totals }) => (
              <tr key={companyId}>
                <td>
                  <Link to="/documents" search={{ company: companyId ?? undefined }}>
                    {name ?? companyId}
                  </Link>
                </td>
                {KINDS.map((kind) => (
                  <td key={kind} className="num">
                    {number(totals[kind] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
            {others.length > 0 && (
              <tr>
                <td className="dim">{number(others.length)} more</td>
                {KINDS.map((kind) => (
                  <td key={kind} className="num">
                    {number(sum(kind))}
                  </td>
                ))}
              </tr>
            )}
            {rows.length > 1 && (
              <tr className="total">
                <td>In all</td>
                {KINDS.map((kind) => (
                  <td key={kind} className="num">
                    {number(data.totals[kind] ?? 0)}
                  </td>
                ))}
              </tr>
            )}
          </tbody>
        </Table>
      )}
    </section>
  );
}
